/// A text that values were read from, with its lines.
struct SourceText: Sendable {
  /// The most columns of a line that an excerpt shows.
  private static let excerptColumns = 100

  /// The file as the user named it.
  let name: String
  let bytes: [UInt8]

  /// Makes a finding at a place in this text, or about the whole of it when `span` starts below 0.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ span: SourceSpan, _ message: String, suggestion: String?
  ) -> Diagnostic {
    if span.start < 0 {
      return Diagnostic(
        severity: severity, message: message, file: name, suggestion: suggestion)
    }
    let start = min(span.start, bytes.count)
    var lineStart = start
    while lineStart > 0, !isLineEnd(lineStart - 1) { lineStart -= 1 }
    var lineEnd = start
    while lineEnd < bytes.count, !isLineEnd(lineEnd) { lineEnd += 1 }
    let line = lineNumber(at: lineStart)
    let before = scalars(lineStart..<start)
    let marked = scalars(start..<min(max(start, span.end), lineEnd))
    let after = scalars(min(max(start, span.end), lineEnd)..<lineEnd)
    var (head, tail) = (before[...], (marked + after)[...])
    if head.count + tail.count > Self.excerptColumns {
      let kept = max(Self.excerptColumns - tail.count, Self.excerptColumns / 2)
      if head.count > kept { head = ["…"] + head.suffix(kept - 1) }
      let room = Self.excerptColumns - head.count
      if tail.count > room { tail = tail.prefix(room - 1) + ["…"] }
    }
    var excerpt = ""
    excerpt.unicodeScalars.append(contentsOf: head)
    excerpt.unicodeScalars.append(contentsOf: tail)
    return Diagnostic(
      severity: severity, message: message, file: name, line: line, column: before.count + 1,
      excerpt: excerpt, caretOffset: head.count,
      caretLength: max(1, min(marked.count, tail.count)), suggestion: suggestion)
  }

  private func isLineEnd(_ offset: Int) -> Bool {
    bytes[offset] == Byte.lineFeed || bytes[offset] == Byte.carriageReturn
  }

  /// The number of the line that starts at an offset, from 1.
  private func lineNumber(at lineStart: Int) -> Int {
    var line = 1
    var offset = 0
    while offset < lineStart {
      if bytes[offset] == Byte.lineFeed {
        line += 1
      } else if bytes[offset] == Byte.carriageReturn,
        offset + 1 < bytes.count, bytes[offset + 1] != Byte.lineFeed
      {
        line += 1
      }
      offset += 1
    }
    return line
  }

  /// The characters of a range; those a terminal would obey are replaced.
  private func scalars(_ range: Range<Int>) -> [UnicodeScalar] {
    String(decoding: bytes[range], as: UTF8.self).unicodeScalars.map {
      isHarmless($0) || $0 == "\t" ? $0 : "\u{FFFD}"
    }
  }
}

/// Whether a terminal only shows the character: no control, no change of direction.
private func isHarmless(_ scalar: UnicodeScalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
  default: true
  }
}

/// A name in single quotes as a message shows it: escaped and clipped.
func quoted(_ name: String) -> String {
  var text = "'"
  for (index, scalar) in name.unicodeScalars.enumerated() {
    if index == 60 {
      text += "…"
      break
    }
    if isHarmless(scalar) {
      text.unicodeScalars.append(scalar)
    } else {
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
  return text + "'"
}
