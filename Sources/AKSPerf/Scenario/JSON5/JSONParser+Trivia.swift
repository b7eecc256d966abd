extension JSONParser {
  /// Skips spaces, line ends and comments.
  mutating func skipTrivia() {
    while true {
      let byte = bytes[position]
      if byte == Byte.space || byte >= Byte.tab && byte <= Byte.carriageReturn {
        position += 1
      } else if byte == Byte.slash {
        guard skipComment() else { return }
      } else if byte >= 0x80 {
        let width = unicodeSpaceWidth
        if width == 0 { return }
        position += width
      } else {
        return
      }
    }
  }

  /// Skips a comment; false when the slash starts none.
  private mutating func skipComment() -> Bool {
    let start = position
    if bytes[position + 1] == Byte.slash {
      while position < end, bytes[position] != Byte.lineFeed,
        bytes[position] != Byte.carriageReturn
      { position += 1 }
      return true
    }
    guard bytes[position + 1] == Byte.star else { return false }
    position += 2
    while position < end {
      if bytes[position] == Byte.star, bytes[position + 1] == Byte.slash {
        position += 2
        return true
      }
      position += 1
    }
    problem(start, start + 2, "the comment that starts here is not closed", nil)
    isStopped = true
    return false
  }

  /// Bytes of the space or line separator outside ASCII at the position; 0 for anything else.
  private var unicodeSpaceWidth: Int {
    let (first, second) = (bytes[position], bytes[position + 1])
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard first >= 0xE1, first <= 0xEF, position + 2 < end else { return 0 }
    switch (first, second, bytes[position + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default: return 0
    }
  }

  /// The offset of the first byte that is not part of a UTF-8 character; nil when there is none.
  static func firstInvalidByte(_ bytes: [UInt8], end: Int) -> Int? {
    if String(validating: bytes[..<end], as: UTF8.self) != nil { return nil }
    var position = 0
    while position < end {
      let lead = bytes[position]
      let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      let next = min(position + width, end)
      if String(validating: bytes[position..<next], as: UTF8.self) == nil { return position }
      position = next
    }
    return nil
  }
}

/// The bytes the language gives a meaning to.
enum Byte {
  static let tab: UInt8 = 9
  static let lineFeed: UInt8 = 10
  static let carriageReturn: UInt8 = 13
  static let space: UInt8 = 32
  static let quote: UInt8 = 34
  static let apostrophe: UInt8 = 39
  static let star: UInt8 = 42
  static let plus: UInt8 = 43
  static let comma: UInt8 = 44
  static let minus: UInt8 = 45
  static let dot: UInt8 = 46
  static let slash: UInt8 = 47
  static let zero: UInt8 = 48
  static let nine: UInt8 = 57
  static let colon: UInt8 = 58
  static let equals: UInt8 = 61
  static let openBracket: UInt8 = 91
  static let backslash: UInt8 = 92
  static let closeBracket: UInt8 = 93
  static let openBrace: UInt8 = 123
  static let closeBrace: UInt8 = 125

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    if isDigit(byte) { return UInt32(byte) - 48 }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? UInt32(letter) + 10 : nil
  }

  static func startsIdentifier(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 < 26 || byte == 36 || byte == 95 || byte >= 0x80
  }

  static func continuesIdentifier(_ byte: UInt8) -> Bool {
    startsIdentifier(byte) || isDigit(byte)
  }
}
