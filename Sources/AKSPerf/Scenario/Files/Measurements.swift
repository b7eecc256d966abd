import Scheduler

/// Reading of columns of measurement files.
extension ReadingContext {
  /// The most mistakes reported for one column.
  private static let mistakes = 10

  /// The numbers of the column that an object with `file`, `column` and `where` names.
  ///
  /// - Parameter greatest: The greatest value in the unit of the column.
  func measurementColumn(
    _ reader: ObjectReader, rows limit: Int, greatest: Double
  ) -> [Double]? {
    guard let file = reader.text("file") else {
      if !reader.has("file") {
        error(reader.value.span.head, "\(reader.shape.noun) needs a file and a column")
      }
      return nil
    }
    guard let name = reader.name("column") else {
      if !reader.has("column") {
        error(reader.value.span.head, "missing key 'column' of \(reader.shape.noun)")
      }
      return nil
    }
    let filters = reader.entries("where").map { member in
      let texts = (member.value.elements ?? [member.value]).compactMap { text($0) }
      return (member: member, texts: texts)
    }
    guard let (source, bytes) = files.measurement(file, at: reader.span("file")) else { return nil }
    if !measurements.contains(where: { $0.name == file }) {
      measurements.append((file, .ofBytes(bytes)))
    }
    let count = log.errorCount
    var table = CSVTable(bytes, source: source)
    guard let header = table.header(log) else { return nil }
    let columnSpan = reader.has("column") ? reader.span("column") : reader.span("file")
    guard let column = column(name, in: header, file: file, at: columnSpan) else { return nil }
    var conditions: [(column: Int, texts: [String])] = []
    for filter in filters {
      let place = self.column(filter.member.key, in: header, file: file, at: filter.member.keySpan)
      guard let place else { return nil }
      conditions.append((place, filter.texts))
    }
    let numbers = table.numbers(
      column, where: conditions, limit: limit, greatest: greatest, mistakes: Self.mistakes, log)
    guard log.errorCount == count else { return nil }
    if numbers.isEmpty {
      error(
        reader.span("file"),
        table.rows == 0
          ? "\(quoted(file)) has a header but no rows"
          : filters.isEmpty
            ? "column \(quoted(name)) of \(quoted(file)) is empty"
            : "no row of \(quoted(file)) has the texts that 'where' asks for")
      return nil
    }
    return numbers
  }

  private func column(
    _ name: String, in header: [String], file: String, at span: SourceSpan
  ) -> Int? {
    if let place = header.firstIndex(of: name) {
      guard let other = header[(place + 1)...].firstIndex(of: name) else { return place }
      error(
        span,
        "column \(quoted(name)) of \(quoted(file)) is there twice, as number \(place + 1) and "
          + "number \(other + 1); rename one")
      return nil
    }
    unknown(span, "column", name, known: header, of: quoted(file))
    return nil
  }
}

/// A CSV text (RFC 4180): a header, then rows; cells may be quoted.
struct CSVTable {
  private struct Cell {
    var span: SourceSpan
    var isQuoted: Bool
  }

  private let bytes: [UInt8]
  private let source: Int
  private var position = 0
  private var width = 0
  /// Rows read so far, the header and empty lines apart.
  private(set) var rows = 0

  init(_ bytes: [UInt8], source: Int) {
    self.bytes = bytes
    self.source = source
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The names of the columns; nil when there are none, which has then been noted.
  mutating func header(_ log: SourceLog) -> [String]? {
    if let bad = JSONParser.firstInvalidByte(bytes, end: bytes.count) {
      log.error(
        SourceSpan(source: source, start: bad, end: bad + 1), "the file is not UTF-8 from here on")
      return nil
    }
    guard let cells = row(log) else {
      log.error(SourceSpan(source: source, start: 0, end: 1), "the file is empty")
      return nil
    }
    width = cells.count
    return cells.map { trimmed(text($0)) }
  }

  /// The numbers of a column in the rows that meet all conditions; empty cells are left out.
  mutating func numbers(
    _ column: Int, where conditions: [(column: Int, texts: [String])], limit: Int,
    greatest: Double, mistakes: Int, _ log: SourceLog
  ) -> [Double] {
    var numbers: [Double] = []
    let before = log.errorCount
    while log.errorCount - before < mistakes, let cells = row(log) {
      rows += 1
      if cells.count > width {
        log.error(cells[width].span, "the row has \(cells.count) cells, the header \(width)")
        continue
      }
      let fits = conditions.allSatisfy { condition in
        condition.column < cells.count && condition.texts.contains(text(cells[condition.column]))
      }
      guard fits, column < cells.count else { continue }
      let content = trimmed(text(cells[column]))
      if content.isEmpty { continue }
      guard let number = Double(content), number.isFinite, Self.isPlain(content) else {
        log.error(cells[column].span, "\(quoted(content)) is not a number")
        continue
      }
      if number < 0 || number > greatest {
        let bound = JSONWriter.number(greatest)
        log.error(
          cells[column].span,
          number < 0 ? "a measured value is not negative" : "the value is above \(bound)")
        continue
      }
      if numbers.count == limit {
        log.error(cells[column].span, "the column has more than \(limit) values")
        break
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The cells of the next row that is not empty; nil at the end.
  private mutating func row(_ log: SourceLog) -> [Cell]? {
    while position < bytes.count, isLineEnd(bytes[position]) { position += 1 }
    if position >= bytes.count { return nil }
    var cells: [Cell] = []
    while true {
      cells.append(cell(log))
      if position >= bytes.count { return cells }
      let byte = bytes[position]
      position += 1
      if byte != Byte.comma { return cells }
    }
  }

  private mutating func cell(_ log: SourceLog) -> Cell {
    let start = position
    let isQuoted = position < bytes.count && bytes[position] == Byte.quote
    if isQuoted {
      position += 1
      while position < bytes.count {
        if bytes[position] == Byte.quote {
          guard position + 1 < bytes.count, bytes[position + 1] == Byte.quote else { break }
          position += 1
        }
        position += 1
      }
      if position < bytes.count {
        position += 1
      } else {
        log.error(
          SourceSpan(source: source, start: start, end: start + 1),
          "the quote that starts here is not closed")
      }
    }
    while position < bytes.count, bytes[position] != Byte.comma, !isLineEnd(bytes[position]) {
      position += 1
    }
    return Cell(
      span: SourceSpan(source: source, start: start, end: position), isQuoted: isQuoted)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Byte.lineFeed || byte == Byte.carriageReturn
  }

  private func text(_ cell: Cell) -> String {
    let raw = String(decoding: bytes[cell.span.start..<cell.span.end], as: UTF8.self)
    guard cell.isQuoted else { return raw }
    var result = ""
    var isOpen = false
    var wasQuote = false
    for character in raw.unicodeScalars {
      if character == "\"" {
        if wasQuote, !isOpen { result.unicodeScalars.append(character) }
        isOpen.toggle()
        wasQuote = true
      } else {
        result.unicodeScalars.append(character)
        wasQuote = false
      }
    }
    return result
  }

  private func trimmed(_ text: String) -> String {
    let inner = text.drop { $0 == " " || $0 == "\t" }
    guard let last = inner.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(inner[...last])
  }

  /// Whether a number is written with digits, signs, a point and an exponent only.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { Byte.isDigit($0) || "+-.eE".utf8.contains($0) }
  }
}
