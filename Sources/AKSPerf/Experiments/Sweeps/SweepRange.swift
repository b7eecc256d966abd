/// Evenly spaced values between two of one quantity, in exact decimal arithmetic.
///
/// A value that has no end in decimals is rounded to six places more than the ends have.
enum SweepRange {
  /// A number with its unit: `units` ÷ 10^`decimals`.
  private struct Amount {
    var units: Int128
    var decimals: Int
    var unit: String

    /// The same amount written with more decimals.
    func with(_ more: Int) throws(SweepMistake) -> Amount {
      var copy = self
      while copy.decimals < more {
        let (units, overflow) = copy.units.multipliedReportingOverflow(by: 10)
        if overflow { throw SweepRange.tooFar }
        copy.units = units
        copy.decimals += 1
      }
      return copy
    }
  }

  private static let tooFar = SweepMistake("the ends of the range are too far apart")

  /// Whether a text is a plain number with or without a unit.
  static func isNumber(_ text: String) -> Bool { amount(text) != nil }

  /// The values, both ends among them, in the smaller unit of the two.
  static func values(
    from: String, to: String, steps: Int
  ) throws(SweepMistake) -> [String] {
    precondition(steps > 1, "a range of one value")
    guard var first = amount(from), var last = amount(to) else {
      throw SweepMistake("a range goes from a plain number to another, of up to 15 digits each")
    }
    try unify(&first, &last)
    let count = Int128(steps - 1)
    let scale: Int128 = 1_000_000
    return try (0..<steps).map { step throws(SweepMistake) in
      let (a, o1) = first.units.multipliedReportingOverflow(by: count - Int128(step))
      let (b, o2) = last.units.multipliedReportingOverflow(by: Int128(step))
      let (sum, o3) = a.addingReportingOverflow(b)
      let (scaled, o4) = sum.multipliedReportingOverflow(by: 2 * scale)
      if o1 || o2 || o3 || o4 { throw tooFar }
      // Half away from zero.
      let rounded = (scaled + (scaled < 0 ? -count : count)) / (2 * count)
      return text(rounded, decimals: first.decimals + 6) + first.unit
    }
  }

  /// Brings two amounts to one unit and one count of decimals.
  private static func unify(_ a: inout Amount, _ b: inout Amount) throws(SweepMistake) {
    if a.unit != b.unit {
      guard let quantity = Quantity.allCases.first(where: { $0.has(a.unit) && $0.has(b.unit) }),
        let x = quantity.factor(a.unit), let y = quantity.factor(b.unit)
      else { throw SweepMistake("both ends of a range are of one unit") }
      let ratio = (max(x, y) / min(x, y)).rounded()
      guard abs(ratio * min(x, y) - max(x, y)) <= 1e-9 * max(x, y) else {
        throw SweepMistake(
          "both ends of a range are of one unit, or of one a multiple of the other")
      }
      if x > y {
        a = Amount(units: a.units * Int128(ratio), decimals: a.decimals, unit: b.unit)
      } else {
        b = Amount(units: b.units * Int128(ratio), decimals: b.decimals, unit: a.unit)
      }
    }
    let decimals = max(a.decimals, b.decimals)
    a = try a.with(decimals)
    b = try b.with(decimals)
  }

  private static func amount(_ text: String) -> Amount? {
    let isNegative = text.utf8.first == Byte.minus
    let body = text.utf8.dropFirst(isNegative ? 1 : 0)
    let digits = body.prefix { Byte.isDigit($0) || $0 == Byte.dot }
    let parts = digits.split(separator: Byte.dot, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      parts.reduce(0, { $0 + $1.count }) <= 15,
      let units = Int128(String(decoding: parts.joined(), as: UTF8.self))
    else { return nil }
    let unit = String(decoding: body[digits.endIndex...], as: UTF8.self)
    guard unit.isEmpty || Quantity.allCases.contains(where: { $0.has(unit) }) else { return nil }
    return Amount(
      units: isNegative ? -units : units, decimals: parts.count == 2 ? parts[1].count : 0,
      unit: unit)
  }

  private static func text(_ value: Int128, decimals: Int) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = padded.suffix(decimals)
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let whole = padded.dropLast(decimals)
    return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension Quantity {
  /// Whether it has a unit of that name.
  fileprivate func has(_ unit: String) -> Bool { factor(unit) != nil }
  fileprivate func factor(_ unit: String) -> Double? { units.first { $0.name == unit }?.factor }
}
