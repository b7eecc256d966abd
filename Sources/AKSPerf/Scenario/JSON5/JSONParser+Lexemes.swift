extension JSONParser {
  // MARK: Strings

  /// A string in single or double quotes; nil when it is wrong, which has then been noted.
  mutating func string() -> String? {
    let start = position
    let quote = bytes[position]
    position += 1
    var pieces = ""
    var runStart = position
    var isValid = true
    while bytes[position] != quote {
      let byte = bytes[position]
      if byte == Byte.backslash {
        pieces += String(decoding: bytes[runStart..<position], as: UTF8.self)
        if !escape(into: &pieces) { isValid = false }
        runStart = position
      } else if byte < 0x20, byte != Byte.tab {
        if position == end || byte == Byte.lineFeed || byte == Byte.carriageReturn {
          problem(start, position, "the text that starts here has no closing quote", nil)
          return nil
        }
        problem(
          position, position + 1, "a control character in a text is written as an escape",
          "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
        isValid = false
        position += 1
      } else {
        position += 1
      }
    }
    let last = String(decoding: bytes[runStart..<position], as: UTF8.self)
    position += 1
    return isValid ? (pieces.isEmpty ? last : pieces + last) : nil
  }

  /// One escape, the backslash included; false when it is wrong.
  private mutating func escape(into text: inout String) -> Bool {
    let start = position
    let byte = bytes[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "b"): text += "\u{8}"
    case UInt8(ascii: "f"): text += "\u{C}"
    case UInt8(ascii: "n"): text += "\n"
    case UInt8(ascii: "r"): text += "\r"
    case UInt8(ascii: "t"): text += "\t"
    case UInt8(ascii: "v"): text += "\u{B}"
    case UInt8(ascii: "0") where !Byte.isDigit(bytes[position]): text += "\0"
    case UInt8(ascii: "x"):
      guard let code = hexadecimal(2) else {
        return badEscape(start, "\\x takes two digits 0-9a-f")
      }
      text.unicodeScalars.append(UnicodeScalar(UInt8(code)))
    case UInt8(ascii: "u"):
      guard let scalar = unicodeEscape(start) else { return false }
      text.unicodeScalars.append(scalar)
    case Byte.carriageReturn:
      if bytes[position] == Byte.lineFeed { position += 1 }
    case Byte.lineFeed: break
    case Byte.zero...Byte.nine: return badEscape(start, "an octal escape is not allowed")
    case 0 where position > end:
      position = end
    case 0xE2 where bytes[position] == 0x80 && (bytes[position + 1] & 0xFE) == 0xA8:
      position += 2
    default:
      // Any other character stands for itself; its further bytes follow as ordinary ones.
      position -= 1
      let first = position
      position += 1
      while bytes[position] & 0xC0 == 0x80 { position += 1 }
      text += String(decoding: bytes[first..<position], as: UTF8.self)
    }
    return true
  }

  private mutating func badEscape(_ start: Int, _ message: String) -> Bool {
    problem(start, position, message, nil)
    return false
  }

  private mutating func hexadecimal(_ digits: Int) -> UInt32? {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Byte.hexadecimalDigit(bytes[position]) else { return nil }
      code = code << 4 | digit
      position += 1
    }
    return code
  }

  /// The scalar of `\uXXXX`, or of two such that form a surrogate pair; `\u` has been read.
  private mutating func unicodeEscape(_ start: Int) -> UnicodeScalar? {
    guard let first = hexadecimal(4) else {
      _ = badEscape(start, "\\u takes four digits 0-9a-f")
      return nil
    }
    guard first & 0xF800 == 0xD800 else { return UnicodeScalar(first) }
    if first < 0xDC00, bytes[position] == Byte.backslash, bytes[position + 1] == UInt8(ascii: "u") {
      let before = position
      position += 2
      if let second = hexadecimal(4), second & 0xFC00 == 0xDC00 {
        return UnicodeScalar(0x10000 + ((first & 0x3FF) << 10 | (second & 0x3FF)))
      }
      position = before
    }
    _ = badEscape(start, "half of a surrogate pair is not a character")
    return nil
  }

  // MARK: Identifiers

  /// An unquoted key.
  mutating func identifier() -> String? {
    let start = position
    var pieces = ""
    var runStart = position
    while true {
      if Byte.continuesIdentifier(bytes[position]) {
        position += 1
      } else if bytes[position] == Byte.backslash {
        pieces += String(decoding: bytes[runStart..<position], as: UTF8.self)
        let escapeStart = position
        position += 1
        guard bytes[position] == UInt8(ascii: "u") else {
          _ = badEscape(start, "a key without quotes has escapes of the form \\uXXXX only")
          return nil
        }
        position += 1
        guard let scalar = unicodeEscape(escapeStart) else { return nil }
        pieces.unicodeScalars.append(scalar)
        runStart = position
      } else {
        return pieces + String(decoding: bytes[runStart..<position], as: UTF8.self)
      }
    }
  }

  // MARK: Numbers

  /// A number; nil when it is wrong, which has then been noted.
  mutating func number() -> JSONNumber? {
    let start = position
    var isNegative = false
    if bytes[position] == Byte.plus || bytes[position] == Byte.minus {
      isNegative = bytes[position] == Byte.minus
      position += 1
    }
    let digitsStart = position
    if bytes[position] == Byte.zero, bytes[position + 1] | 0x20 == UInt8(ascii: "x") {
      return hexadecimalNumber(from: start, isNegative: isNegative)
    }
    while Byte.isDigit(bytes[position]) { position += 1 }
    let wholeDigits = position - digitsStart
    var fractionDigits = 0
    var isInteger = true
    if bytes[position] == Byte.dot {
      isInteger = false
      position += 1
      let fractionStart = position
      while Byte.isDigit(bytes[position]) { position += 1 }
      fractionDigits = position - fractionStart
    }
    guard wholeDigits + fractionDigits > 0 else { return badNumber(start, "expected a number") }
    if wholeDigits > 1, bytes[digitsStart] == Byte.zero {
      return badNumber(start, "a number does not start with 0")
    }
    var text = String(decoding: bytes[digitsStart..<position], as: UTF8.self)
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      let exponentStart = position
      position += 1
      if bytes[position] == Byte.plus || bytes[position] == Byte.minus { position += 1 }
      guard Byte.isDigit(bytes[position]) else { return badNumber(start, "an exponent has digits") }
      while Byte.isDigit(bytes[position]) { position += 1 }
      if text.hasSuffix(".") { text += "0" }
      text += String(decoding: bytes[exponentStart..<position], as: UTF8.self)
    }
    guard endsNumber(start) else { return nil }
    if isInteger, let magnitude = UInt64(text) {
      return JSONNumber(magnitude: magnitude, isNegative: isNegative)
    }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasSuffix(".") { text += "0" }
    guard let value = Double(text), value.isFinite else {
      problem(start, position, "the number is too large", nil)
      return nil
    }
    return JSONNumber(isNegative ? -value : value)
  }

  private mutating func hexadecimalNumber(from start: Int, isNegative: Bool) -> JSONNumber? {
    position += 2
    var magnitude: UInt64 = 0
    let digitsStart = position
    var overflows = false
    while let digit = Byte.hexadecimalDigit(bytes[position]) {
      overflows = overflows || magnitude >> 60 != 0
      magnitude = magnitude << 4 | UInt64(digit)
      position += 1
    }
    if position == digitsStart { return badNumber(start, "a hexadecimal number has digits") }
    guard endsNumber(start) else { return nil }
    if overflows {
      problem(start, position, "the number is too large", nil)
      return nil
    }
    return JSONNumber(magnitude: magnitude, isNegative: isNegative)
  }

  /// Whether the number really ends here; a unit behind it lacks its quotes.
  private mutating func endsNumber(_ start: Int) -> Bool {
    let byte = bytes[position]
    guard Byte.continuesIdentifier(byte) || byte == Byte.slash && isUnitSlash || byte == Byte.dot
    else { return true }
    while Byte.continuesIdentifier(bytes[position]) || bytes[position] == Byte.slash
      || bytes[position] == Byte.dot
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if bytes[start..<position].contains(where: { Byte.startsIdentifier($0) || $0 == Byte.slash }) {
      problem(start, position, "a number with a unit needs quotes", "\"\(text)\"")
    } else {
      problem(start, position, "\(quoted(text)) is not a number", nil)
    }
    return false
  }

  /// Whether the slash starts no comment.
  private var isUnitSlash: Bool {
    bytes[position + 1] != Byte.slash && bytes[position + 1] != Byte.star
  }

  private mutating func badNumber(_ start: Int, _ message: String) -> JSONNumber? {
    while Byte.continuesIdentifier(bytes[position]) || bytes[position] == Byte.dot { position += 1 }
    let isWord = bytes[start..<position].contains {
      $0 == UInt8(ascii: "I") || $0 == UInt8(ascii: "N")
    }
    problem(
      start, max(position, start + 1),
      isWord ? "infinities are not numbers that a scenario can have" : message, nil)
    return nil
  }
}
