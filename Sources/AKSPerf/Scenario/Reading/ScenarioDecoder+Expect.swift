import Scheduler

extension ScenarioDecoder {
  private static let wantedVariants = ["remedy", "causeless"]

  /// What the scenario must show; names of its variants are not looked at here.
  func expectation() -> ScenarioExpectation? {
    guard let reader = root.object("expect") else { return nil }
    var seen: Set<String> = []
    let reports = reports(reader, &seen)
    let symptom = checks(reader, "symptom", knownValues: known)
    let variants = reader.namedObjects("variants").compactMap { name, item in
      item.map { variant(name, $0, &seen) }
    }
    if let names = reader.written("variants")?.members?.map(\.key) {
      for name in Self.wantedVariants where !names.contains(name) {
        error(reader.keySpan("variants"), "missing variant '\(name)'")
      }
    }
    return ScenarioExpectation(
      reports: reports, symptom: symptom, cause: line(reader, "cause"), variants: variants,
      still: (reader.list("still") ?? []).compactMap { context.text($0) })
  }

  private func variant(
    _ name: String, _ reader: ObjectReader, _ seen: inout Set<String>
  ) -> ScenarioExpectation.Variant {
    if name == Self.wantedVariants[0], !reader.has("says") {
      error(reader.value.span.head, "missing key 'says' of the remedy: what it is, in one line")
    }
    let settings = reader.entries("set")
    if reader.has("set"), settings.isEmpty { refuseEmpty(reader, "set") }
    return ScenarioExpectation.Variant(
      name: name,
      settings: settings.map { ScenarioOverride(path: $0.key, value: $0.value.json) },
      says: line(reader, "says"), holds: checks(reader, "holds") { _ in nil },
      reports: reports(reader, &seen))
  }

  /// What a key says in one line; nothing is a mistake.
  private func line(_ reader: ObjectReader, _ key: String) -> String {
    guard let text = reader.text(key) else { return "" }
    if text.allSatisfy(\.isWhitespace) {
      error(reader.span(key), "'\(key)' is empty; say in one line what it is")
    }
    return text
  }

  private func refuseEmpty(_ reader: ObjectReader, _ key: String) {
    guard reader.written(key)?.members != nil else { return }
    error(reader.span(key), "'\(key)' is empty")
  }

  /// The reports of the incident or a variant, each of which stands in one place.
  private func reports(_ reader: ObjectReader, _ seen: inout Set<String>) -> [String] {
    (reader.list("reports") ?? []).compactMap { value in
      guard let text = context.text(value) else { return nil }
      if text.isEmpty { error(value.span, "a report cannot be empty") }
      if !seen.insert(text).inserted {
        error(value.span, "the report \(quoted(text)) is listed twice")
      }
      return text
    }
  }

  private func checks(
    _ reader: ObjectReader, _ key: String, knownValues: (Label) -> [String]?
  ) -> [BoundCheck] {
    let members = reader.entries(key)
    if reader.has(key), members.isEmpty { refuseEmpty(reader, key) }
    var checks: [BoundCheck] = []
    for member in members {
      let values = member.value.elements ?? [member.value]
      if values.isEmpty { error(member.value.span, "a figure needs one check at least") }
      for value in values {
        if let check = check(member, value, knownValues) {
          if key == "symptom", case .relative = check.bound {
            error(value.span, "'base' is the scenario as it stands, to compare variants with")
          } else {
            checks.append(check)
          }
        }
      }
    }
    return checks
  }

  private func check(
    _ member: JSONMember, _ value: JSONValue, _ knownValues: (Label) -> [String]?
  ) -> BoundCheck? {
    guard let text = context.text(value, expected: "a check such as \"rate<0.2\"") else {
      return nil
    }
    do throws(SLOSyntaxError) {
      let bound = try BoundCheck.parse(metric: member.key, check: text)
      let mistakes = bound.check.mistakes(knownValues: knownValues)
      for mistake in mistakes { note(mistake, member, value, text) }
      return mistakes.isEmpty ? bound : nil
    } catch {
      note(error, member, value, text)
      return nil
    }
  }

  // MARK: Trying out

  /// Notes what is wrong with the changes of the variants, with what they expect, and with paths.
  ///
  /// Changes are tried out on the whole scenario, so it must be free of mistakes.
  func checkExpectation(_ tree: JSONValue) {
    guard let reader = root.object("expect") else { return }
    for (_, item) in reader.namedObjects("variants") {
      if let item { tryOut(item, on: tree) }
    }
    for value in reader.list("still") ?? [] {
      if let path = value.text { checkPath(path, at: value.span, in: tree) }
    }
  }

  private func tryOut(_ variant: ObjectReader, on tree: JSONValue) {
    let settings = variant.entries("set")
    let (changed, mistake) = reading(settings, on: tree)
    if let mistake {
      if let index = mistake.setting {
        error(
          settings[index].keySpan, "the path leads nowhere: \(mistake.message)",
          suggestion: mistake.suggestion)
      } else {
        // A value of several is to blame when the mistake lies within it.
        let culprit =
          settings.count == 1 ? settings[0] : settings.first { $0.value.span.holds(mistake.place) }
        error(
          culprit?.value.span ?? variant.keySpan("set"),
          "with \(culprit == nil ? "these values" : "this value"): \(mistake.message)",
          suggestion: mistake.suggestion)
      }
    } else if let changed {
      // Names that the changes bring up are known to what is expected of them.
      _ = checks(variant, "holds", knownValues: changed.known)
    }
  }

  /// Notes a path at which nothing is written.
  private func checkPath(_ path: String, at span: SourceSpan, in tree: JSONValue) {
    let log = SourceLog()
    let applier = OverrideApplier(
      log, source: log.add(SourceText(name: "path", bytes: Array(path.utf8))))
    guard let steps = applier.steps(path) else {
      if let first = log.failure?.diagnostics.first { error(span, first.message) }
      return
    }
    var (node, trail) = (tree, "the scenario")
    for step in steps {
      guard let next = OverrideApplier.value(of: node, at: step) else {
        error(
          span, "the path leads nowhere: \(trail) has no \(quoted(step.text))",
          suggestion: nearestName(to: step.text, among: node.members?.map(\.key) ?? []))
        return
      }
      (node, trail) = (next, quoted(step.text))
    }
  }
}

extension SourceSpan {
  fileprivate func holds(_ other: SourceSpan) -> Bool {
    source == other.source && start <= other.start && other.end <= end
  }
}

extension JSONValue {
  /// The value as a JSON text on one line.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch content {
    // No scenario holds null; it is told where the value is read.
    case .null: writer.number(nil)
    case .bool(let flag): writer.bool(flag)
    case .number(let number):
      if let magnitude = number.magnitude, !number.isNegative {
        writer.integer(magnitude)
      } else {
        writer.number(number.value)
      }
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.inlineArray(elements) { $1.write(to: &$0) }
    case .object(let members):
      writer.inlineObject { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }
}
