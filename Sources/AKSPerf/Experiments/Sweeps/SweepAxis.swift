/// A key of a scenario with the values that a sweep gives it, one after the other.
public struct SweepAxis: Sendable, Hashable {
  /// As of `--set`: `networks.MAX.timeout`.
  public var path: String
  /// As of `--set`, in the order of the sweep.
  public var values: [String]

  public init(path: String, values: [String]) {
    self.path = path
    self.values = values
  }

  /// Reads `path=a,b,c` or `path=from..to:steps`.
  ///
  /// Commas within quotes, brackets and braces part no values.
  ///
  /// - Throws: Why it is no axis.
  public static func parse(_ text: String) throws(SweepMistake) -> SweepAxis {
    guard let item = ScenarioOverride(text) else {
      throw SweepMistake(
        "it must be a path, '=' and values, such as arrivals.rate=50/s,100/s or "
          + "arrivals.rate=50/s..400/s:8")
    }
    let values = split(item.value)
    if values.contains("") { throw SweepMistake("a value is empty") }
    if values.count == 1, let range = try range(values[0]) {
      return SweepAxis(path: item.path, values: range)
    }
    return SweepAxis(path: item.path, values: values)
  }

  /// The pieces between top-level commas, without spaces around them.
  private static func split(_ text: String) -> [String] {
    var pieces: [[UInt8]] = [[]]
    var depth = 0
    var quote: UInt8?
    for byte in text.utf8 {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == Byte.quote || byte == Byte.apostrophe {
        quote = byte
      } else if byte == Byte.openBrace || byte == Byte.openBracket {
        depth += 1
      } else if byte == Byte.closeBrace || byte == Byte.closeBracket {
        depth -= 1
      } else if byte == Byte.comma, depth == 0 {
        pieces.append([])
        continue
      }
      pieces[pieces.count - 1].append(byte)
    }
    return pieces.map { piece in
      let start = piece.drop { $0 == Byte.space }
      let end = start.lastIndex { $0 != Byte.space }
      return String(decoding: end.map { start[...$0] } ?? [], as: UTF8.self)
    }
  }

  /// The values of `from..to:steps`; nil when the text is no range.
  private static func range(_ text: String) throws(SweepMistake) -> [String]? {
    let bytes = Array(text.utf8)
    guard let colon = bytes.lastIndex(of: Byte.colon),
      let dots = bytes.indices.dropLast().first(where: {
        bytes[$0] == Byte.dot && bytes[$0 + 1] == Byte.dot
      }), dots < colon
    else { return nil }
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let steps = Int(piece(colon + 1..<bytes.count)) ?? 0
    guard (2...Limits.sweepValues).contains(steps) else {
      throw SweepMistake(
        "a range ends with how many values it has, from 2 to \(Limits.sweepValues): "
          + "50/s..400/s:8")
    }
    return try SweepRange.values(
      from: piece(0..<dots), to: piece(dots + 2..<colon), steps: steps)
  }
}

/// Why something is no axis of a sweep, or too many of them.
public struct SweepMistake: Error, Sendable, Hashable {
  public var message: String
  public init(_ message: String) { self.message = message }
}

extension ScenarioOverride {
  /// The shortest text of a value that an override reads as that value.
  static func text(of value: JSONValue) -> String {
    guard let text = value.text else { return value.json }
    let bytes = Array(text.utf8)
    let structures = [Byte.openBrace, Byte.openBracket, Byte.quote]
    guard let first = bytes.first, let last = bytes.last, first != Byte.space, last != Byte.space,
      !structures.contains(first)
    else { return value.json }
    var parser = JSONParser(bytes, source: 0)
    let isJSON = parser.document() != nil && parser.problems.isEmpty
    return isJSON ? value.json : text
  }
}
