/// The figures of a gate as the list `customSmallerIsBetter`, from which history charts are drawn.
///
/// Those compared with a baseline, without one those of objectives. Of a share that is better when
/// larger it has the rest (`1 - coverage rate`); other figures that are, such as revenue, and what
/// has no value are left out.
public struct GateBencher {
  private let result: GateResult

  public init(_ result: GateResult) { self.result = result }

  /// The whole file.
  public func render() -> String {
    let kind: GateCheck.Kind =
      result.checks.contains { $0.kind == .regression } ? .regression : .objective
    var writer = JSONWriter()
    writer.array { writer in
      let checks = result.checks.filter { $0.kind == kind }
      for check in checks.sorted(by: { $0.name < $1.name }) { Self.write(check, &writer) }
    }
    return writer.text + "\n"
  }

  private static func write(_ check: GateCheck, _ writer: inout JSONWriter) {
    guard let value = check.estimate.value, value.isFinite else { return }
    let isRest = !check.wantsSmall
    if isRest && (check.unit != "1" || value > 1) { return }
    writer.inlineObject {
      $0.field("name", isRest ? "1 - \(check.name)" : check.name)
      $0.field("unit", check.unit)
      $0.field("value", isRest ? 1 - value : value)
      if let interval = check.estimate.interval {
        $0.field("range", "± \(JSONWriter.number(interval.halfWidth))")
      }
      $0.field("extra", GateFigures(check).sentence)
    }
  }
}
