/// Reads the two texts of an objective byte by byte, keeping offsets for messages.
struct SLOTextReader {
  let bytes: [UInt8]
  let part: SLOSyntaxError.Part
  private(set) var position = 0

  typealias Value = (value: LabelValue, offset: Int)

  init(_ text: String, part: SLOSyntaxError.Part) {
    bytes = Array(text.utf8)
    self.part = part
  }

  private func failure(_ message: String, at offset: Int? = nil) -> SLOSyntaxError {
    SLOSyntaxError(message, part: part, offset: offset ?? position)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let byte = current, byte == 32 || byte == 9 { position += 1 }
  }

  private mutating func accept(_ character: Character) -> Bool {
    skipSpaces()
    guard current == character.asciiValue else { return false }
    position += 1
    return true
  }

  /// The bytes up to one of `stops`, without spaces around; empty when there are none.
  private mutating func word(upTo stops: String) -> String {
    skipSpaces()
    let start = position
    let ends = Array(stops.utf8)
    while let byte = current, !ends.contains(byte) { position += 1 }
    var end = position
    while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  mutating func end() throws(SLOSyntaxError) {
    skipSpaces()
    if position < bytes.count { throw failure("unexpected text after the check") }
  }

  // MARK: The check

  mutating func statistic() throws(SLOSyntaxError) -> SLOCheck.Statistic {
    skipSpaces()
    let start = position
    let name = word(upTo: "(<>=")
    switch name {
    case "p":
      guard accept("(") else { throw failure("a percentile is written p(95)") }
      skipSpaces()
      let at = position
      let text = word(upTo: ")<>=")
      guard let number = Self.partsPerMillion(text) else {
        throw failure("'\(text)' is not a percentile above 0 and below 100", at: at)
      }
      guard accept(")") else { throw failure("expected ')' after the percentile") }
      return .percentile(number)
    case "med": return .percentile(.p50)
    case "avg": return .average
    case "min": return .minimum
    case "max": return .maximum
    case "rate": return .rate
    case "count": return .count
    default:
      let known = ["p(95)", "avg", "med", "min", "max", "rate", "count"]
      throw Self.unknown("statistic '\(name)'", name, known, part: part, offset: start)
    }
  }

  /// A decimal number of percent with up to four decimals as exact parts per million.
  private static func partsPerMillion(_ text: String) -> Percentile? {
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), pieces[0].count <= 2, let whole = UInt32(pieces[0])
    else { return nil }
    var decimals: UInt32 = 0
    if pieces.count == 2 {
      let digits = pieces[1]
      guard (1...4).contains(digits.count), let value = UInt32(digits) else { return nil }
      decimals = (digits.count..<4).reduce(value) { scaled, _ in scaled * 10 }
    }
    let parts = whole * 10_000 + decimals
    return parts == 0 ? nil : Percentile(partsPerMillion: parts)
  }

  mutating func comparison() throws(SLOSyntaxError) -> SLOCheck.Comparison {
    if accept("<") { return current == 61 ? (skip(), .lessOrEqual).1 : .less }
    if accept(">") { return current == 61 ? (skip(), .greaterOrEqual).1 : .greater }
    throw failure("expected <, <=, > or >=")
  }

  private mutating func skip() { position += 1 }

  mutating func limit(latency: Bool) throws(SLOSyntaxError) -> Double {
    skipSpaces()
    let start = position
    let text = word(upTo: " \t,;")
    let unitStart = text.firstIndex { $0.isLetter || $0 == "%" || $0 == "µ" } ?? text.endIndex
    guard let number = Double(text[..<unitStart]), number.isFinite, number >= 0 else {
      throw failure("'\(text)' is not a number", at: start)
    }
    let unit = String(text[unitStart...])
    guard latency else {
      if unit == "%" { return number / 100 }
      if unit.isEmpty { return number }
      throw failure("'\(text)' has a unit where a plain number is expected", at: start)
    }
    let factors = [
      "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "m": 6e7, "min": 6e7, "h": 3.6e9,
    ]
    guard let factor = factors[unit] else {
      throw failure(
        unit.isEmpty
          ? "a latency needs a unit, as in 800ms"
          : "unknown unit '\(unit)'; use us, ms, s, m or h", at: start)
    }
    let scaled = number * factor + 0.5
    guard scaled < 1e15 else { throw failure("'\(text)' is too long", at: start) }
    return Double(Int64(scaled))
  }

  // MARK: The metric

  mutating func subject(
    for statistic: SLOCheck.Statistic
  ) throws(SLOSyntaxError) -> (SLOCheck.Subject, [Value]) {
    skipSpaces()
    let start = position
    let name = word(upTo: "{")
    guard let subject = Self.subject(name, for: statistic) else {
      let known = Catalogue.judgedNames
      throw Self.unknown(
        "metric '\(name)'", name, known, listing: "; `perfbench schema metrics` lists them",
        part: part, offset: start)
    }
    var values: [Value] = []
    if accept("{") {
      repeat { values.append(try labelValue(of: subject, after: values)) } while accept(",")
      guard accept("}") else { throw failure("expected ',' or '}'") }
    }
    skipSpaces()
    if position < bytes.count { throw failure("unexpected text after the metric") }
    return (subject, values)
  }

  /// A few names are both a ratio and its numerator; `count` means the numerator.
  private static func subject(
    _ name: String, for statistic: SLOCheck.Statistic
  ) -> SLOCheck.Subject? {
    if let metric = Metric(name: name) { return .metric(metric) }
    if statistic == .count, let count = Count(name: name) { return .count(count) }
    if let ratio = Ratio(name: name) { return .ratio(ratio) }
    if let count = Count(name: name) { return .count(count) }
    if let gauge = Gauge(name: name) { return .gauge(gauge) }
    return Hazard(name: name).map { .hazard($0) }
  }

  private mutating func labelValue(
    of subject: SLOCheck.Subject, after others: [Value]
  ) throws(SLOSyntaxError) -> Value {
    skipSpaces()
    let start = position
    let name = word(upTo: "=,}")
    guard let label = Label(rawValue: name), subject.labels.contains(label) else {
      let known = subject.labels.map(\.rawValue)
      let what = "label '\(name)' of \(subject.name)"
      throw Self.unknown(what, name, known, part: part, offset: start)
    }
    if others.contains(where: { $0.value.label == label }) {
      throw failure("label '\(name)' is given twice", at: start)
    }
    guard accept("=") else { throw failure("expected '=' after '\(name)'") }
    skipSpaces()
    let at = position
    let value = word(upTo: ",}")
    if value.isEmpty { throw failure("expected a value of '\(name)'", at: at) }
    if let known = label.closedValues, !known.contains(value) {
      throw Self.unknown("\(name) '\(value)'", value, known, part: part, offset: at)
    }
    if let clash = others.first(where: {
      (label == .of && [.source, .found, .network, .suspended].contains($0.value.label))
        || ($0.value.label == .of && [.source, .found, .network, .suspended].contains(label))
    }) {
      throw failure(
        "'of' cannot be combined with a label that only shown ads have ('\(clash.value.label)')",
        at: start)
    }
    return (LabelValue(label, value), at)
  }

  /// The mistake of a name that is none of `known`; `listing` says where too many of them stand.
  static func unknown(
    _ what: String, _ name: String, _ known: [String], listing: String = "",
    part: SLOSyntaxError.Part, offset: Int
  ) -> SLOSyntaxError {
    let hint: String
    if let closest = nearestName(to: name, among: known) {
      hint = "; did you mean '\(closest)'?"
    } else if known.count <= 64 {
      hint = known.isEmpty ? "" : "; known: " + known.joined(separator: ", ")
    } else {
      hint = listing
    }
    return SLOSyntaxError("unknown \(what)\(hint)", part: part, offset: offset)
  }
}
