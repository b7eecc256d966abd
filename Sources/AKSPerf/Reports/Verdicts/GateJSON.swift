/// The result of a gate as JSON, schema `perfbench.gate/1`: one line a check, worst first.
///
/// Latencies are microseconds; what is unknown or infinite is null.
public struct GateJSON {
  public static let schema = "perfbench.gate/1"

  private let result: GateResult

  public init(_ result: GateResult) { self.result = result }

  /// The whole file.
  public func render() -> String {
    var writer = JSONWriter()
    writer.object {
      $0.field("schema", Self.schema)
      $0.field("verdict", result.verdict.rawValue)
      $0.key("scenario")
      $0.inlineObject {
        $0.field("name", result.header.scenario)
        $0.field("digest", result.header.digest)
      }
      $0.key("set")
      $0.inlineArray(result.header.overrides) { $0.string("\($1.path)=\($1.value)") }
      $0.field("seed", result.header.seed)
      $0.field("replications", result.replications)
      $0.field("fingerprint", result.header.fingerprint)
      $0.key("baseline")
      if let baseline = result.baseline {
        $0.inlineObject {
          $0.field("digest", baseline.scenarioDigest)
          $0.field("fingerprint", baseline.fingerprint)
          $0.field("model_version", baseline.modelVersion)
          $0.field("same_run", result.isSameRun)
        }
      } else {
        $0.number(nil)
      }
      $0.key("checks")
      $0.array { writer in
        for check in result.checks { writer.inlineObject { Self.write(check, &$0) } }
      }
      $0.key("warnings")
      $0.inlineArray(result.warnings) { $0.string($1) }
      $0.field("model_version", AKSPerfVersion.current)
    }
    return writer.text + "\n"
  }

  private static func write(_ check: GateCheck, _ writer: inout JSONWriter) {
    writer.field("kind", check.kind.rawValue)
    writer.field("metric", check.metric)
    writer.field("check", check.check)
    writer.field("verdict", check.verdict.rawValue)
    writer.field("level", check.isWarning ? "warn" : "error")
    writer.field("unit", check.unit)
    writer.field("value", check.estimate.value)
    interval("ci95", check.estimate.interval, &writer)
    writer.field("count", check.count)
    writer.field("limit", check.limit)
    writer.field("baseline", check.baseline)
    interval("difference_ci95", check.difference, &writer)
    writer.field("standard_error", check.standardError)
    writer.field("smallest_detectable", check.smallestDetectable)
    writer.key("reason")
    if let reason = check.reason { writer.string(reason) } else { writer.number(nil) }
  }

  private static func interval(
    _ key: String, _ interval: Interval?, _ writer: inout JSONWriter
  ) {
    writer.key(key)
    guard let interval, interval.low.isFinite, interval.high.isFinite else {
      return writer.number(nil)
    }
    writer.inlineArray([interval.low, interval.high]) { $0.number($1) }
  }
}
