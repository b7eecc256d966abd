import Scheduler

/// What a number of a scenario measures, with the units it may carry.
///
/// Values are kept in the first unit of scale 1: nanoseconds, bytes, bits per second, launches per
/// second, USD per thousand shows.
enum Quantity: String, Sendable, CaseIterable {
  case duration, rate, size, bitRate, price, count

  /// A quantity as a message names it.
  var noun: String {
    switch self {
    case .duration: "a time"
    case .rate: "a rate"
    case .size: "a size"
    case .bitRate: "a bit rate"
    case .price: "a price"
    case .count: "a number"
    }
  }

  var example: String {
    switch self {
    case .duration: "\"800ms\""
    case .rate: "\"120/s\""
    case .size: "\"80kB\""
    case .bitRate: "\"12Mbps\""
    case .price: "2.5"
    case .count: "3"
    }
  }

  /// A unit with its size in the unit of scale 1.
  struct Unit: Sendable {
    var name: String
    var factor: Double

    init(_ name: String, _ factor: Double) {
      self.name = name
      self.factor = factor
    }
  }

  /// The units, each with its size; empty for a plain number.
  var units: [Unit] {
    switch self {
    case .duration: Self.durationUnits
    case .rate: Self.rateUnits
    case .size: Self.sizeUnits
    case .bitRate: Self.bitRateUnits
    case .price, .count: []
    }
  }

  private static let durationUnits = [
    Unit("ns", 1), Unit("us", 1e3), Unit("ms", 1e6), Unit("s", 1e9), Unit("m", 6e10),
    Unit("h", 3.6e12), Unit("d", 8.64e13),
  ]
  private static let rateUnits = [
    Unit("/s", 1), Unit("/m", 1 / 60.0), Unit("/h", 1 / 3_600.0), Unit("/d", 1 / 86_400.0),
  ]
  private static let sizeUnits = [
    Unit("B", 1), Unit("kB", 1e3), Unit("MB", 1e6), Unit("GB", 1e9), Unit("KiB", 1_024),
    Unit("MiB", 1_048_576), Unit("GiB", 1_073_741_824),
  ]
  private static let bitRateUnits = [
    Unit("bps", 1), Unit("kbps", 1e3), Unit("Mbps", 1e6), Unit("Gbps", 1e9),
  ]

  /// The greatest value, with its name.
  var limit: (value: Double, name: String) {
    switch self {
    case .duration: (Double(Limits.duration.nanoseconds), "366d")
    case .rate: (1e9, "1000000000/s")
    case .size: (Limits.sizeBytes, "4GB")
    case .bitRate: (1e12, "1000Gbps")
    case .price: (Limits.price, "4000")
    case .count: (1e9, "1000000000")
    }
  }

  /// Whether the engine carries nothing above the limit, so that a draw beyond it is cut off there.
  var isCut: Bool { self == .price || self == .size }

  /// The regular expression of its text form, for the schema.
  var pattern: String {
    let names = units.map(\.name).joined(separator: "|")
    return #"^[0-9]+(\.[0-9]+)?("# + names + ")$"
  }

  /// Other spellings of units, with the right one.
  private var misspellings: [(String, String)] {
    switch self {
    case .duration:
      [
        ("sec", "s"), ("secs", "s"), ("second", "s"), ("seconds", "s"), ("min", "m"),
        ("mins", "m"), ("minute", "m"), ("minutes", "m"), ("hr", "h"), ("hour", "h"),
        ("hours", "h"), ("day", "d"), ("days", "d"), ("msec", "ms"), ("millis", "ms"),
        ("µs", "us"), ("μs", "us"),
      ]
    case .rate:
      [
        ("/sec", "/s"), ("/second", "/s"), ("/min", "/m"), ("/minute", "/m"), ("/hour", "/h"),
        ("/day", "/d"), ("rps", "/s"), ("qps", "/s"),
      ]
    case .size:
      [
        ("b", "B"), ("kb", "kB"), ("KB", "kB"), ("k", "kB"), ("K", "kB"), ("Kb", "kB"),
        ("mb", "MB"), ("Mb", "MB"), ("M", "MB"), ("gb", "GB"), ("G", "GB"),
      ]
    case .bitRate:
      [
        ("kbit", "kbps"), ("Kbps", "kbps"), ("KBPS", "kbps"), ("k", "kbps"), ("mbps", "Mbps"),
        ("Mbit", "Mbps"), ("M", "Mbps"), ("MBPS", "Mbps"), ("gbps", "Gbps"),
      ]
    case .price, .count: []
    }
  }

  /// Why a text is no quantity.
  struct Mistake: Error {
    var message: String
    var suggestion: String?
  }

  /// Reads a text such as `1.5s`.
  ///
  /// Only digits, one point and a unit: no locale, no exponent, no spaces.
  func value(of text: String, allowsNegative: Bool = false) throws(Mistake) -> Double {
    let isNegative = text.utf8.first == Byte.minus
    let body = isNegative ? text.dropFirst() : text[...]
    let digits = body.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = String(body[digits.endIndex...])
    guard !units.isEmpty else {
      throw Mistake(
        message: "\(noun) is a plain number, such as \(example)",
        suggestion: unit.isEmpty ? text : nil)
    }
    guard let number = Self.decimal(digits) else {
      throw Mistake(message: "\(noun) is written such as \(example), not \(quoted(text))")
    }
    guard let factor = units.first(where: { $0.name == unit })?.factor else {
      throw unknownUnit(unit, digits: String(digits))
    }
    if isNegative, !allowsNegative, number > 0 {
      throw Mistake(message: "\(noun) cannot be negative")
    }
    let value = number * factor
    if value > limit.value {
      throw Mistake(message: "\(quoted(text)) is above the limit of \(limit.name)")
    }
    return isNegative ? -value : value
  }

  private func unknownUnit(_ unit: String, digits: String) -> Mistake {
    if unit.isEmpty {
      return Mistake(
        message: "\(noun) needs a unit, such as \(example)", suggestion: nil)
    }
    let trimmed = String(unit.filter { $0 != " " })
    let known = units.map(\.name)
    let meant =
      known.contains(trimmed)
      ? trimmed
      : misspellings.first { $0.0 == trimmed }?.1
        ?? known.first { $0.lowercased() == trimmed.lowercased() }
    let list = known.joined(separator: ", ")
    if trimmed != unit, let meant {
      return Mistake(
        message: "no space stands between a number and its unit", suggestion: digits + meant)
    }
    return Mistake(
      message: "unknown unit \(quoted(unit)); units of \(noun): \(list)",
      suggestion: meant.map { digits + $0 })
  }

  /// Digits with at most one point between them.
  private static func decimal(_ text: Substring) -> Double? {
    guard let first = text.utf8.first, Byte.isDigit(first), let last = text.utf8.last,
      Byte.isDigit(last), text.utf8.count <= 40
    else { return nil }
    return Double(text)
  }
}
