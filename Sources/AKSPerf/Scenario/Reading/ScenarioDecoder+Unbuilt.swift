/// A use of keys that this version reads and checks but does not simulate.
///
/// Who runs a scenario with one is told its place; the guide and the schema mark the keys.
struct UnbuiltFeature: Sendable {
  /// The keys, each as the name of its object and its own.
  var keys: [String]
  /// The only values concerned; empty when every value but the default is.
  var words: [String]
  /// What can be done instead.
  var remedy: String

  init(_ keys: String..., only words: [String] = [], remedy: String = "remove it") {
    self.keys = keys
    self.words = words
    self.remedy = remedy
  }
}

extension ScenarioDecoder {
  /// What `run` refuses, one entry a feature: an entry that is deleted switches its feature on.
  static let unbuilt: [UnbuiltFeature] = [
    .init("scenario.warmup", only: ["auto"], remedy: "give a time or remove it")
  ]
}

extension UnbuiltFeature {
  /// The features of each key.
  private static let byKey: [String: [UnbuiltFeature]] = {
    var table: [String: [UnbuiltFeature]] = [:]
    for feature in ScenarioDecoder.unbuilt {
      for key in feature.keys { table[key, default: []].append(feature) }
    }
    return table
  }()

  /// What of a key is not simulated; a default config is a placeholder in part.
  static func of(_ key: String, in shape: String) -> [UnbuiltFeature] {
    byKey["\(shape == "defaultConfig" ? "placeholder" : shape).\(key)"] ?? []
  }

  /// Whether a value of a key is a use of the feature.
  func concerns(_ value: JSONValue, of key: Key) -> Bool {
    if words.isEmpty { return key.isRequired || !key.isDefault(value) }
    guard let members = value.members else { return value.text.map(words.contains) ?? false }
    return members.first.map { words.contains($0.key) } ?? false
  }
}

extension Key {
  /// What of it is not simulated, as a sentence of the guide and the schema; nil if nothing.
  var unbuiltNote: String? {
    guard !unbuilt.isEmpty else { return nil }
    let words = unbuilt.flatMap(\.words).map { "\"\($0)\"" }
    let values = words.isEmpty ? allButDefault : words.joined(separator: ", ")
    return "Not simulated by this version" + (values.map { ": " + $0 } ?? "") + "."
  }

  private var allButDefault: String? {
    if isRequired { return nil }
    switch fallback {
    case .text(let text): return "all but \"\(text)\""
    case .number(let number): return "all but \(JSONWriter.number(number))"
    case .flag(let flag): return "all but \(flag)"
    case nil: break
    }
    switch kind {
    case .number, .drawn, .quantity: return "all but 0"
    default: return nil
    }
  }

  /// Whether a value is what holds when the key is left out.
  func isDefault(_ value: JSONValue) -> Bool {
    kind.isSame(value, fallback?.value(at: value.span))
  }
}

extension ValueKind {
  /// Whether two values that may be wrong mean the same; nil is what leaves the effect out.
  fileprivate func isSame(_ value: JSONValue, _ other: JSONValue?) -> Bool {
    switch self {
    case .orNone(let inner):
      if value.text == "none" { return other == nil || other?.text == "none" }
      return other?.text == "none" ? false : inner.isSame(value, other)
    case .orWord(let inner, let word):
      if value.text == word || other?.text == word { return value.text == other?.text }
      return inner.isSame(value, other)
    case .quantity(let quantity), .drawn(let quantity):
      guard let amount = quantity.amount(value) else { return false }
      return amount == other.flatMap { quantity.amount($0) } ?? 0
    case .number, .integer:
      return value.number?.value == other?.number?.value ?? 0
    case .flag:
      guard case .bool(let flag) = value.content, case .bool(let usual)? = other?.content else {
        return false
      }
      return flag == usual
    case .word, .wordOr, .choice: return value.text != nil && value.text == other?.text
    case .list: return value.elements?.isEmpty == true
    case .map: return value.members?.isEmpty == true
    default: return false
    }
  }
}

extension Quantity {
  /// The size of a plain value; nil for a distribution and for what is no value.
  fileprivate func amount(_ value: JSONValue) -> Double? {
    if let number = value.number?.value { return number }
    guard let text = value.text else { return nil }
    return try? self.value(of: text)
  }
}

extension ObjectReader {
  /// Notes each value that this version does not simulate, as its key says; of a step that is not
  /// simulated, only the step.
  func noteUnbuilt() {
    for index in shape.unbuiltKeys {
      let key = shape.keys[index]
      guard let value = written(key.name),
        let feature = key.unbuilt.first(where: { $0.concerns(value, of: key) })
      else { continue }
      context.log.unbuilt(keySpan(key.name), key.use(value), feature.remedy)
      if key.isRequired { return }
    }
  }
}

extension Key {
  /// A use as a message quotes it: the key, with its value where that makes the difference.
  fileprivate func use(_ value: JSONValue) -> String {
    if isRequired && unbuilt.allSatisfy(\.words.isEmpty) { return name }
    switch value.content {
    case .bool(let flag): return "\(name): \(flag)"
    case .number(let number): return "\(name): \(number.description)"
    case .string(let text): return "\(name): \"\(text)\""
    case .object(let members):
      guard case .choice = kind, let member = members.first else { return name }
      return "\(name): { \(member.key): … }"
    default: return name
    }
  }
}
