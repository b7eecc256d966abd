/// Numbers as people read them in messages; never used in results.
enum Figures {
  /// A duration in seconds.
  static func seconds(_ duration: Duration) -> Double {
    let (whole, atto) = duration.components
    return Double(whole) + Double(atto) * 1e-18
  }

  /// Three significant digits with k, M or G: `812`, `3.14 M`.
  static func short(_ value: Double) -> String {
    guard value.isFinite, value >= 0 else { return "0" }
    for (unit, factor) in [(" G", 1e9), (" M", 1e6), (" k", 1e3)] where value >= factor {
      let scaled = value / factor
      return fixed(scaled, digits: scaled < 10 ? 2 : scaled < 100 ? 1 : 0) + unit
    }
    return fixed(value, digits: 0)
  }

  /// Minutes and seconds, hours where needed: `0:07`, `12:30`, `2:05:00`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0).rounded(), 3.6e7))
    let tail = pad(whole % 60)
    return whole < 3600
      ? "\(whole / 60):\(tail)" : "\(whole / 3600):\(pad(whole / 60 % 60)):\(tail)"
  }

  /// A non-negative number with a fixed count of decimals.
  static func fixed(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let units = Int((min(value, 1e15) * Double(scale)).rounded())
    if digits == 0 { return String(units) }
    let fraction = String(units % scale)
    return "\(units / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  private static func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
