/// The JSON Schema (2020-12) of scenario files, made from the description the reader uses.
///
/// It knows forms, units and ranges; that names exist and sums add up only the reader knows. Keys
/// that another file may hold are not required by it.
public enum ScenarioSchema {
  /// The schema as a JSON text with a line end.
  public static var json: String {
    var builder = SchemaBuilder()
    let root = builder.object(Shapes.root)
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.field("title", "Scenario of perfbench")
      root.writeFields(to: &writer)
      writer.key("anyOf")
      writer.array { writer in
        SchemaNode.fields([("required", .list([.text("include")]))]).write(to: &writer)
        let required = Shapes.root.keys.filter(\.isRequired).map { SchemaNode.text($0.name) }
        SchemaNode.fields([("required", .list(required))]).write(to: &writer)
      }
      writer.key("$defs")
      writer.object { writer in
        for definition in builder.definitions.sorted(by: { $0.name < $1.name }) {
          writer.key(definition.name)
          definition.node.write(to: &writer)
        }
      }
    }
    return writer.text + "\n"
  }
}

/// A part of a schema.
indirect enum SchemaNode {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([SchemaNode])
  case fields([(String, SchemaNode)])

  /// The schema that refers to a definition.
  static func reference(_ name: String) -> SchemaNode {
    .fields([("$ref", .text("#/$defs/\(name)"))])
  }

  static func type(_ name: String, _ more: [(String, SchemaNode)] = []) -> SchemaNode {
    .fields([("type", .text(name))] + more)
  }

  static func any(of nodes: [SchemaNode]) -> SchemaNode { .fields([("anyOf", .list(nodes))]) }

  static func constant(_ text: String) -> SchemaNode { .fields([("const", .text(text))]) }

  static func words(_ words: [String]) -> SchemaNode {
    .fields([("enum", .list(words.map { .text($0) }))])
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .number(let number): writer.number(number)
    case .flag(let flag): writer.bool(flag)
    case .list(let nodes):
      writer.array { writer in
        for node in nodes { node.write(to: &writer) }
      }
    case .fields: writer.object { inner in writeFields(to: &inner) }
    }
  }

  func writeFields(to writer: inout JSONWriter) {
    guard case .fields(let fields) = self else { return }
    for (name, node) in fields {
      writer.key(name)
      node.write(to: &writer)
    }
  }

  /// The schema with more keys in front.
  func described(_ more: [(String, SchemaNode)]) -> SchemaNode {
    guard case .fields(let fields) = self else { return self }
    return .fields(more + fields)
  }
}

/// Makes schemas of the kinds of values, with what they share as definitions.
struct SchemaBuilder {
  private(set) var definitions: [(name: String, node: SchemaNode)] = []

  private mutating func shared(
    _ name: String, _ make: (inout SchemaBuilder) -> SchemaNode
  ) -> SchemaNode {
    if !definitions.contains(where: { $0.name == name }) {
      // The name is taken first: the definition may refer to itself.
      let place = definitions.count
      definitions.append((name, .fields([])))
      definitions[place].node = make(&self)
    }
    return .reference(name)
  }

  /// An object with a fixed set of keys.
  mutating func object(_ shape: ObjectShape) -> SchemaNode {
    var properties: [(String, SchemaNode)] = []
    for key in shape.keys { properties.append((key.name, property(key))) }
    var fields: [(String, SchemaNode)] = [
      ("type", .text("object")), ("additionalProperties", .flag(false)),
    ]
    let required = shape.keys.filter(\.isRequired).map { SchemaNode.text($0.name) }
    if !shape.isMerged, !required.isEmpty { fields.append(("required", .list(required))) }
    fields.append(("properties", .fields(properties)))
    return .fields(fields)
  }

  private mutating func property(_ key: Key) -> SchemaNode {
    var text = key.summary
    if key.isRequired { text += " Required." }
    switch key.source {
    case .guess: text += " The default is a guess."
    case .cited(let source): text += " Source of the default: \(source)."
    case nil: break
    }
    if let note = key.unbuiltNote { text += " " + note }
    var notes: [(String, SchemaNode)] = [("description", .text(text))]
    switch key.fallback {
    case .text(let text): notes.append(("default", .text(text)))
    case .number(let number): notes.append(("default", .number(number)))
    case .flag(let flag): notes.append(("default", .flag(flag)))
    case nil: break
    }
    return node(key.kind).described(notes)
  }

  private mutating func node(_ kind: ValueKind) -> SchemaNode {
    switch kind {
    case .text: return .type("string")
    case .name:
      return .type(
        "string",
        [("minLength", .number(1)), ("maxLength", .number(Double(Limits.nameCharacters)))]
      )
    case .flag: return .type("boolean")
    case .number(let range):
      return .type(
        "number", [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))])
    case .integer(let range):
      return .type(
        "integer",
        [
          ("minimum", .number(Double(range.lowerBound))),
          ("maximum", .number(Double(range.upperBound))),
        ])
    case .seed:
      return .type("integer", [("minimum", .number(0))])
    case .quantity(let quantity): return self.quantity(quantity)
    case .drawn(let quantity): return drawn(quantity)
    case .roundTrips:
      let trips = SchemaNode.type("string", [("pattern", .text(#"^[0-9]+(\.[0-9]+)?rtt$"#))])
      return .any(of: [trips, .constant("none"), drawn(.duration)])
    case .word(let words): return .words(words)
    case .words(let words):
      let one = words.isEmpty ? SchemaNode.type("string") : .words(words)
      return .any(of: [one, .type("array", [("items", one)])])
    case .orNone(let inner): return .any(of: [.constant("none"), node(inner)])
    case .orWord(let inner, let word): return .any(of: [.constant(word), node(inner)])
    case .wordOr(let words, let range): return .any(of: [.words(words), node(.integer(range))])
    default: return composite(kind)
    }
  }

  private mutating func composite(_ kind: ValueKind) -> SchemaNode {
    switch kind {
    case .object(let shape): return shared(shape.name) { $0.object(shape) }
    case .variant(_, let variants):
      return .any(of: variants.map { object($0.shape) })
    case .choice(let keys, let words):
      return .any(of: [.words(words)] + keys.map { key in single(key.name, property(key)) })
    case .map(let value):
      return .type(
        "object",
        [
          (
            "propertyNames",
            .fields([
              ("minLength", .number(1)), ("maxLength", .number(Double(Limits.nameCharacters))),
            ])
          ), ("additionalProperties", node(value)),
        ])
    case .list(let element, let least):
      let minimum: [(String, SchemaNode)] =
        least > 0 ? [("minItems", .number(Double(least)))] : []
      return .type("array", minimum + [("items", node(element))])
    case .perFormat(let value):
      let each = node(value)
      let names = AdFormat.allCases.map(\.name) + ["default"]
      return .any(of: [
        each,
        .type(
          "object",
          [
            ("additionalProperties", .flag(false)),
            ("properties", .fields(names.map { ($0, each) })),
          ]),
      ])
    case .steps: return shared("steps") { $0.steps() }
    case .objectives:
      let one = SchemaNode.any(of: [.type("string"), composite(.object(Shapes.objective))])
      return .any(of: [one, .type("array", [("minItems", .number(1)), ("items", one)])])
    case .checks:
      return .any(of: [
        .type("string"), .type("array", [("minItems", .number(1)), ("items", .type("string"))]),
      ])
    case .sweep:
      return .any(of: [
        .type("array", [("minItems", .number(1))]), composite(.object(Shapes.range)),
      ])
    default: return .fields([])
    }
  }

  /// An object with exactly one key.
  private func single(_ name: String, _ value: SchemaNode) -> SchemaNode {
    .type(
      "object",
      [
        ("additionalProperties", .flag(false)), ("required", .list([.text(name)])),
        ("properties", .fields([(name, value)])),
      ])
  }

  private mutating func steps() -> SchemaNode {
    let shapes = Shapes.steps.map { shape in shared(shape.name) { $0.object(shape) } }
    return .type("array", [("items", .any(of: [.words(Shapes.stepWords)] + shapes))])
  }

  private mutating func quantity(_ quantity: Quantity) -> SchemaNode {
    let limit = quantity.limit.value
    if quantity.units.isEmpty {
      return .type("number", [("minimum", .number(0)), ("maximum", .number(limit))])
    }
    return shared(quantity.rawValue) { _ in
      .any(of: [
        .type("string", [("pattern", .text(quantity.pattern))]), .fields([("const", .number(0))]),
      ])
    }
  }

  private mutating func drawn(_ quantity: Quantity) -> SchemaNode {
    let name = "drawn" + quantity.rawValue.prefix(1).uppercased() + quantity.rawValue.dropFirst()
    return shared(name) { builder in
      .any(of: [builder.quantity(quantity), builder.distribution(of: quantity)])
    }
  }

  /// An object with exactly one form and, if wanted, the bounds that cut it off.
  private mutating func distribution(of quantity: Quantity) -> SchemaNode {
    var properties = DistributionForm.allCases.map { ($0.rawValue, form($0, quantity)) }
    let bound = self.quantity(quantity)
    for (name, which) in zip(DistributionForm.bounds, ["least", "greatest"]) {
      let text = SchemaNode.text("The \(which) value drawn; short for truncated.")
      properties.append((name, bound.described([("description", text)])))
    }
    let forms = DistributionForm.names.map { name in
      SchemaNode.fields([("required", .list([.text(name)]))])
    }
    return .type(
      "object",
      [
        ("additionalProperties", .flag(false)), ("oneOf", .list(forms)),
        ("properties", .fields(properties)),
      ])
  }

  private mutating func form(_ form: DistributionForm, _ quantity: Quantity) -> SchemaNode {
    let note = [("description", SchemaNode.text(form.summary))]
    let value = self.quantity(quantity)
    switch form {
    case .uniform:
      let list = SchemaNode.type(
        "array", [("minItems", .number(2)), ("maxItems", .number(2)), ("items", value)])
      return .any(of: [list, object(DistributionForm.uniformRange(quantity))]).described(note)
    case .discrete:
      let weight = SchemaNode.type("number", [("minimum", .number(0))])
      let pair = SchemaNode.type(
        "array",
        [
          ("minItems", .number(2)), ("maxItems", .number(2)),
          ("prefixItems", .list([value, weight])),
        ])
      let named = object(DistributionForm.weightedValue(quantity))
      return .type(
        "array", note + [("minItems", .number(1)), ("items", .any(of: [pair, named]))])
    case .mixture:
      let part = object(ReadingContext.mixturePart(quantity))
      return .type("array", note + [("minItems", .number(1)), ("items", part)])
    default:
      return object(form.shape(of: quantity)).described(note)
    }
  }
}
