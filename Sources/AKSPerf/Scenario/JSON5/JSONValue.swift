/// A place in one of the texts a scenario is made of: bytes from `start` up to `end`.
struct SourceSpan: Sendable, Hashable {
  /// Index of the text in its `SourceLog`.
  var source: Int
  var start: Int
  var end: Int

  /// The place of its first byte alone.
  var head: SourceSpan { SourceSpan(source: source, start: start, end: start + 1) }
}

/// A value of a JSON5 text together with the place it was read from.
struct JSONValue: Sendable {
  indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }
  var content: Content
  var span: SourceSpan

  /// What it is, as a message names it.
  var noun: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var text: String? {
    if case .string(let text) = content { return text }
    return nil
  }

  var number: JSONNumber? {
    if case .number(let number) = content { return number }
    return nil
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = content { return elements }
    return nil
  }

  var members: [JSONMember]? {
    if case .object(let members) = content { return members }
    return nil
  }

  /// The value of a key of an object; nil when it is not an object or has no such key.
  subscript(key: String) -> JSONValue? {
    members?.first { $0.key == key }?.value
  }
}

/// A key of an object with its value; both keep their places.
struct JSONMember: Sendable {
  var key: String
  var keySpan: SourceSpan
  var value: JSONValue

  /// Where to look for what is wrong with key and value: the key, unless the value came later.
  var place: SourceSpan { value.span.source == keySpan.source ? keySpan : value.span }
}

/// A finite number as written: its nearest Double, and exactly when it is a whole number.
struct JSONNumber: Sendable, Hashable {
  var value: Double
  /// The absolute value, when the number was written as an integer below 2⁶⁴.
  var magnitude: UInt64?
  var isNegative: Bool

  init(_ value: Double) {
    self.value = value
    isNegative = value < 0
    magnitude = nil
  }

  init(magnitude: UInt64, isNegative: Bool) {
    value = isNegative ? -Double(magnitude) : Double(magnitude)
    self.magnitude = magnitude
    self.isNegative = isNegative
  }

  /// The number as a non-negative integer, exactly; nil when it is not one below 2⁶⁴.
  var unsigned: UInt64? {
    if let magnitude { return isNegative && magnitude > 0 ? nil : magnitude }
    return UInt64(exactly: value)
  }

  /// The shortest text that reads back as this number.
  var description: String {
    if let magnitude { return (isNegative ? "-" : "") + String(magnitude) }
    return JSONWriter.number(value)
  }
}
