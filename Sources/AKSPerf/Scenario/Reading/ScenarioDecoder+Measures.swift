import Scheduler

extension ScenarioDecoder {
  func splits() -> [[Label]] {
    (root.list("split") ?? []).compactMap { value in
      guard let text = context.text(value) else { return nil }
      var labels: [Label] = []
      var offset = 0
      for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
        let name = String(piece.filter { $0 != " " })
        let place = value.span.inside(text, offset: offset, length: piece.utf8.count)
        offset += piece.utf8.count + 1
        guard let label = Label(rawValue: name), label != .of else {
          let known = Label.allCases.filter { $0 != .of }.map(\.rawValue)
          context.unknown(place, "label", name, known: known)
          continue
        }
        if labels.contains(label) {
          error(place, "the label '\(name)' is named twice")
        } else {
          labels.append(label)
        }
      }
      return labels
    }
  }

  /// The objectives; `placeholderList` tells which ads each of them is about.
  func objectives(_ placeholderList: [Placeholder]) -> [ServiceLevelObjective] {
    var objectives: [ServiceLevelObjective] = []
    var places: [String: SourceSpan] = [:]
    for member in root.entries("slo") {
      places[member.key] = member.keySpan
      let values = member.value.elements ?? [member.value]
      if values.isEmpty { error(member.value.span, "an objective needs one check at least") }
      objectives += values.compactMap { objective(member, $0) }
    }
    let checks = objectives.map(\.check)
    let uncovered = SLOCheck.withoutCoverage(
      checks, placeholders: placeholderList.map { MeasurementPlan.Placeholder($0) })
    for text in uncovered {
      guard let place = places[text] else { continue }
      context.log.warning(place, SLOCheck.coverageWarning(of: text))
    }
    return objectives
  }

  private func objective(_ member: JSONMember, _ value: JSONValue) -> ServiceLevelObjective? {
    var level = ServiceLevelObjective.Level.error
    var checkValue = value
    if value.members != nil {
      guard let reader = ObjectReader(value, Shapes.objective, context) else { return nil }
      if reader.word("level") == "warn" { level = .warn }
      guard let written = reader.written("check") else { return nil }
      checkValue = written
    }
    guard let text = context.text(checkValue, expected: "a check such as \"p(95)<800ms\"") else {
      return nil
    }
    do throws(SLOSyntaxError) {
      let check = try SLOCheck.parse(metric: member.key, check: text)
      let mistakes = check.mistakes(knownValues: known)
      for mistake in mistakes { note(mistake, member, checkValue, text) }
      return mistakes.isEmpty ? ServiceLevelObjective(check: check, level: level) : nil
    } catch {
      note(error, member, checkValue, text)
      return nil
    }
  }

  func note(
    _ mistake: SLOSyntaxError, _ member: JSONMember, _ check: JSONValue, _ text: String
  ) {
    let place =
      mistake.part == .check
      ? check.span.inside(text, offset: mistake.offset, length: text.utf8.count - mistake.offset)
      : member.keySpan.inside(
        member.key, offset: mistake.offset, length: member.key.utf8.count - mistake.offset)
    error(place, mistake.message)
  }

  func known(_ label: Label) -> [String]? {
    switch label {
    case .placeholder: placeholders.names
    case .network: networks.names
    case .device: devices.names
    case .radio: radios.names
    case .geo: geos.names
    case .backend: backends.names
    default: nil
    }
  }
}

extension Shapes {
  static let objective = ObjectShape(
    "objective", "an objective", isMerged: false,
    [
      .required("check", .text, "What must hold: \"p(95)<800ms\"."),
      Key(
        "level", .word(["error", "warn"]), "What it means when it does not.",
        default: .text("error")),
    ])
}

extension SourceSpan {
  /// The place of a part of a text, when it was written without escapes; else that of the whole.
  func inside(_ text: String, offset: Int, length: Int) -> SourceSpan {
    let count = text.utf8.count
    let quotes = (end - start - count) / 2
    guard end - start == count || end - start == count + 2 else { return self }
    let from = start + quotes + min(offset, count)
    return SourceSpan(source: source, start: from, end: max(from + 1, min(from + length, end)))
  }
}
