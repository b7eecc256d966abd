/// Reads JSON5 (json5.org) from UTF-8 bytes, keeping the place of every value and key.
///
/// A mistake is noted and the reader goes on after it, so one pass finds several. Not accepted, on
/// purpose: NaN and infinities, duplicate keys, control characters in strings, lone surrogates and
/// more than `Limits.nesting` levels. Complexity: linear in the bytes; the nesting limit bounds the
/// depth of calls.
struct JSONParser {
  /// A mistake in the text.
  struct Problem: Sendable {
    var span: SourceSpan
    var message: String
    var suggestion: String?
  }

  /// The text, with one byte 0 after its end so that reading never looks for the end.
  let bytes: [UInt8]
  let end: Int
  let source: Int
  var position = 0
  var problems: [Problem] = []
  /// Set when going on makes no sense: the end of the text, or too many mistakes.
  var isStopped = false
  /// The brackets that are open, as offsets.
  private var open: [Int] = []

  init(_ bytes: [UInt8], source: Int) {
    self.bytes = bytes + [0]
    end = bytes.count
    self.source = source
  }

  /// Reads the whole text; nil when there is no value in it.
  mutating func document() -> JSONValue? {
    if let bad = Self.firstInvalidByte(bytes, end: end) {
      problem(bad, bad + 1, "the file is not UTF-8 from here on", nil)
      return nil
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipTrivia()
    if isStopped { return nil }
    if position == end {
      problem(0, 1, end == 0 ? "the file is empty" : "the file holds no value", nil)
      return nil
    }
    let value = value()
    if isStopped { return value }
    skipTrivia()
    if position < end, problems.isEmpty {
      problem(position, position + 1, "unexpected text after the end of the scenario", nil)
    }
    return value
  }

  /// One value; nil when it is wrong, which has then been noted.
  private mutating func value() -> JSONValue? {
    let start = position
    switch bytes[position] {
    case Byte.openBrace: return object()
    case Byte.openBracket: return array()
    case Byte.quote, Byte.apostrophe:
      guard let text = string() else { return nil }
      return JSONValue(content: .string(text), span: span(from: start))
    case Byte.plus, Byte.minus, Byte.dot, Byte.zero...Byte.nine:
      guard let number = number() else { return nil }
      return JSONValue(content: .number(number), span: span(from: start))
    default: return word()
    }
  }

  /// The words of the language; any other word lacks its quotes.
  private mutating func word() -> JSONValue? {
    let start = position
    guard Byte.startsIdentifier(bytes[position]) else {
      if position == end {
        unexpectedEnd()
      } else {
        problem(start, start + 1, "expected a value, found \(character(at: start))", nil)
      }
      return nil
    }
    while Byte.continuesIdentifier(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    switch name {
    case "true", "false":
      return JSONValue(content: .bool(name == "true"), span: span(from: start))
    case "null": return JSONValue(content: .null, span: span(from: start))
    case "NaN", "Infinity":
      problem(start, position, "\(name) is not a number that a scenario can have", nil)
    default:
      problem(start, position, "a text needs quotes", "\"\(name)\"")
    }
    return nil
  }

  private mutating func array() -> JSONValue? {
    let start = position
    guard enter() else { return nil }
    var elements: [JSONValue] = []
    while proceeds(in: start, closedBy: Byte.closeBracket) {
      if bytes[position] == Byte.comma {
        problem(position, position + 1, "expected a value before ','", nil)
        position += 1
        continue
      }
      let element = value()
      if let element { elements.append(element) }
      separate(isValid: element != nil, closedBy: Byte.closeBracket)
    }
    open.removeLast()
    return JSONValue(content: .array(elements), span: span(from: start))
  }

  private mutating func object() -> JSONValue? {
    let start = position
    guard enter() else { return nil }
    var members: [JSONMember] = []
    var places: [String: Int] = [:]
    while proceeds(in: start, closedBy: Byte.closeBrace) {
      if bytes[position] == Byte.comma {
        problem(position, position + 1, "expected a key before ','", nil)
        position += 1
        continue
      }
      let keyStart = position
      guard let key = key() else {
        separate(isValid: false, closedBy: Byte.closeBrace)
        continue
      }
      let keySpan = span(from: keyStart)
      let element = valueOfKey(key)
      if let first = places[key] {
        problem(
          keyStart, keySpan.end, "duplicate key \(quoted(key)); the first is at \(place(first))",
          nil)
      } else {
        places[key] = keyStart
        if let element { members.append(JSONMember(key: key, keySpan: keySpan, value: element)) }
      }
      separate(isValid: element != nil, closedBy: Byte.closeBrace)
    }
    open.removeLast()
    return JSONValue(content: .object(members), span: span(from: start))
  }

  private mutating func key() -> String? {
    let start = position
    if bytes[position] == Byte.quote || bytes[position] == Byte.apostrophe { return string() }
    if Byte.startsIdentifier(bytes[position]) || bytes[position] == Byte.backslash {
      return identifier()
    }
    if Byte.isDigit(bytes[position]) {
      while Byte.continuesIdentifier(bytes[position]) { position += 1 }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      problem(start, position, "a key that starts with a digit needs quotes", "\"\(name)\"")
      return nil
    }
    if position == end {
      unexpectedEnd()
    } else {
      problem(start, start + 1, "expected a key, found \(character(at: start))", nil)
    }
    return nil
  }

  private mutating func valueOfKey(_ key: String) -> JSONValue? {
    skipTrivia()
    if bytes[position] == Byte.colon {
      position += 1
    } else if position == end {
      unexpectedEnd()
      return nil
    } else {
      problem(position, position + 1, "expected ':' after the key \(quoted(key))", nil)
      guard bytes[position] == Byte.equals else { return nil }
      position += 1
    }
    skipTrivia()
    return value()
  }

  // MARK: Structure

  private mutating func enter() -> Bool {
    guard open.count < Limits.nesting else {
      problem(
        position, position + 1,
        "arrays and objects are nested deeper than \(Limits.nesting) levels",
        nil)
      isStopped = true
      return false
    }
    open.append(position)
    position += 1
    return true
  }

  /// Whether another element of the container opened at `start` follows; consumes its end.
  private mutating func proceeds(in start: Int, closedBy closer: UInt8) -> Bool {
    while true {
      skipTrivia()
      if isStopped { return false }
      let byte = bytes[position]
      if byte == closer {
        position += 1
        return false
      }
      if position == end {
        unexpectedEnd()
        return false
      }
      guard byte == Byte.closeBrace || byte == Byte.closeBracket else { return true }
      // A bracket of the other kind: it closes an outer container, or stands there by mistake.
      let opener = byte == Byte.closeBrace ? Byte.openBrace : Byte.openBracket
      let found = character(at: position)
      if open.dropLast().contains(where: { bytes[$0] == opener }) {
        problem(
          position, position + 1,
          "\(character(at: start)) at \(place(start)) is not closed before \(found)", nil)
        return false
      }
      problem(position, position + 1, "unexpected \(found)", nil)
      position += 1
    }
  }

  /// Goes to the next element: over a comma, or over what could not be read.
  private mutating func separate(isValid: Bool, closedBy closer: UInt8) {
    if isStopped { return }
    if !isValid { skipElement() }
    skipTrivia()
    if bytes[position] == Byte.comma {
      position += 1
    } else if isValid, position < end, bytes[position] != Byte.closeBrace,
      bytes[position] != Byte.closeBracket
    {
      problem(
        position, position + 1,
        "expected ',' or '\(Character(UnicodeScalar(closer)))', found \(character(at: position))",
        nil)
    }
  }

  /// Skips to the comma or bracket that ends the element.
  private mutating func skipElement() {
    var depth = 0
    while position < end, !isStopped {
      switch bytes[position] {
      case Byte.quote, Byte.apostrophe: skipString()
      case Byte.slash:
        let before = position
        skipTrivia()
        if position == before { position += 1 }
      case Byte.openBrace, Byte.openBracket:
        depth += 1
        position += 1
      case Byte.closeBrace, Byte.closeBracket:
        if depth == 0 { return }
        depth -= 1
        position += 1
      case Byte.comma where depth == 0: return
      default: position += 1
      }
    }
  }

  private mutating func skipString() {
    let quote = bytes[position]
    position += 1
    while position < end, bytes[position] != quote, bytes[position] != Byte.lineFeed {
      position += bytes[position] == Byte.backslash && position + 1 < end ? 2 : 1
    }
    if position < end { position += 1 }
  }

  // MARK: Notes

  private mutating func unexpectedEnd() {
    if isStopped { return }
    isStopped = true
    if let last = open.last {
      problem(
        end, end + 1,
        "the file ends before \(character(at: last)) of \(place(last)) is closed", nil)
    } else {
      problem(end, end + 1, "the file ends where a value is expected", nil)
    }
  }

  mutating func problem(_ start: Int, _ end: Int, _ message: String, _ suggestion: String?) {
    // One mistake a place: what follows from it is noise.
    if let last = problems.last, last.span.start == start { return }
    problems.append(
      Problem(
        span: SourceSpan(source: source, start: start, end: end), message: message,
        suggestion: suggestion))
    if problems.count >= Limits.diagnostics { isStopped = true }
  }

  func span(from start: Int) -> SourceSpan {
    SourceSpan(source: source, start: start, end: position)
  }

  /// Line and column of an offset.
  private func place(_ offset: Int) -> String {
    var cursor = SourceCursor()
    cursor.advance(to: offset, in: bytes)
    return "\(cursor.line):\(cursor.column)"
  }

  /// The character at an offset, as a message shows it.
  func character(at offset: Int) -> String {
    if offset >= end { return "the end of the file" }
    let text = String(decoding: bytes[offset..<min(offset + 4, end)], as: UTF8.self)
    return text.unicodeScalars.first.map { quoted(String(Character($0))) } ?? "nothing"
  }
}
