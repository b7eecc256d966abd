import Scheduler

@testable import AKSPerf

/// Moves the numbers of a scenario, to see that what it shows does not hang on one of them.
///
/// The numbers are found by the description of the keys that the reader uses, so no list is kept. A
/// distribution is moved as a whole; counts up to 4, probabilities of 0 and 1, and words stay.
struct ScenarioNudge {
  /// How the numbers are moved: each by the same factor, or one half up and the other down.
  enum Pattern: CaseIterable {
    case down, up, mixed, mixedTheOtherWay

    func factor(of path: String) -> Double {
      let isOdd = path.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) } >> 4 & 1 == 1
      switch self {
      case .down: return 0.8
      case .up: return 1.2
      case .mixed: return isOdd ? 1.2 : 0.8
      case .mixedTheOtherWay: return isOdd ? 0.8 : 1.2
      }
    }
  }

  /// Keys that say how a scenario is run and judged, not what world it is.
  static let still = [
    "$schema", "include", "name", "description", "seed", "duration", "drain", "warmup",
    "replications", "split", "slo", "sweep", "expect", "arrivals.sessions",
  ]

  private let pattern: Pattern
  private let still: [[String]]
  private var moved: [ScenarioOverride] = []

  /// The changes that move all numbers of a tree but those at or below `paths`.
  static func changes(
    _ tree: JSONValue, _ pattern: Pattern, except paths: [String]
  ) -> [ScenarioOverride] {
    var nudge = ScenarioNudge(
      pattern: pattern, still: (still + paths).map { steps($0) })
    nudge.walk(tree, .object(Shapes.root), [])
    return nudge.moved
  }

  private init(pattern: Pattern, still: [[String]]) {
    self.pattern = pattern
    self.still = still
  }

  /// The steps of a path; an index without its brackets.
  private static func steps(_ path: String) -> [String] {
    let log = SourceLog()
    let source = log.add(SourceText(name: "path", bytes: Array(path.utf8)))
    return (OverrideApplier(log, source: source).steps(path) ?? []).map { step in
      if case .index(let number) = step.kind { return String(number) }
      return step.text
    }
  }

  private mutating func walk(_ value: JSONValue, _ kind: ValueKind, _ path: [String]) {
    if still.contains(where: { path.starts(with: $0) }) { return }
    switch kind {
    case .quantity(let quantity), .drawn(let quantity): move(value, quantity, path)
    case .roundTrips:
      if value.text?.hasSuffix("rtt") != true { move(value, .duration, path) }
    case .number(let range): moveNumber(value, range, path)
    case .integer(let range): moveInteger(value, range, path)
    case .orNone(let inner):
      if value.text != "none" { walk(value, inner, path) }
    case .orWord(let inner, let word):
      if value.text != word { walk(value, inner, path) }
    case .object(let shape): walk(value, shape, path)
    case .variant(let key, let variants):
      let variant = variants.first { $0.word == value[key]?.text }
      if let variant { walk(value, variant.shape, path) }
    case .choice(let keys, _): walk(value, ObjectShape("choice", "a choice", keys), path)
    case .map(let inner):
      for member in value.members ?? [] { walk(member.value, inner, path + [member.key]) }
    case .list(let inner, _):
      for (index, item) in (value.elements ?? []).enumerated() {
        walk(item, inner, path + [String(index)])
      }
    case .perFormat(let inner): walkFormats(value, inner, path)
    case .steps: walkSteps(value, path)
    case .text, .name, .flag, .seed, .word, .words, .wordOr, .objectives, .checks, .sweep, .any:
      break
    }
  }

  private mutating func walk(_ value: JSONValue, _ shape: ObjectShape, _ path: [String]) {
    for member in value.members ?? [] {
      if let key = shape[member.key] { walk(member.value, key.kind, path + [member.key]) }
    }
  }

  private mutating func walkFormats(_ value: JSONValue, _ inner: ValueKind, _ path: [String]) {
    let names = AdFormat.allCases.map(\.name) + ["default"]
    guard let members = value.members, members.allSatisfy({ names.contains($0.key) }) else {
      return walk(value, inner, path)
    }
    for member in members { walk(member.value, inner, path + [member.key]) }
  }

  private mutating func walkSteps(_ value: JSONValue, _ path: [String]) {
    for (index, step) in (value.elements ?? []).enumerated() {
      guard let word = step.members?.first?.key,
        let shape = Shapes.steps.first(where: { $0.keys[0].name == word })
      else { continue }
      walk(step, shape, path + [String(index)])
    }
  }

  // MARK: Numbers

  private mutating func move(_ value: JSONValue, _ quantity: AKSPerf.Quantity, _ path: [String]) {
    // How often steps are repeated is a whole number unless it is drawn.
    if quantity == .count, value.number != nil { return moveInteger(value, 0...1_000_000, path) }
    let factor = pattern.factor(of: path.joined(separator: "."))
    guard let result = Self.scaled(value, quantity, factor) else { return }
    set(path, result)
  }

  /// A quantity, or a distribution of which every quantity is moved; nil when nothing is.
  private static func scaled(_ value: JSONValue, _ quantity: AKSPerf.Quantity, _ factor: Double)
    -> String?
  {
    switch value.content {
    case .number(let number) where quantity.units.isEmpty:
      return number.value == 0 ? nil : plain(number.value * factor)
    case .string(let text):
      guard let amount = try? quantity.value(of: text), amount > 0,
        let unit = quantity.units.first(where: { $0.factor == 1 })
      else { return nil }
      return "\"" + plain(min(amount * factor, quantity.limit.value)) + unit.name + "\""
    case .array(let elements):
      return "[" + elements.map { scaled($0, quantity, factor) ?? $0.json }.joined(separator: ",")
        + "]"
    case .object(let members):
      // Shapes, weights and the like have no unit; where prices and counts are drawn they look
      // like amounts, so only what scales a form is moved there.
      let amounts = [
        "mean", "median", "p95", "p99", "sd", "scale", "minimum", "from", "to", "by", "value",
        "values", "min", "max", "of", "unit", "subtract",
      ]
      let parts = members.map { member in
        let isForm = DistributionForm.names.contains(member.key)
        let isMoved = isForm || amounts.contains(member.key)
        let text = isMoved ? scaled(member.value, quantity, factor) : nil
        return "\"\(member.key)\":\(text ?? member.value.json)"
      }
      return "{" + parts.joined(separator: ",") + "}"
    default: return nil
    }
  }

  private mutating func moveNumber(
    _ value: JSONValue, _ range: ClosedRange<Double>, _ path: [String]
  ) {
    guard let number = value.number?.value, number != 0, number != 1 || range != 0...1 else {
      return
    }
    let factor = pattern.factor(of: path.joined(separator: "."))
    set(path, Self.plain(min(max(number * factor, range.lowerBound), range.upperBound)))
  }

  private mutating func moveInteger(_ value: JSONValue, _ range: ClosedRange<Int>, _ path: [String])
  {
    guard let number = value.number?.value, number > 4 else { return }
    let factor = pattern.factor(of: path.joined(separator: "."))
    let moved = Int(number * factor + 0.5)
    set(path, String(min(max(moved, range.lowerBound), range.upperBound)))
  }

  private mutating func set(_ path: [String], _ value: String) {
    // A part of it is left alone, and a value is moved as a whole.
    if still.contains(where: { $0.starts(with: path) }) { return }
    var text = ""
    for step in path {
      if step.allSatisfy(\.isNumber) {
        text += "[\(step)]"
      } else {
        text += (text.isEmpty ? "" : ".") + "\"\(step)\""
      }
    }
    moved.append(ScenarioOverride(path: text, value: value))
  }

  /// A number without an exponent.
  private static func plain(_ number: Double) -> String {
    if number >= 1_000 { return String(UInt64(number + 0.5)) }
    let scaled = UInt64(number * 1e6 + 0.5)
    let fraction = String(scaled % 1_000_000)
    return "\(scaled / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
