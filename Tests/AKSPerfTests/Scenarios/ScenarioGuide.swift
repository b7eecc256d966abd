@testable import AKSPerf

/// The reference part of `docs/scenario-guide.md`, made from the description the reader uses.
struct ScenarioGuide {
  private(set) var lines: [String] = []
  private var waiting: [(shape: ObjectShape, title: String)] = []
  private var known: Set<String> = []

  static let marker = "<!-- Written by PERFBENCH_UPDATE=1 swift test --filter ScenarioGuide -->"

  /// Everything below the marker.
  static var text: String {
    var guide = ScenarioGuide()
    guide.queue(Shapes.root, "The file")
    while !guide.waiting.isEmpty {
      let (shape, title) = guide.waiting.removeFirst()
      guide.section(shape, title)
    }
    guide.distributions()
    guide.units()
    guide.meanings()
    return guide.lines.joined(separator: "\n") + "\n"
  }

  private mutating func queue(_ shape: ObjectShape, _ title: String) {
    guard known.insert(title).inserted else { return }
    waiting.append((shape, title))
  }

  private mutating func section(_ shape: ObjectShape, _ title: String) {
    lines += ["## \(title)", ""]
    guard !shape.keys.isEmpty else {
      lines += ["No keys.", ""]
      return
    }
    lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
    for key in shape.keys {
      let kind = text(of: key.kind, named: key.name, in: title)
      let meaning = key.summary + (key.unbuiltNote.map { " *\($0)*" } ?? "")
      let cells = ["`\(key.name)`", kind, fallback(key), meaning]
      lines.append("| " + cells.map(Self.escaped).joined(separator: " | ") + " |")
    }
    lines.append("")
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private func fallback(_ key: Key) -> String {
    if key.isRequired { return "required" }
    var text: String
    switch key.fallback {
    case nil: text = "left out"
    case .text(let word): text = "`\"\(word)\"`"
    case .number(let number): text = "`\(Self.plain(number))`"
    case .flag(let flag): text = "`\(flag)`"
    }
    switch key.source {
    case nil: break
    case .guess: text += ", a guess"
    case .cited(let source): text += " (\(source))"
    }
    return text
  }

  /// What a value may be; objects on the way get sections of their own.
  private mutating func text(of kind: ValueKind, named name: String, in place: String) -> String {
    switch kind {
    case .text: return "text"
    case .name: return "name"
    case .flag: return "`true` or `false`"
    case .number(let range):
      let low = Self.plain(range.lowerBound)
      return "number, \(low) to \(Self.plain(range.upperBound))"
    case .integer(let range):
      return "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .seed: return "whole number"
    case .quantity(let quantity): return quantity.noun
    case .drawn(let quantity): return quantity.noun + ", or a distribution"
    case .roundTrips: return "round trips such as `\"1rtt\"`, or a time"
    case .word(let words): return Self.list(words)
    case .words(let words):
      return words.isEmpty ? "text or a list of texts" : Self.list(words) + ", one or a list"
    case .orNone(let inner):
      return text(of: inner, named: name, in: place) + ", or `\"none\"`"
    case .orWord(let inner, let word):
      return text(of: inner, named: name, in: place) + ", or `\"\(word)\"`"
    case .wordOr(let words, let range):
      return Self.list(words) + ", or a whole number, \(range.lowerBound) to \(range.upperBound)"
    case .object(let shape):
      queue(shape, shape.name)
      return "[\(shape.name)](#\(Self.anchor(shape.name)))"
    case .variant(let key, let variants):
      let links = variants.map { variant -> String in
        let title = "\(name): \(variant.word)"
        queue(variant.shape, title)
        return "[\(variant.word)](#\(Self.anchor(title)))"
      }
      return "by `\(key)`: " + links.joined(separator: ", ")
    case .choice(let keys, let words):
      let title = "\(name) of \(place)"
      queue(ObjectShape(name, name, keys), title)
      return Self.list(words) + ", or [one of](#\(Self.anchor(title)))"
    case .map(let inner): return "names, each with " + text(of: inner, named: name, in: place)
    case .list(let inner, let least):
      return "list of \(least == 0 ? "" : "at least \(least): ")"
        + text(of: inner, named: name, in: place)
    case .perFormat(let inner):
      return text(of: inner, named: name, in: place) + ", one for all or one by format"
    case .steps:
      for step in Shapes.steps { queue(step, step.name) }
      return "steps of a journey"
    case .objectives: return "checks such as `\"p(95)<800ms\"`, one or a list"
    case .checks: return "checks such as `\"rate<0.2\"` or `\"rate<0.5*base\"`, one or a list"
    case .sweep: return "a list of values, or `from`, `to` and `steps`"
    case .any: return "anything"
    }
  }

  private static func list(_ words: [String]) -> String {
    words.map { "`\"\($0)\"`" }.joined(separator: ", ")
  }

  /// The anchor that renderers give a heading.
  private static func anchor(_ title: String) -> String {
    String(
      title.lowercased().compactMap { letter -> Character? in
        if letter == " " { return "-" }
        return letter.isLetter || letter.isNumber || letter == "-" ? letter : nil
      })
  }

  private mutating func distributions() {
    lines += ["## Distributions", "", "| form | parameters | meaning |", "|---|---|---|"]
    for form in DistributionForm.allCases {
      let shape = form.shape(of: .duration)
      let sets = form.parameterSets.map { $0.map { "`\($0)`" }.joined(separator: ", ") }
      let keys = shape.keys.map { "`\($0.name)`" }.joined(separator: ", ")
      let free = keys.isEmpty ? "a list" : keys
      let parameters = sets.isEmpty ? free : sets.joined(separator: " or ")
      lines.append("| `\(form.rawValue)` | \(parameters) | \(form.summary) |")
    }
    lines.append("")
  }

  private mutating func units() {
    lines += ["## Units", "", "| quantity | units | most |", "|---|---|---|"]
    for quantity in AKSPerf.Quantity.allCases {
      let units = quantity.units.map { "`\($0.name)`" }.joined(separator: ", ")
      let shown = units.isEmpty ? "none" : units
      lines.append("| \(quantity.noun) | \(shown) | `\(quantity.limit.name)` |")
    }
  }

  /// What the values of labels say that stand in reports, objectives and traces.
  private mutating func meanings() {
    table("Outcomes", Outcome.allCases.map { ($0.name, $0.meaning) })
    table("What an opportunity finds", Found.allCases.map { ($0.name, $0.meaning) })
    table("Reasons", Reason.allCases.map { ($0.name, $0.meaning) })
  }

  private mutating func table(_ title: String, _ rows: [(name: String, meaning: String)]) {
    lines += ["", "## \(title)", "", "| value | meaning |", "|---|---|"]
    for row in rows { lines.append("| `\(row.name)` | \(row.meaning) |") }
  }
}
