/// The names given to the things of one kind, with their indices.
struct NameTable {
  /// One of them, as a message names it.
  let noun: String
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  /// Whether the names could not be read, so that nothing can be said of any name.
  private var isUnknown = false

  /// Takes the names of a map, in its order; wrong names are noted and kept.
  init(_ noun: String, _ members: [JSONMember], limit: Int, _ context: ReadingContext) {
    self.noun = noun
    for member in members {
      _ = context.checkName(member.key, at: member.keySpan)
      if names.count == limit {
        context.error(member.keySpan, "there are more than \(limit) of this kind: \(noun)")
        break
      }
      places[member.key] = names.count
      names.append(member.key)
    }
  }

  /// A table of one name that holds when none is given.
  init(_ noun: String, only name: String) {
    self.noun = noun
    names = [name]
    places = [name: 0]
  }

  /// A table of names that could not be read.
  init(unreadable noun: String) {
    self.noun = noun
    isUnknown = true
  }

  subscript(name: String) -> Int? { places[name] }

  /// The index of the name that a value holds; nil when it is unknown, which has then been noted.
  func resolve(_ value: JSONValue, _ context: ReadingContext) -> Int? {
    guard let name = context.text(value, expected: "the name of a \(noun)") else { return nil }
    if isUnknown { return nil }
    if let index = places[name] { return index }
    context.unknown(value.span, noun, name, known: names)
    return nil
  }
}

extension ObjectReader {
  /// The index of the thing that a key names; nil when left out, switched off or unknown.
  func reference(_ name: String, _ table: NameTable) -> Int? {
    guard let value = written(name) else { return nil }
    var kind = key(name).kind
    if case .orNone(let inner) = kind {
      if value.text == "none" { return nil }
      kind = inner
    }
    guard case .name = kind else { preconditionFailure("'\(name)' of \(shape.name) is no name") }
    return table.resolve(value, context)
  }
}
