import Scheduler

extension ScenarioDecoder {
  func allJourneys() -> [Journey] {
    root.entries("journeys").map { member in
      var count = 0
      let steps = steps(member.value, loops: 0, count: &count)
      if member.value.elements?.isEmpty == true {
        error(member.value.span, "a journey needs one step at least")
      }
      // Compiled, a journey ends with one step more.
      if count >= Limits.journeySteps {
        error(
          member.keySpan,
          "the journey has more than \(Limits.journeySteps) steps, with two for each 'repeat' and "
            + "one for each branch")
      }
      return Journey(name: member.key, steps: steps)
    }
  }

  private func steps(_ value: JSONValue, loops: Int, count: inout Int) -> [JourneyStep] {
    guard let elements = value.elements else {
      context.mismatch(value, expected: "an array of steps")
      return []
    }
    var steps: [JourneyStep] = []
    var hasEnded = false
    for element in elements {
      count += 1
      if hasEnded {
        context.log.warning(element.span, "steps after \"end\" are never reached")
        hasEnded = false
      }
      let next = step(element, loops: loops, count: &count)
      if case .end = next, element.span != elements[elements.count - 1].span { hasEnded = true }
      steps.append(next)
    }
    return steps
  }

  private func step(_ value: JSONValue, loops: Int, count: inout Int) -> JourneyStep {
    let broken = JourneyStep.end
    if let word = value.text {
      switch word {
      case "end": return .end
      case "fold", "unfold":
        let remedy = Shapes.steps.lazy.compactMap { $0[word]?.unbuilt?.remedy }.first
        context.log.unbuilt(value.span, word, remedy ?? "")
        return .unbuilt(key: word)
      default:
        let names = Shapes.stepWords + Shapes.steps.map { $0.keys[0].name }
        if names.contains(word) {
          error(value.span, "a '\(word)' step is an object: { \(word): … }")
        } else {
          context.unknown(value.span, "step", word, known: names)
        }
        // Something that is no end, so that no step after it counts as unreachable.
        return .wait(.constant(0))
      }
    }
    guard let members = value.members else {
      context.mismatch(value, expected: "a step such as { wait: \"5s\" } or \"end\"")
      return .wait(.constant(0))
    }
    let found = Shapes.steps.filter { value[$0.keys[0].name] != nil }
    guard let shape = found.first else {
      let names = Shapes.steps.map { $0.keys[0].name }
      if let first = members.first {
        context.unknown(first.keySpan, "step", first.key, known: names)
      } else {
        error(value.span, "a step cannot be empty")
      }
      return .wait(.constant(0))
    }
    if found.count > 1 {
      let names = found.map { "'\($0.keys[0].name)'" }.joined(separator: " and ")
      error(value.span.head, "a step does one thing, not \(names)")
      return .wait(.constant(0))
    }
    guard let reader = ObjectReader(value, shape, context) else { return broken }
    return step(shape.keys[0].name, reader, loops: loops, count: &count)
  }

  private func step(
    _ name: String, _ reader: ObjectReader, loops: Int, count: inout Int
  ) -> JourneyStep {
    switch name {
    case "wait": return .wait(reader.drawn(name) ?? .constant(0))
    case "load":
      let place = placeholder(reader, name, [.interstitial, .rewarded, .appOpen, .banner, .native])
      let awaited = reader.flag("await") ?? false
      if !awaited, reader.has("budget") {
        error(reader.keySpan("budget"), "'budget' needs await: true")
      }
      noteView(reader)
      let budget = reader.drawn("budget")
      if place < formats.count, let format = formats[place], [.banner, .native].contains(format) {
        reader.noteUnbuilt(name, "load of a placeholder of format \(format.name)")
        return .unbuilt(key: name)
      }
      return .load(placeholder: place, awaited: awaited, budget: budget)
    case "show":
      let place = placeholder(reader, name, [.interstitial, .rewarded, .appOpen])
      return .show(
        placeholder: place, ifNotReady: ifNotReady(reader), budget: reader.drawn("budget"))
    case "loadAndShow":
      let place = placeholder(reader, name, [.interstitial, .rewarded, .appOpen])
      return .loadAndShow(placeholder: place, budget: reader.drawn("budget"))
    case "appOpen":
      return .appOpen(placeholder: placeholder(reader, name, [.appOpen]), flow: flow(reader))
    case "repeat": return repeated(reader, loops: loops, count: &count)
    case "choose": return choice(reader, loops: loops, count: &count)
    default: return unbuiltStep(name, reader)
    }
  }

  private func repeated(_ reader: ObjectReader, loops: Int, count: inout Int) -> JourneyStep {
    if loops == Limits.loopNesting {
      error(reader.keySpan("repeat"), "'repeat' is nested deeper than \(Limits.loopNesting)")
    }
    count += 1
    let times = reader.drawn("repeat") ?? .constant(0)
    if case .constant(let number) = times, Int(exactly: number) == nil {
      error(reader.span("repeat"), "a constant number of repetitions is whole")
    }
    let steps =
      reader.written("steps").map { self.steps($0, loops: loops + 1, count: &count) } ?? []
    return .repeated(count: times, steps: steps)
  }

  private func choice(_ reader: ObjectReader, loops: Int, count: inout Int) -> JourneyStep {
    var branches: [JourneyStep.Branch] = []
    for branch in reader.objects("choose") {
      count += 1
      let weight = branch.number("weight")
      if weight == 0 {
        error(branch.span("weight"), "a weight must be above 0; leave the branch out instead")
      }
      let steps =
        branch.written("steps").map { self.steps($0, loops: loops, count: &count) } ?? []
      branches.append(JourneyStep.Branch(weight: weight ?? 1, steps: steps))
    }
    return .choose(branches)
  }

  /// The placeholder a step names, of one of the formats the step can have.
  private func placeholder(_ reader: ObjectReader, _ name: String, _ fitting: [AdFormat]) -> Int {
    guard let place = reader.reference(name, placeholders) else { return 0 }
    guard place < formats.count, let format = formats[place], !fitting.contains(format) else {
      return place
    }
    let known = fitting.map(\.name).joined(separator: ", ")
    error(
      reader.span(name),
      "'\(name)' cannot have placeholder \(quoted(placeholders.names[place])) of format "
        + "\(format.name); it takes \(known)")
    return place
  }

  private func ifNotReady(_ reader: ObjectReader) -> IfNotReady {
    switch reader.word("ifNotReady") {
    case "wait": .wait
    case "load": .load
    default: .skip
    }
  }

  private func flow(_ reader: ObjectReader) -> AppOpenFlow {
    let isManual = reader.word("flow") == "manual"
    let (other, own) = isManual ? ("splash", "manual") : ("budget", "automatic")
    if reader.has(other) {
      error(reader.keySpan(other), "'\(other)' does not go with flow: \"\(own)\"")
    }
    let (splash, budget) = (reader.duration("splash"), reader.drawn("budget"))
    return isManual ? .manual(budget: budget) : .automatic(splash: splash)
  }

  // MARK: What is read only

  private func noteView(_ reader: ObjectReader) {
    _ = reader.word("at")
    _ = reader.flag("guard")
    for key in ["at", "guard"] where reader.has(key) { reader.noteUnbuilt(key) }
  }

  private func unbuiltStep(_ name: String, _ reader: ObjectReader) -> JourneyStep {
    switch name {
    case "banner", "native", "featurePromotion":
      let format = AdFormat.allCases.first { $0.name == name }
      _ = placeholder(reader, name, format.map { [$0] } ?? [])
      if name != "featurePromotion" {
        _ = reader.word("at")
        _ = reader.flag("guard")
      }
    case "resize":
      let window = reader.object(name)
      _ = window?.number("width")
      _ = window?.number("height")
    case "background":
      _ = reader.drawn(name)
      _ = reader.number("terminated")
    case "radio": _ = reader.reference(name, radios)
    case "fold", "unfold": _ = reader.flag(name)
    default: preconditionFailure("no step '\(name)'")
    }
    reader.noteUnbuilt(name)
    return .unbuilt(key: name)
  }
}
