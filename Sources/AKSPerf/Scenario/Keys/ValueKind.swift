/// What the value of a key may be: the one description that the reader and the schema share.
indirect enum ValueKind: Sendable {
  /// Any text.
  case text
  /// A name given to something, or the name of something given elsewhere.
  case name
  case flag
  /// A plain number of a range.
  case number(ClosedRange<Double>)
  case integer(ClosedRange<Int>)
  /// A whole number below 2⁶⁴.
  case seed
  /// A quantity with its unit.
  case quantity(Quantity)
  /// A quantity or a distribution of it.
  case drawn(Quantity)
  /// Round trips such as "1rtt", or a drawn time.
  case roundTrips
  /// One of a few words.
  case word([String])
  /// One of a few words or a list of them.
  case words([String])
  /// The value or "none".
  case orNone(ValueKind)
  /// The value or one special word.
  case orWord(ValueKind, String)
  /// One of a few words or a whole number.
  case wordOr([String], ClosedRange<Int>)
  case object(ObjectShape)
  /// One of several objects, told apart by the value of a key.
  case variant(key: String, [Variant])
  /// One of several objects with one key each, or one of a few words.
  case choice([Key], words: [String])
  /// Names, each with a value.
  case map(ValueKind)
  case list(ValueKind, atLeast: Int)
  /// One value for all formats, or one for each with an optional `default`.
  case perFormat(ValueKind)
  /// The steps of a journey.
  case steps
  /// An objective, or several.
  case objectives
  /// Checks of figures, one or several, with bounds that may be factors of others.
  case checks
  /// Values of a sweep.
  case sweep
  /// Anything.
  case any

  /// One of the objects of a `variant`.
  struct Variant: Sendable {
    var word: String
    var shape: ObjectShape
  }
}

extension ValueKind {
  /// One of the words of a type.
  static func word<Words: CaseIterable & RawRepresentable>(
    of type: Words.Type
  ) -> ValueKind where Words.RawValue == String {
    .word(type.allCases.map(\.rawValue))
  }
}

/// A key of an object: its kind, what it means and what holds when it is left out.
struct Key: Sendable {
  var name: String
  var kind: ValueKind
  /// What it means, in one sentence or two.
  var summary: String
  var isRequired = false
  /// What holds when it is left out; nil when the effect is left out too.
  var fallback: Fallback?
  /// Where the default comes from.
  var source: Source?
  /// What of it is read but not simulated, if anything.
  var unbuilt: [UnbuiltFeature] = []

  /// A default value.
  enum Fallback: Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)

    /// The value as if it had been written at a place.
    func value(at span: SourceSpan) -> JSONValue {
      switch self {
      case .text(let text): JSONValue(content: .string(text), span: span)
      case .flag(let flag): JSONValue(content: .bool(flag), span: span)
      case .number(let number):
        JSONValue(
          content: .number(
            UInt64(exactly: number).map { JSONNumber(magnitude: $0, isNegative: false) }
              ?? JSONNumber(number)), span: span)
      }
    }
  }

  enum Source: Sendable {
    /// No public source is known.
    case guess
    case cited(String)
  }

  init(
    _ name: String, _ kind: ValueKind, _ summary: String, default fallback: Fallback? = nil,
    _ source: Source? = nil
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.fallback = fallback
    self.source = source
  }

  static func required(_ name: String, _ kind: ValueKind, _ summary: String) -> Key {
    var key = Key(name, kind, summary)
    key.isRequired = true
    return key
  }
}

/// An object with a fixed set of keys.
struct ObjectShape: Sendable {
  /// The name of its definition in the schema.
  var name: String
  /// The object as a message names it.
  var noun: String
  var keys: [Key]
  /// Whether files merge it key by key, so that each alone may lack required ones.
  var isMerged: Bool
  /// Indices of the keys of which something is not simulated.
  let unbuiltKeys: [Int]

  init(_ name: String, _ noun: String, isMerged: Bool = true, _ keys: [Key]) {
    self.name = name
    self.noun = noun
    self.isMerged = isMerged
    self.keys = keys.map { key in
      var key = key
      key.unbuilt = UnbuiltFeature.of(key.name, in: name)
      return key
    }
    unbuiltKeys = self.keys.indices.filter { [keys = self.keys] in !keys[$0].unbuilt.isEmpty }
  }

  subscript(name: String) -> Key? {
    // By index: walking the keys themselves would copy each.
    for index in keys.indices where keys[index].name == name { return keys[index] }
    return nil
  }

  /// Whether it has a key of that name.
  func has(_ name: String) -> Bool {
    for index in keys.indices where keys[index].name == name { return true }
    return false
  }
}
