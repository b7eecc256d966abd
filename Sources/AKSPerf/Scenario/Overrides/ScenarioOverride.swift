/// A key of a scenario with the value that takes the place of its own: `--set arrivals.rate=50/s`.
///
/// The path is dotted: `networks.ADMOB.fill`, `placeholders."my.ad".cap`, `sessions[0].weight` or
/// `sessions.0.weight`. The value is JSON5 if it can be read as such, else a text. A key that is
/// not there is added; so are objects missing on the way. `journeys.main.2+` puts the value before
/// element 2 of an array, `journeys.main.+` at its end, and the value null takes out what is there.
public struct ScenarioOverride: Sendable, Hashable {
  public var path: String
  public var value: String

  public init(path: String, value: String) {
    self.path = path
    self.value = value
  }

  /// Splits `path=value` at the first `=` outside the quotes and labels of a key; nil without path.
  public init?(_ text: String) {
    // Bytes: the first character of a value may combine with the `=` before it.
    let bytes = Array(text.utf8)
    guard let equals = Self.split(bytes), equals > 0 else { return nil }
    path = String(decoding: bytes[..<equals], as: UTF8.self)
    value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
  }

  private static func split(_ text: [UInt8]) -> Int? {
    var quote: UInt8?
    // The labels of a metric: slo.time_to_show{format=rewarded}.
    var isInBraces = false
    var isStart = true
    for (place, byte) in text.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if isInBraces {
        isInBraces = byte != Byte.closeBrace
      } else if byte == Byte.openBrace {
        isInBraces = true
      } else if byte == Byte.equals {
        return place
      } else if isStart, byte == Byte.quote || byte == Byte.apostrophe {
        quote = byte
      }
      isStart = byte == Byte.dot || byte == Byte.openBracket
    }
    // A quote that is not closed: where it ends is told when the path is read.
    return text.firstIndex(of: Byte.equals)
  }
}

/// One step of an override's path.
struct OverrideStep {
  enum Kind {
    /// A bare word: a key, or an index where the value is an array.
    case bare(String)
    case key(String)
    case index(Int)
    /// Between elements: before the one of that index, or at the end of the array.
    case insertion(before: Int?)
  }
  var kind: Kind
  var span: SourceSpan
  /// The key, or the index with its brackets.
  var text: String
}

/// Applies overrides to the tree of a scenario.
struct OverrideApplier {
  let log: SourceLog
  let source: Int
  /// Whether a path may go through a name that no network, placeholder or the like has yet.
  private let createsNames: Bool

  /// Takes an override whose text `path=value` is a source of the log.
  init(_ log: SourceLog, source: Int, createsNames: Bool = true) {
    self.log = log
    self.source = source
    self.createsNames = createsNames
  }

  /// The tree with the override; nil when its path leads nowhere, which has then been noted.
  func apply(_ item: ScenarioOverride, to tree: JSONValue) -> JSONValue? {
    guard let value = value(item) else { return nil }
    return apply(path: item.path, value, to: tree)
  }

  /// The tree with a value at a path; nil when the path leads nowhere, which has then been noted.
  func apply(path: String, _ value: JSONValue, to tree: JSONValue) -> JSONValue? {
    guard let steps = steps(path) else { return nil }
    if steps.first?.text == "include" {
      fail(steps[0].span, "files cannot be included on the command line")
      return nil
    }
    if !checkName(steps, tree) { return nil }
    return set(tree, steps[...], value, trail: "the scenario")
  }

  func fail(_ span: SourceSpan, _ message: String, suggestion: String? = nil) {
    log.error(span, message, suggestion: suggestion, blame: .usage)
  }

  /// Whether the name a path goes through exists or may be new.
  ///
  /// Should a new one then turn out to lack keys, a name like it is offered.
  private func checkName(_ steps: [OverrideStep], _ tree: JSONValue) -> Bool {
    guard steps.count > 2, let root = Shapes.root[steps[0].text],
      case .map(.object(let shape)) = root.kind
    else { return true }
    let names = tree[root.name]?.members?.map(\.key) ?? []
    let name = steps[1].text
    if names.contains(name) { return true }
    let nearest = nearestName(to: name, among: names)
    if createsNames {
      log.newNames[steps[1].span] = NewName(name: name, nearest: nearest)
      return true
    }
    fail(steps[1].span, "\(shape.noun) \(quoted(name)) does not exist", suggestion: nearest)
    return false
  }

  private func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(source: source, start: start, end: end)
  }

  // MARK: Value

  private func value(_ item: ScenarioOverride) -> JSONValue? {
    let offset = item.path.utf8.count + 1
    // Spaces in front keep the places of the value what they are in the whole text.
    let padded = [UInt8](repeating: Byte.space, count: offset) + Array(item.value.utf8)
    var parser = JSONParser(padded, source: source)
    let value = parser.document()
    if let value, parser.problems.isEmpty { return value }
    let first = item.value.utf8.first { $0 != Byte.space }
    let isStructured =
      first.map { [Byte.openBrace, Byte.openBracket, Byte.quote].contains($0) } ?? false
    guard isStructured else {
      return JSONValue(
        content: .string(item.value), span: span(offset, offset + item.value.utf8.count))
    }
    for problem in parser.problems {
      log.error(problem.span, problem.message, suggestion: problem.suggestion, blame: .usage)
    }
    return nil
  }

  // MARK: Path

  /// The steps of a path; nil when it is no path.
  func steps(_ path: String) -> [OverrideStep]? {
    var steps: [OverrideStep] = []
    let text = Array(path.utf8)
    var position = 0
    var wantsStep = true
    while position < text.count {
      let byte = text[position]
      if byte == Byte.openBracket, !wantsStep || steps.isEmpty {
        guard let step = bracketed(text, &position) else { return nil }
        steps.append(step)
        wantsStep = false
      } else if byte == Byte.dot, !wantsStep {
        position += 1
        wantsStep = true
      } else if wantsStep, byte != Byte.dot, byte != Byte.openBracket {
        guard let step = step(text, &position) else { return nil }
        steps.append(step)
        wantsStep = false
      } else {
        fail(span(position, position + 1), "the path has an empty step here")
        return nil
      }
    }
    if steps.count > Limits.nesting {
      fail(span(0, position), "the path has more than \(Limits.nesting) steps")
      return nil
    }
    if wantsStep {
      fail(span(position, position + 1), "the path ends where a key is expected")
      return nil
    }
    return steps
  }

  /// A key, quoted or not; the labels of a metric may hold dots: `slo.coverage{placeholder=a.b}`.
  private func step(_ text: [UInt8], _ position: inout Int) -> OverrideStep? {
    let start = position
    if text[position] == Byte.quote || text[position] == Byte.apostrophe {
      guard let key = quotedKey(text, &position) else { return nil }
      return OverrideStep(kind: .key(key), span: span(start, position), text: key)
    }
    var isInBraces = false
    while position < text.count {
      let byte = text[position]
      if !isInBraces, byte == Byte.dot || byte == Byte.openBracket { break }
      isInBraces = byte == Byte.openBrace || isInBraces && byte != Byte.closeBrace
      position += 1
    }
    let key = String(decoding: text[start..<position], as: UTF8.self)
    return OverrideStep(kind: .bare(key), span: span(start, position), text: key)
  }

  private func bracketed(_ text: [UInt8], _ position: inout Int) -> OverrideStep? {
    let start = position
    position += 1
    var kind: OverrideStep.Kind?
    if position < text.count, text[position] == Byte.quote || text[position] == Byte.apostrophe {
      guard let key = quotedKey(text, &position) else { return nil }
      kind = .key(key)
    } else {
      let start = position
      while position < text.count, Byte.isDigit(text[position]) { position += 1 }
      if position < text.count, text[position] == Byte.plus { position += 1 }
      kind = Self.element(String(decoding: text[start..<position], as: UTF8.self))
    }
    guard let kind, position < text.count, text[position] == Byte.closeBracket else {
      fail(span(start, position + 1), "brackets hold an index or a quoted key: [0] or [\"key\"]")
      return nil
    }
    position += 1
    if case .key(let key) = kind {
      return OverrideStep(kind: kind, span: span(start, position), text: key)
    }
    let whole = String(decoding: text[start..<position], as: UTF8.self)
    return OverrideStep(kind: kind, span: span(start, position), text: whole)
  }

  /// The index that digits, and nothing else, write.
  private static func index(_ text: String) -> Int? {
    text.utf8.allSatisfy(Byte.isDigit) ? Int(text) : nil
  }

  /// The element of an array that a text names, or the place between two: `2`, `2+` or `+`.
  static func element(_ text: String) -> OverrideStep.Kind? {
    if text == "+" { return .insertion(before: nil) }
    if text.hasSuffix("+") {
      return index(String(text.dropLast())).map { .insertion(before: $0) }
    }
    return index(text).map { .index($0) }
  }

  private func quotedKey(_ text: [UInt8], _ position: inout Int) -> String? {
    let start = position
    let quote = text[position]
    position += 1
    while position < text.count, text[position] != quote { position += 1 }
    guard position < text.count else {
      fail(span(start, start + 1), "the quote that starts here is not closed")
      return nil
    }
    position += 1
    return String(decoding: text[start + 1..<position - 1], as: UTF8.self)
  }

  /// What stands at a step below a value; nil when nothing does.
  static func value(of node: JSONValue, at step: OverrideStep) -> JSONValue? {
    switch step.kind {
    case .key(let key): return node[key]
    case .bare(let key):
      guard let elements = node.elements else { return node[key] }
      return Self.index(key).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .index(let place):
      guard let elements = node.elements, elements.indices.contains(place) else { return nil }
      return elements[place]
    case .insertion: return nil
    }
  }

  // MARK: Setting

  func set(
    _ node: JSONValue?, _ steps: ArraySlice<OverrideStep>, _ value: JSONValue, trail: String
  ) -> JSONValue? {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    let name = quoted(step.text)
    guard let node else {
      if case .index = step.kind {
        fail(step.span, "\(trail) has no elements")
        return nil
      }
      if rest.isEmpty, value.isNull { return nothingToRemove(step, trail) }
      if step.appends {
        return set(nil, rest, value, trail: name).map {
          JSONValue(content: .array([$0]), span: step.span)
        }
      }
      guard var inner = set(nil, rest, value, trail: name) else { return nil }
      if !rest.isEmpty { inner.span = step.span }
      let member = JSONMember(key: step.text, keySpan: step.span, value: inner)
      return JSONValue(content: .object([member]), span: step.span)
    }
    var result = node
    switch (node.content, step.kind) {
    case (.object(var members), .bare(let key)), (.object(var members), .key(let key)):
      let place = members.firstIndex { $0.key == key }
      if rest.isEmpty, value.isNull {
        guard let place else { return nothingToRemove(step, trail) }
        members.remove(at: place)
        result.content = .object(members)
        return result
      }
      guard var inner = set(place.map { members[$0].value }, rest, value, trail: name) else {
        return nil
      }
      if let place {
        members[place].value = inner
      } else {
        // An object made on the way has the place of its key.
        if !rest.isEmpty { inner.span = step.span }
        members.append(JSONMember(key: key, keySpan: step.span, value: inner))
      }
      result.content = .object(members)
    case (.array(let elements), .index), (.array(let elements), .bare),
      (.array(let elements), .insertion):
      guard let changed = set(elements, step, rest, value, trail: trail) else { return nil }
      result.content = .array(changed)
    default:
      fail(step.span, "\(trail) is \(node.noun) and has no \(name)")
      return nil
    }
    return result
  }
}
