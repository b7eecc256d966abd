/// Numbers as people read them; never used for files that programs read.
enum NumberText {
  /// `value` with a fixed number of decimals, rounded half away from zero.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return value > 0 ? "never" : "-" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = abs(value) * scale + 0.5
    guard scaled < 9e18 else { return value.description }
    let whole = UInt64(scaled)
    let divisor = UInt64(scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(whole) }
    let fraction = String(whole % divisor)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return sign + String(whole / divisor) + "." + zeros + fraction
  }

  /// Three significant digits, at least.
  static func short(_ value: Double) -> String {
    let size = abs(value)
    return fixed(value, size >= 99.95 || size == 0 ? 0 : size >= 9.995 ? 1 : 2)
  }

  /// Below 10 with three decimals, or as many more as three significant digits need.
  static func figure(_ value: Double) -> String {
    if value >= 10 { return value == value.rounded() ? fixed(value, 0) : short(value) }
    var decimals = 3
    var size = abs(value)
    while size > 0 && size < 0.1 && decimals < 15 {
      size *= 10
      decimals += 1
    }
    return fixed(value, decimals)
  }

  /// Microseconds in the unit that suits them, with three digits: `12.3ms`, `1.45s`, `3.20min`.
  static func time(_ microseconds: Double?) -> String {
    guard let value = microseconds else { return "-" }
    guard value.isFinite else { return "never" }
    if value < 999.5 { return fixed(value, 0) + "us" }
    if value < 999_500 { return short(value / 1e3) + "ms" }
    if value < 119.95e6 { return short(value / 1e6) + "s" }
    if value < 119.95 * 60e6 { return short(value / 60e6) + "min" }
    return short(value / 3_600e6) + "h"
  }

  static func percent(_ share: Double?) -> String {
    guard let share else { return "-" }
    return fixed(share * 100, 1) + "%"
  }

  /// `1234567` as `1,234,567`.
  static func grouped(_ value: UInt64) -> String {
    var result = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0 && index % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return String(result.reversed())
  }

  /// A ratio in its unit.
  static func ratio(_ value: Double?, unit: String) -> String {
    guard let value else { return "-" }
    switch unit {
    case "USD": return "$" + fixed(value, 4)
    case "B": return bytes(value)
    default: return fixed(value, 3)
    }
  }

  static func bytes(_ value: Double) -> String {
    if value < 999.5 { return fixed(value, 0) + "B" }
    if value < 999_500 { return short(value / 1e3) + "kB" }
    return value < 999.5e6 ? short(value / 1e6) + "MB" : short(value / 1e9) + "GB"
  }
}
