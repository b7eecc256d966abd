/// A key of a scenario whose value is a number, with its unit: `arrivals.rate` of `120/s`.
public struct NumericKey: Sendable, Hashable {
  public var path: String
  /// The number that the scenario has there, in that unit.
  public var number: Double
  /// As the scenario writes it; empty for a plain number.
  public var unit: String
  /// Whether the scenario has a whole number there, without a unit.
  public var isWhole: Bool

  /// The key with another number, as a text and as what is set.
  public func text(of number: Double) -> String {
    let digits = isWhole ? String(Int(number)) : JSONWriter.number(number)
    // Scenarios have no exponents.
    let isPlain = digits.utf8.allSatisfy { Byte.isDigit($0) || $0 == Byte.dot }
    return (isPlain ? digits : DecimalNumber(rounding: number).text) + unit
  }
  func setting(_ number: Double) -> ScenarioOverride {
    ScenarioOverride(path: path, value: text(of: number))
  }

  /// The number of a text in the key's own unit; nil when it is none above 0.
  public func number(of text: String) -> Double? {
    guard let other = NumericKey(path: path, text: text), other.unit == unit else { return nil }
    return isWhole && !other.isWhole ? nil : other.number
  }

  /// Reads a text such as `120/s`, `5` or `0.25`; nil when it is no number above 0 with a unit.
  init?(path: String, text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number > 0, number < 1e15 else { return nil }
    self.path = path
    self.number = number
    unit = String(text.dropFirst(digits.count))
    isWhole = unit.isEmpty && !digits.contains(".")
    let isUnit =
      unit.isEmpty
      || Quantity.allCases.contains { quantity in
        quantity.units.contains { $0.name == unit }
      }
    if !isUnit { return nil }
  }

  init?(path: String, value: JSONValue) {
    switch value.content {
    case .string(let text) where !text.isEmpty: self.init(path: path, text: text)
    case .number(let number) where !number.isNegative:
      self.init(path: path, text: JSONWriter.number(number.value))
    default: return nil
    }
  }

  /// The key at a path of a scenario.
  init(_ path: String, in source: ScenarioSource) throws(ScenarioKeyError) {
    let log = SourceLog()
    let text = log.add(SourceText(name: "a path", bytes: Array(path.utf8)))
    guard let steps = OverrideApplier(log, source: text).steps(path) else {
      throw ScenarioKeyError("\(quoted(path)) is no path of a key, such as arrivals.rate")
    }
    var node: JSONValue? = source.tree
    for step in steps { node = node.flatMap { OverrideApplier.value(of: $0, at: step) } }
    guard let node else {
      throw ScenarioKeyError(
        "the scenario has no value at \(quoted(path)); write it there, so that a number and its "
          + "unit are known")
    }
    guard let key = NumericKey(path: path, value: node) else {
      throw ScenarioKeyError(
        "the value at \(quoted(path)) is \(node.noun), and not a number above 0 with or without a "
          + "unit")
    }
    self = key
  }

  /// The keys of a scenario's world that are numbers above 0, in the order of its file.
  ///
  /// What says how long and how often to simulate, objectives, and names are none of the world's.
  static func all(in source: ScenarioSource) -> [NumericKey] {
    var keys: [NumericKey] = []
    for member in source.tree.members ?? [] where !notOfTheWorld.contains(member.key) {
      collect(member.value, member.key, &keys)
    }
    return keys
  }

  private static let notOfTheWorld: Set<String> = [
    "$schema", "name", "description", "seed", "duration", "drain", "warmup", "replications", "slo",
    "split", "sweep", "expect", "sessions",
  ]

  private static func collect(_ node: JSONValue, _ path: String, _ keys: inout [NumericKey]) {
    if let members = node.members {
      for member in members {
        let isPlain = member.key.utf8.allSatisfy {
          Byte.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == Byte.minus
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        collect(member.value, path + "." + (isPlain ? member.key : "\"\(member.key)\""), &keys)
      }
    } else if let elements = node.elements {
      for (index, element) in elements.enumerated() {
        collect(element, "\(path)[\(index)]", &keys)
      }
    } else if let key = NumericKey(path: path, value: node) {
      keys.append(key)
    }
  }
}

/// What is wrong with a key that was named, or with the scenario for what is sought of it.
public struct ScenarioKeyError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
  /// Whether the scenario is to blame, not what was named.
  public var blamesScenario: Bool

  init(_ description: String, blamesScenario: Bool = false) {
    self.description = description
    self.blamesScenario = blamesScenario
  }
}
