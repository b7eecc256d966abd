/// A number above 0 of at most five significant decimal digits, as a scenario can be given one.
struct DecimalNumber: Hashable {
  /// Without zeros at its end.
  private var digits: Int
  /// The power of ten that it is multiplied by.
  private var exponent: Int

  /// The nearest one, upwards from the middle between two; `value` is above 0 and finite.
  init(rounding value: Double) {
    precondition(value > 0 && value.isFinite, "no number that a key can have")
    var scaled = value
    exponent = 0
    while scaled >= 99_999.5 {
      scaled /= 10
      exponent += 1
    }
    while scaled < 9_999.95 && exponent > -300 {
      scaled *= 10
      exponent -= 1
    }
    digits = Int(scaled.rounded())
    while digits > 0 && digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
  }

  var value: Double { Double(text) ?? 0 }

  /// Digits and at most one point between them.
  var text: String {
    let figures = String(digits)
    if exponent >= 0 { return figures + String(repeating: "0", count: exponent) }
    let places = -exponent
    if places < figures.count {
      return figures.dropLast(places) + "." + figures.suffix(places)
    }
    return "0." + String(repeating: "0", count: places - figures.count) + figures
  }
}
