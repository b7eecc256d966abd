/// A text that values were read from, with its lines.
struct SourceText: Sendable {
  /// The most columns of a line that an excerpt shows.
  private static let excerptColumns = 100

  /// The file as the user named it.
  let name: String
  let bytes: [UInt8]
  /// Bytes of the path in front of a value set on the command line; 0 for a file.
  var pathLength = 0

  /// Makes a finding at a place in this text, or about the whole of it when `span` starts below 0.
  ///
  /// - Parameter cursor: Where the finding before ended; places must come in ascending order.
  func diagnostic(
    _ severity: Diagnostic.Severity, _ span: SourceSpan, _ message: String, suggestion: String?,
    cursor: inout SourceCursor
  ) -> Diagnostic {
    if span.start < 0 {
      return Diagnostic(
        severity: severity, message: message, file: name, suggestion: suggestion)
    }
    let start = min(span.start, bytes.count)
    cursor.advance(to: start, in: bytes)
    // What is further away than this cannot be in the excerpt.
    let reach = 4 * Self.excerptColumns + 4
    var headStart = max(cursor.lineStart, start - reach)
    while headStart < start, bytes[headStart] & 0xC0 == 0x80 { headStart += 1 }
    var lineEnd = start
    while lineEnd < bytes.count, lineEnd < start + reach, !isLineEnd(lineEnd) { lineEnd += 1 }
    while lineEnd < bytes.count, bytes[lineEnd] & 0xC0 == 0x80 { lineEnd += 1 }
    let markEnd = min(max(start, span.end), lineEnd)
    let marked = scalars(start..<markEnd)
    var head = scalars(headStart..<start)[...]
    var tail = (marked + scalars(markEnd..<lineEnd))[...]
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
      severity: severity, message: message, file: name, line: cursor.line, column: cursor.column,
      excerpt: excerpt, caretOffset: head.count,
      caretLength: max(1, min(marked.count, tail.count)), suggestion: suggestion)
  }

  private func isLineEnd(_ offset: Int) -> Bool {
    bytes[offset] == Byte.lineFeed || bytes[offset] == Byte.carriageReturn
  }

  /// The characters of a range; those a terminal would obey are replaced.
  private func scalars(_ range: Range<Int>) -> [UnicodeScalar] {
    String(decoding: bytes[range], as: UTF8.self).unicodeScalars.map {
      TerminalText.isHarmless($0) || $0 == "\t" ? $0 : "\u{FFFD}"
    }
  }
}

/// A place in a text with its line and column, which only moves on.
struct SourceCursor {
  let source: Int
  private var offset = 0
  private(set) var lineStart = 0
  /// The line, from 1.
  private(set) var line = 1
  /// The column in Unicode scalars, from 1.
  private(set) var column = 1

  init(_ source: Int = -1) { self.source = source }

  /// Moves on to an offset; lines end with LF, CR LF or CR.
  mutating func advance(to end: Int, in bytes: [UInt8]) {
    // Local variables: unoptimised code pays for each access to a property.
    var (place, scalars) = (offset, column)
    while place < end {
      let byte = bytes[place]
      place += 1
      if byte == Byte.lineFeed || byte == Byte.carriageReturn {
        let isPair =
          byte == Byte.carriageReturn && place < bytes.count && bytes[place] == Byte.lineFeed
        if !isPair {
          line += 1
          scalars = 1
          lineStart = place
        }
      } else if byte & 0xC0 != 0x80 {
        scalars += 1
      }
    }
    (offset, column) = (place, scalars)
  }
}
