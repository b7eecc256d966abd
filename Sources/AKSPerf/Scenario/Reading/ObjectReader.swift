import Scheduler

/// Reads the keys of one object as its shape describes them.
///
/// Unknown and missing keys, and what is not simulated, are noted when it is made. Each accessor
/// notes what is wrong with its value and then answers nil; for a key left out it reads the default
/// of the shape. A key that the shape lacks, or describes as something else, is a bug of the caller
/// and traps.
struct ObjectReader {
  let context: ReadingContext
  let shape: ObjectShape
  let value: JSONValue
  private let members: [JSONMember]

  /// Nil when the value is no object, which has then been noted.
  init?(_ value: JSONValue, _ shape: ObjectShape, _ context: ReadingContext) {
    guard let members = value.members else {
      context.mismatch(value, expected: "an object for \(shape.noun)")
      return nil
    }
    self.context = context
    self.shape = shape
    self.value = value
    self.members = members
    for member in members where !shape.has(member.key) {
      context.unknown(
        member.keySpan, "key", member.key, known: shape.keys.map(\.name), of: shape.noun)
    }
    for key in shape.keys where key.isRequired && !has(key.name) {
      if let new = context.log.newNames[value.span] {
        context.error(
          value.span, "\(quoted(new.name)) is new and lacks the key '\(key.name)'",
          suggestion: new.nearest)
      } else {
        context.error(value.span.head, "missing key '\(key.name)' of \(shape.noun)")
      }
    }
    noteUnbuilt()
  }

  /// An object whose keys have been checked before.
  init(_ value: JSONValue, _ shape: ObjectShape, _ context: ReadingContext, members: [JSONMember]) {
    self.context = context
    self.shape = shape
    self.value = value
    self.members = members
  }

  func has(_ name: String) -> Bool { place(name) != nil }

  private func place(_ name: String) -> Int? {
    for index in members.indices where members[index].key == name { return index }
    return nil
  }

  /// The place of a key's value; that of the object when it is left out.
  func span(_ name: String) -> SourceSpan {
    place(name).map { members[$0].value.span } ?? value.span.head
  }

  /// The place of a key, or of its value where that alone was set from outside.
  func keySpan(_ name: String) -> SourceSpan {
    place(name).map { members[$0].place } ?? value.span.head
  }

  /// What was written for a key, if anything.
  func written(_ name: String) -> JSONValue? { place(name).map { members[$0].value } }

  func key(_ name: String) -> Key {
    guard let key = shape[name] else { preconditionFailure("\(shape.name) has no '\(name)'") }
    return key
  }

  /// The kind of a key without the words that may stand instead, and the value unless it is one.
  private func unwrapped(_ name: String) -> (kind: ValueKind, value: JSONValue?) {
    let key = key(name)
    let value = written(name) ?? key.fallback?.value(at: self.value.span)
    var kind = key.kind
    if case .orWord(let inner, let word) = kind {
      if value?.text == word { return (inner, nil) }
      kind = inner
    }
    if case .orNone(let inner) = kind {
      if value?.text == "none" { return (inner, nil) }
      kind = inner
    }
    return (kind, value)
  }

  private func bug(_ name: String) -> Never {
    preconditionFailure("'\(name)' of \(shape.name) is described as something else")
  }

  // MARK: Values

  func text(_ name: String) -> String? {
    let (_, value) = unwrapped(name)
    return value.flatMap { context.text($0) }
  }

  func name(_ name: String) -> String? {
    let (kind, value) = unwrapped(name)
    guard case .name = kind else { bug(name) }
    return value.flatMap { context.name($0) }
  }

  func flag(_ name: String) -> Bool? {
    let (kind, value) = unwrapped(name)
    guard case .flag = kind else { bug(name) }
    return value.flatMap { context.flag($0) }
  }

  func number(_ name: String) -> Double? {
    let (kind, value) = unwrapped(name)
    guard case .number(let range) = kind else { bug(name) }
    return value.flatMap { context.number($0, in: range) }
  }

  func integer(_ name: String) -> Int? {
    let (kind, value) = unwrapped(name)
    guard case .integer(let range) = kind else { bug(name) }
    return value.flatMap { context.integer($0, in: range) }
  }

  func quantity(_ name: String) -> Double? {
    let (kind, value) = unwrapped(name)
    guard case .quantity(let quantity) = kind else { bug(name) }
    return value.flatMap { context.quantity($0, quantity) }
  }

  func duration(_ name: String) -> SimDuration? {
    let (kind, value) = unwrapped(name)
    guard case .quantity(.duration) = kind else { bug(name) }
    return value.flatMap { context.duration($0) }
  }

  /// A drawn value; nil when it is switched off, left out or wrong.
  func drawn(_ name: String) -> DistributionSpec? {
    let (kind, value) = unwrapped(name)
    guard case .drawn(let quantity) = kind else { bug(name) }
    return value.flatMap { context.drawn($0, quantity) }
  }

  func word(_ name: String) -> String? {
    let (kind, value) = unwrapped(name)
    guard case .word(let words) = kind else { bug(name) }
    return value.flatMap { context.word($0, of: words, name) }
  }

  /// The case that a word stands for; nil when it is left out without a default, or wrong.
  func option<Words: RawRepresentable>(_ name: String) -> Words? where Words.RawValue == String {
    word(name).flatMap { Words(rawValue: $0) }
  }

  /// One of a few words or a whole number.
  func wordOrInteger(_ name: String) -> (word: String?, integer: Int?) {
    let (kind, value) = unwrapped(name)
    guard case .wordOr(let words, let range) = kind else { bug(name) }
    guard let value else { return (nil, nil) }
    if value.text != nil { return (context.word(value, of: words, name), nil) }
    guard value.number != nil else {
      context.mismatch(
        value, expected: "a whole number, or one of " + words.joined(separator: ", "))
      return (nil, nil)
    }
    return (nil, context.integer(value, in: range))
  }

  /// One word or a list of them.
  func words(_ name: String) -> [String] {
    let (kind, value) = unwrapped(name)
    guard case .words(let words) = kind else { bug(name) }
    guard let value else { return [] }
    return (value.elements ?? [value]).compactMap { context.word($0, of: words, name) }
  }

  func object(_ name: String) -> ObjectReader? {
    let (kind, value) = unwrapped(name)
    guard case .object(let shape) = kind else { bug(name) }
    return value.flatMap { ObjectReader($0, shape, context) }
  }

  func list(_ name: String) -> [JSONValue]? {
    let (kind, value) = unwrapped(name)
    guard case .list(_, let least) = kind else { bug(name) }
    return value.flatMap { context.list($0, atLeast: least, name) }
  }

  /// The objects of a list that are objects.
  func objects(_ name: String) -> [ObjectReader] {
    guard case .list(.object(let shape), _) = unwrapped(name).kind else { bug(name) }
    return (list(name) ?? []).compactMap { ObjectReader($0, shape, context) }
  }

  /// The named values of a map, whose names have been checked.
  func entries(_ name: String) -> [JSONMember] {
    let (kind, value) = unwrapped(name)
    guard case .map = kind else { bug(name) }
    guard let value else { return [] }
    guard let members = value.members else {
      context.mismatch(value, expected: "an object of names")
      return []
    }
    return members
  }

  /// The named objects of a map.
  func namedObjects(_ name: String) -> [(name: String, object: ObjectReader?)] {
    guard case .map(.object(let shape)) = key(name).kind else { bug(name) }
    return entries(name).map { ($0.key, ObjectReader($0.value, shape, context)) }
  }

  /// One value for all formats or one for each; `base` where nothing is said.
  func perFormat<Value>(
    _ name: String, base: PerFormat<Value>, _ read: (JSONValue) -> Value?
  ) -> PerFormat<Value> {
    let (kind, found) = unwrapped(name)
    guard case .perFormat(let inner) = kind else { bug(name) }
    guard let found else { return base }
    let forms = inner.isDrawn ? DistributionForm.names : []
    guard let members = found.members, !members.contains(where: { forms.contains($0.key) }) else {
      return read(found).map { PerFormat(repeating: $0) } ?? base
    }
    if members.isEmpty {
      context.error(found.span, "'\(name)' is empty: write one value, or one for each format")
      return base
    }
    var result = base
    if let other = members.first(where: { $0.key == "default" }) {
      result = read(other.value).map { PerFormat(repeating: $0) } ?? base
    }
    for member in members where member.key != "default" {
      guard let format = AdFormat.allCases.first(where: { $0.name == member.key }) else {
        context.unknown(
          member.keySpan, "key", member.key,
          known: AdFormat.allCases.map(\.name) + ["default"] + forms,
          of: "'\(name)' by format")
        continue
      }
      if let value = read(member.value) { result[format] = value }
    }
    return result
  }
}

extension ValueKind {
  var isDrawn: Bool {
    switch self {
    case .drawn: true
    case .orNone(let inner): inner.isDrawn
    default: false
    }
  }
}

extension ReadingContext {
  /// Notes an unknown key, with the one that may be meant or all that are known.
  func unknown(
    _ span: SourceSpan, _ what: String, _ word: String, known: [String], of owner: String
  ) {
    let nearest = log.hasTooManyErrors ? nil : nearestName(to: word, among: known)
    let list =
      nearest == nil && known.count <= 16 ? "; known: \(known.joined(separator: ", "))" : ""
    error(span, "unknown \(what) \(quoted(word)) of \(owner)\(list)", suggestion: nearest)
  }
}
