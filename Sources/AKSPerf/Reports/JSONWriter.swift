/// Writes JSON with two-space indentation and a fixed order of keys.
///
/// Numbers are Swift's shortest form that reads back as the same value; NaN and infinities become
/// null, so the output is always JSON. Objects and arrays inside an inline one stay on its line.
struct JSONWriter {
  private(set) var text = ""
  private var depth = 0
  private var needsComma = false
  private var inline = 0

  private mutating func startValue() {
    if afterKey {
      afterKey = false
      return
    }
    if needsComma { text += inline > 0 ? ", " : "," }
    if depth > 0, inline == 0 { newLine() }
  }
  private var afterKey = false

  private mutating func newLine() {
    text += "\n"
    for _ in 0..<depth { text += "  " }
  }

  private mutating func container(
    _ open: Character, _ close: Character, inline isInline: Bool, _ body: (inout JSONWriter) -> Void
  ) {
    startValue()
    text.append(open)
    needsComma = false
    depth += 1
    if isInline { inline += 1 }
    body(&self)
    if isInline { inline -= 1 }
    depth -= 1
    if needsComma, inline == 0, !isInline { newLine() }
    text.append(close)
    needsComma = true
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", inline: false, body)
  }
  mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", inline: false, body)
  }
  /// An object on one line.
  mutating func inlineObject(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", inline: true, body)
  }
  /// An array on one line.
  mutating func inlineArray<Values: Sequence>(
    _ values: Values, _ element: (inout JSONWriter, Values.Element) -> Void
  ) {
    container("[", "]", inline: true) { writer in
      for value in values { element(&writer, value) }
    }
  }

  mutating func key(_ name: String) {
    startValue()
    text += Self.quoted(name) + ": "
    afterKey = true
  }

  private mutating func raw(_ value: String) {
    startValue()
    text += value
    needsComma = true
  }

  mutating func string(_ value: String) { raw(Self.quoted(value)) }
  mutating func integer<Value: BinaryInteger>(_ value: Value?) {
    raw(value.map { String($0) } ?? "null")
  }
  mutating func number(_ value: Double?) { raw(Self.number(value)) }
  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  mutating func field(_ name: String, _ value: String) {
    key(name)
    string(value)
  }
  mutating func field<Value: BinaryInteger>(_ name: String, _ value: Value?) {
    key(name)
    integer(value)
  }
  mutating func field(_ name: String, _ value: Double?) {
    key(name)
    number(value)
  }
  mutating func field(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    if value == 0 { return "0" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
