/// A percentile as an exact number: parts per million, so ranks never depend on rounding.
///
/// Range: above 0 and below 1 000 000 parts.
public struct Percentile: Sendable, Hashable, Comparable {
  public let partsPerMillion: UInt32

  public init(partsPerMillion: UInt32) {
    precondition(partsPerMillion > 0 && partsPerMillion < 1_000_000, "a percentile beyond (0, 100)")
    self.partsPerMillion = partsPerMillion
  }

  public static let p50 = Percentile(partsPerMillion: 500_000)
  public static let p75 = Percentile(partsPerMillion: 750_000)
  public static let p90 = Percentile(partsPerMillion: 900_000)
  public static let p95 = Percentile(partsPerMillion: 950_000)
  public static let p99 = Percentile(partsPerMillion: 990_000)
  public static let p999 = Percentile(partsPerMillion: 999_000)
  /// The percentiles of every report, ascending.
  public static let reported = [p50, p75, p90, p95, p99, p999]

  public var share: Double { Double(partsPerMillion) / 1e6 }

  /// The rank ⌈p·n⌉, from 1, among `n` values; 0 when there are none.
  public func rank(among n: UInt64) -> UInt64 {
    let product = n.multipliedFullWidth(by: UInt64(partsPerMillion))
    let (quotient, rest) = UInt64(1_000_000).dividingFullWidth(product)
    return quotient + (rest == 0 ? 0 : 1)
  }

  /// As in reports: `p95`, `p999`.
  public var name: String { "p" + digits.filter { $0 != "." } }

  /// As in checks: `95`, `99.9`.
  var digits: String {
    let whole = partsPerMillion / 10_000
    var rest = String(partsPerMillion % 10_000 + 10_000).dropFirst()
    while rest.last == "0" { rest = rest.dropLast() }
    return rest.isEmpty ? "\(whole)" : "\(whole).\(rest)"
  }

  public static func < (a: Percentile, b: Percentile) -> Bool {
    a.partsPerMillion < b.partsPerMillion
  }
}
