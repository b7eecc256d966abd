/// The text of a part, written or read: each value is told once, for both directions.
///
/// A text is words with a blank or a line end behind each: whole numbers, names, and quoted texts
/// as in JSON. Nothing read is trusted: what does not fit is a `ShardMistake`.
struct PartArchive {
  private(set) var text = ""
  private var bytes: [UInt8] = []
  private var position = 0
  /// Whether values are read from `bytes` rather than written to `text`.
  let isReading: Bool

  /// An archive to write to.
  init() { isReading = false }

  /// An archive to read from.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isReading = true
  }

  /// The mistake of a value that does not fit.
  var mistake: ShardMistake { ShardMistake("holds what no part does (at byte \(position))") }

  /// Refuses what was read unless a condition holds.
  func require(_ condition: Bool) throws(ShardMistake) {
    if isReading && !condition { throw mistake }
  }

  // MARK: Words

  private mutating func word() throws(ShardMistake) -> Substring {
    let start = position
    while position < bytes.count, bytes[position] > Byte.space { position += 1 }
    guard position > start, position < bytes.count,
      let word = String(validating: bytes[start..<position], as: UTF8.self)
    else { throw mistake }
    position += 1
    return word[...]
  }

  /// A number of digits only.
  mutating func integer<Value: FixedWidthInteger>(
    _ value: inout Value, upTo limit: Value = .max
  ) throws(ShardMistake) {
    guard isReading else {
      text += String(value) + " "
      return
    }
    let word = try word()
    guard word.utf8.allSatisfy(Byte.isDigit), let number = Value(word), number <= limit else {
      throw mistake
    }
    value = number
  }

  mutating func flag(_ value: inout Bool) throws(ShardMistake) {
    var number: UInt8 = value ? 1 : 0
    try integer(&number, upTo: 1)
    value = number == 1
  }

  /// A name without blanks that stands for a value.
  mutating func name<Value>(
    _ value: inout Value, _ name: (Value) -> String, _ find: (String) -> Value?
  ) throws(ShardMistake) {
    guard isReading else {
      text += name(value) + " "
      return
    }
    guard let found = find(String(try word())) else { throw mistake }
    value = found
  }

  /// A word that is always there.
  mutating func keyword(_ keyword: String) throws(ShardMistake) {
    var none: Void = ()
    try name(&none, { keyword }, { $0 == keyword ? () : nil })
  }

  /// Ends a line, for people who look into the file.
  mutating func endLine() {
    if !isReading, text.last == " " {
      text.removeLast()
      text += "\n"
    }
  }

  mutating func string(_ value: inout String) throws(ShardMistake) {
    guard isReading else {
      text += JSONWriter.quoted(value) + " "
      return
    }
    let start = position
    guard position < bytes.count, bytes[position] == Byte.quote else { throw mistake }
    position += 1
    while position < bytes.count, bytes[position] != Byte.quote {
      position += bytes[position] == Byte.backslash ? 2 : 1
    }
    guard position + 1 < bytes.count else { throw mistake }
    position += 2
    var parser = JSONParser(Array(bytes[start..<position - 1]), source: 0)
    guard let text = parser.document()?.text, parser.problems.isEmpty else { throw mistake }
    value = text
  }

  // MARK: Lists

  /// A list with its length in front.
  mutating func list<Value>(
    _ values: inout [Value], of count: Int? = nil, new: Value,
    _ each: (inout PartArchive, inout Value) throws(ShardMistake) -> Void
  ) throws(ShardMistake) {
    var length = values.count
    try integer(&length, upTo: isReading ? bytes.count - position : .max)
    try require(count == nil || length == count)
    if isReading { values = [] }
    for index in 0..<length {
      var value = isReading ? new : values[index]
      try each(&self, &value)
      if isReading { values.append(value) }
    }
  }

  mutating func strings(_ values: inout [String]) throws(ShardMistake) {
    try list(&values, new: "") { archive, value throws(ShardMistake) in
      try archive.string(&value)
    }
  }

  /// Refuses what stands behind the last value.
  func end() throws(ShardMistake) { try require(position == bytes.count) }
}
