import AKSPerf
import Foundation
import Testing

/// A figure of a report, read from its replications rather than from its own estimates.
enum Quantity: Sendable, Hashable {
  /// Seconds.
  case mean(Metric, LabelSet)
  case percentile(Metric, Percentile)
  /// Share of values of a microsecond and more.
  case positive(Metric)
  case ratio(Ratio, LabelSet)
  case quotient(Count, LabelSet, Count, LabelSet)
  /// A count of one replication.
  case count(Count)
  case gauge(Gauge, backend: String?)

  var text: String {
    switch self {
    case .mean(let metric, let labels): "mean \(metric.name)\(labels) [s]"
    case .percentile(let metric, let percentile): "\(percentile.name) \(metric.name) [s]"
    case .positive(let metric): "P(\(metric.name) > 0)"
    case .ratio(let ratio, let labels): "\(ratio.name)\(labels)"
    case .quotient(let a, let x, let b, let y): "\(a.name)\(x) ÷ \(b.name)\(y)"
    case .count(let count): "\(count.name) of a replication"
    case .gauge(let gauge, let backend): gauge.name + (backend.map { "{backend=\($0)}" } ?? "")
    }
  }
}

/// What theory says of a figure.
struct Expectation: Sendable {
  var quantity: Quantity
  var theory: Double
  /// The half-width of the 99.9 % interval that the file must reach as it is, relative to theory.
  var precision: Double

  init(_ quantity: Quantity, _ theory: Double, within precision: Double = 0.01) {
    self.quantity = quantity
    self.theory = theory
    self.precision = precision
  }
}

/// A simulated figure with its 99.9 % interval: t(R − 1, .9995) · S ÷ √R, as `metrics.md` has it.
struct Evidence: Sendable {
  var value: Double
  var halfWidth: Double

  init?(_ quantity: Quantity, in report: Report) {
    let tallies = report.results.map(\.tally)
    switch quantity {
    case .mean(let metric, let labels):
      let rows = tallies.map { $0.histogram(metric, labels) }
      self.init(
        rows.map { Double($0.moments.sum) / 1e6 }, rows.map { Double($0.moments.finite) })
    case .percentile(let metric, let percentile):
      self.init(tallies.map { $0.histogram(metric, .total) }, percentile)
    case .positive(let metric):
      let rows = tallies.map { $0.histogram(metric, .total) }
      self.init(
        rows.map { Double($0.count) * (1 - ($0.shareBelow(1) ?? 0)) }, rows.map { Double($0.count) }
      )
    case .ratio(let ratio, let labels):
      self.init(
        tallies.map { ratio.scale * $0.count(ratio.numerator, labels) },
        tallies.map { $0.count(ratio.denominator, labels) })
    case .quotient(let a, let x, let b, let y):
      self.init(tallies.map { $0.count(a, x) }, tallies.map { $0.count(b, y) })
    case .count(let count):
      self.init(tallies.map { $0.count(count, .total) }, tallies.map { _ in 1 })
    case .gauge(let gauge, let backend):
      let labels = LabelSet(backend.map { [.backend($0)] } ?? [])
      let window = Double(report.plan.window.duration.nanoseconds)
      let levels = report.results.compactMap { result in
        result.gauges.first { $0.gauge == gauge && $0.labels == labels }
      }
      self.init(
        levels.map { Double($0.integrals.reduce(0, +)) / Double($0.divisor) },
        levels.map { _ in window })
    }
  }

  private init?(_ numerators: [Double], _ denominators: [Double]) {
    let total = denominators.reduce(0, +)
    guard total > 0, numerators.count > 1 else { return nil }
    let value = numerators.reduce(0, +) / total
    let mean = total / Double(numerators.count)
    let deviations = zip(numerators, denominators).map { ($0 - value * $1) / mean }
    self.value = value
    halfWidth = Self.halfWidth(deviations)
  }

  private init?(_ rows: [Histogram], _ percentile: Percentile) {
    var pooled = Histogram()
    for row in rows { pooled.merge(row) }
    let values = rows.compactMap { $0.percentile(percentile)?.microseconds }
    guard let whole = pooled.percentile(percentile)?.microseconds, values.count == rows.count
    else { return nil }
    value = Double(whole) / 1e6
    let deviations = values.map { Double($0) / 1e6 - Double(whole) / 1e6 }
    // Buckets of the histogram add half a thousandth.
    halfWidth = Self.halfWidth(deviations) + 0.0005 * Double(whole) / 1e6
  }

  private static func halfWidth(_ deviations: [Double]) -> Double {
    let count = Double(deviations.count)
    let spread = (deviations.reduce(0) { $0 + $1 * $1 } / (count - 1)).squareRoot()
    let t = StudentT.quantile(0.9995, degrees: deviations.count - 1)
    // Latencies are whole microseconds, cut off; a level known exactly is a sum of rounded terms.
    return t * spread / count.squareRoot() + 1e-6
  }

  func contains(_ theory: Double) -> Bool { abs(value - theory) <= halfWidth }
}

extension Tally {
  func histogram(_ metric: Metric, _ labels: LabelSet) -> Histogram {
    metrics.first { $0.metric == metric && $0.labels == labels }?.histogram ?? Histogram()
  }
  func count(_ count: Count, _ labels: LabelSet) -> Double {
    Double(counts.first { $0.count == count && $0.labels == labels }?.value ?? 0)
  }
}
