import Scheduler

extension ScenarioDecoder {
  /// The most values of one path that are tried out.
  private static let tried = 16

  /// Notes paths of `sweep` that lead nowhere and values that make no scenario.
  ///
  /// Values are tried out on the whole scenario, so it must be free of mistakes.
  func checkSweep(_ tree: JSONValue) {
    for member in root.entries("sweep") {
      for value in sweepValues(member.value).prefix(Self.tried) {
        if !tryOut(member, value, on: tree) { break }
      }
    }
  }

  /// Whether the scenario with a value at a swept path can be read.
  private func tryOut(_ member: JSONMember, _ value: JSONValue, on tree: JSONValue) -> Bool {
    if value.isNull {
      context.mismatch(value, expected: "a value")
      return false
    }
    let setting = JSONMember(key: member.key, keySpan: member.keySpan, value: value)
    guard let mistake = reading([setting], on: tree).mistake else { return true }
    let isPath = mistake.setting != nil
    error(
      isPath ? member.keySpan : value.span,
      (isPath ? "the path leads nowhere: " : "with this value: ") + mistake.message,
      suggestion: mistake.suggestion)
    return false
  }

  /// The values of a path to try out: those listed, or those of a range.
  private func sweepValues(_ value: JSONValue) -> [JSONValue] {
    if let values = value.elements {
      if values.isEmpty { error(value.span, "a sweep needs one value at least") }
      return values
    }
    guard value.members != nil else {
      context.mismatch(value, expected: "values in an array, or { from, to, steps }")
      return []
    }
    guard let reader = ObjectReader(value, Shapes.range, context) else { return [] }
    _ = reader.integer("steps")
    let ends = ["from", "to"].compactMap { reader.written($0) }
    do throws(SweepMistake) {
      _ = try Self.range(value)
    } catch {
      // Ends that are no values at all are told by the scenario they are tried out in.
      if ends.allSatisfy({ SweepRange.isNumber(ScenarioOverride.text(of: $0)) }) {
        self.error(value.span, error.message)
      }
    }
    return ends
  }

  /// The axes of a sweep whose values have been found right.
  func sweepAxes() -> [SweepAxis] {
    root.entries("sweep").map { member in
      let listed = member.value.elements?.map { ScenarioOverride.text(of: $0) }
      return SweepAxis(path: member.key, values: listed ?? (try? Self.range(member.value)) ?? [])
    }
  }

  private static func range(_ value: JSONValue) throws(SweepMistake) -> [String] {
    guard let from = value["from"], let to = value["to"],
      let steps = value["steps"]?.number?.unsigned, (2...1_000).contains(steps)
    else { return [] }
    return try SweepRange.values(
      from: ScenarioOverride.text(of: from), to: ScenarioOverride.text(of: to), steps: Int(steps))
  }
}

/// The first thing wrong with a scenario in which keys were changed.
struct ChangeMistake {
  /// The change whose path leads nowhere; nil when a value is to blame.
  var setting: Int?
  /// Where it is, unless a path is to blame.
  var place: SourceSpan
  var message: String
  var suggestion: String?
}

extension ScenarioDecoder {
  /// Reads the scenario with other values at some paths: what read it, and what is wrong then.
  func reading(
    _ settings: [JSONMember], on tree: JSONValue
  ) -> (decoder: ScenarioDecoder?, mistake: ChangeMistake?) {
    let log = SourceLog()
    let loader = context.files.copy(for: log)
    let paths = settings.indices.map { "path \($0) of a change" }
    var changed = tree
    // What is expected of the scenario as it stands may not hold of another.
    changed.content = .object((tree.members ?? []).filter { $0.key != "expect" })
    for (path, setting) in zip(paths, settings) {
      let source = loader.add(path, Array((setting.key + "=").utf8), folder: nil)
      let applier = OverrideApplier(log, source: source, createsNames: false)
      guard let next = applier.apply(path: setting.key, setting.value, to: changed) else { break }
      changed = next
    }
    let other = ReadingContext(log: log, files: loader)
    var decoder: ScenarioDecoder?
    if !log.hasErrors, let root = ObjectReader(changed, Shapes.root, other) {
      decoder = ScenarioDecoder(root, other)
      _ = decoder?.scenario()
    }
    guard let first = log.failure?.diagnostics.first, let place = log.failurePlace else {
      return (decoder, nil)
    }
    let mistake = ChangeMistake(
      setting: paths.firstIndex(of: first.file), place: place, message: first.message,
      suggestion: first.suggestion)
    return (decoder, mistake)
  }
}

extension Shapes {
  static let range = ObjectShape(
    "range", "a range", isMerged: false,
    [
      .required("from", .any, "The first value."),
      .required("to", .any, "The last value, of the same unit."),
      .required("steps", .integer(2...1_000), "How many values, evenly spaced."),
    ])
}
