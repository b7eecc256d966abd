import Scheduler

extension ScenarioDecoder {
  /// The most values of one path that are tried out.
  private static let tried = 16

  /// Notes paths of `sweep` that lead nowhere and values that make no scenario.
  ///
  /// Values are tried out on the whole scenario, so it must be free of mistakes.
  func checkSweep(_ tree: JSONValue) {
    if root.has("sweep") { root.noteUnbuilt("sweep") }
    for member in root.entries("sweep") {
      for value in sweepValues(member.value).prefix(Self.tried) {
        if !tryOut(member, value, on: tree) { break }
      }
    }
  }

  /// Whether the scenario with a value at a swept path can be read.
  private func tryOut(_ member: JSONMember, _ value: JSONValue, on tree: JSONValue) -> Bool {
    let log = SourceLog()
    let loader = context.files.copy(for: log)
    let source = loader.add("sweep", Array((member.key + "=").utf8), folder: nil)
    let applier = OverrideApplier(log, source: source, createsNames: false)
    guard let changed = applier.apply(path: member.key, value, to: tree) else {
      if let first = log.failure?.diagnostics.first {
        error(
          member.keySpan, "the path leads nowhere: \(first.message)",
          suggestion: first.suggestion)
      }
      return false
    }
    let other = ReadingContext(log: log, files: loader)
    if let root = ObjectReader(changed, Shapes.root, other) {
      _ = ScenarioDecoder(root, other).scenario()
    }
    guard let failure = log.failure, let first = failure.diagnostics.first else { return true }
    let isPath = first.file == "sweep"
    error(
      isPath ? member.keySpan : value.span,
      isPath ? "the path leads nowhere: \(first.message)" : "with this value: \(first.message)",
      suggestion: first.suggestion)
    return false
  }

  /// The values of a path: those listed, or the ends of a range.
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
    return ["from", "to"].compactMap { reader.written($0) }
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
