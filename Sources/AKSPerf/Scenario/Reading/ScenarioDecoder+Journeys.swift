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
      case "fold", "unfold": return word == "fold" ? .fold : .unfold
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
    let found = stepShapes(of: value)
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

  /// The steps that an object may be; the name of one may be a key of another.
  private func stepShapes(of value: JSONValue) -> [ObjectShape] {
    let named = Shapes.steps.filter { value[$0.keys[0].name] != nil }
    return named.filter { shape in
      !named.contains { $0.name != shape.name && $0.has(shape.keys[0].name) }
    }
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
      return .load(
        placeholder: place, awaited: awaited, budget: reader.drawn("budget"),
        place: loadPlace(reader))
    case "show":
      let place = placeholder(reader, name, [.interstitial, .rewarded, .appOpen])
      let instead =
        reader.has("orShow")
        ? placeholder(reader, "orShow", [.interstitial, .rewarded, .appOpen]) : nil
      if let other = reader.written("orShow")?.text, other == reader.written(name)?.text {
        error(reader.span("orShow"), "'orShow' names the placeholder of its own step")
      }
      return .show(
        placeholder: place, ifNotReady: reader.option("ifNotReady") ?? .skip,
        budget: reader.drawn("budget"), scene: scene(reader), instead: instead)
    case "loadAndShow":
      let place = placeholder(reader, name, [.interstitial, .rewarded, .appOpen])
      return .loadAndShow(
        placeholder: place, budget: reader.drawn("budget"), scene: scene(reader))
    case "appOpen":
      return .appOpen(
        placeholder: placeholder(reader, name, [.appOpen]), flow: flow(reader),
        returns: returns(reader))
    case "repeat": return repeated(reader, loops: loops, count: &count)
    case "choose": return choice(reader, loops: loops, count: &count)
    case "banner", "native", "featurePromotion", "hide", "cover", "uncover":
      return viewStep(name, reader)
    default: return deviceStep(name, reader)
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
      let steps =
        branch.written("steps").map { self.steps($0, loops: loops, count: &count) } ?? []
      branches.append(JourneyStep.Branch(weight: weight ?? 1, steps: steps))
    }
    checkWeights(branches.map(\.weight), reader.span("choose"))
    return .choose(branches)
  }

  /// Notes weights of which none is above 0: one of 0 switches off what it is of.
  func checkWeights(_ weights: [Double], _ place: SourceSpan) {
    if weights.isEmpty || weights.contains(where: { $0 > 0 }) { return }
    error(place, "all weights are 0; one at least must be above 0")
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

  private func flow(_ reader: ObjectReader) -> AppOpenFlow {
    let isManual = reader.word("flow") == "manual"
    let (other, own) = isManual ? ("splash", "manual") : ("budget", "automatic")
    if reader.has(other) {
      error(reader.keySpan(other), "'\(other)' does not go with flow: \"\(own)\"")
    }
    let (splash, budget) = (reader.duration("splash"), reader.drawn("budget"))
    return isManual ? .manual(budget: budget) : .automatic(splash: splash)
  }

  private func returns(_ reader: ObjectReader) -> AppOpenReturns {
    var returns = AppOpenReturns()
    returns.isOn = reader.flag("onReturn")
    returns.minAway = reader.duration("minAway") ?? .zero
    returns.trigger = reader.option("trigger") ?? .active
    if reader.has("show") {
      returns.placeholder = placeholder(reader, "show", [.interstitial, .rewarded, .appOpen])
    }
    returns.chains = reader.flag("chain") ?? false
    guard reader.has("ignores") else { return returns }
    returns.ignores = []
    for word in reader.words("ignores") {
      switch word {
      case "ad": returns.ignores.insert(.ad)
      case "click": returns.ignores.insert(.click)
      case "picker": returns.ignores.insert(.picker)
      default: returns.ignores.insert(.sheet)
      }
    }
    return returns
  }

  // MARK: Views and windows

  private func viewStep(_ name: String, _ reader: ObjectReader) -> JourneyStep {
    switch name {
    case "banner":
      return .banner(placeholder: placeholder(reader, name, [.banner]), place: loadPlace(reader))
    case "native":
      return .native(placeholder: placeholder(reader, name, [.native]), place: loadPlace(reader))
    case "hide": return .hide(placeholder: placeholder(reader, name, [.banner, .native]))
    case "cover": return .cover(placeholder: placeholder(reader, name, [.banner, .native]))
    case "uncover": return .uncover(placeholder: placeholder(reader, name, [.banner, .native]))
    default: return .featurePromotion(placeholder: placeholder(reader, name, [.featurePromotion]))
    }
  }

  private func loadPlace(_ reader: ObjectReader) -> LoadPlace {
    var place = LoadPlace()
    place.moment = reader.option("at")
    place.isGuarded = reader.flag("guard") ?? false
    if place.isGuarded, !reader.has("at") {
      error(reader.keySpan("guard"), "'guard' needs 'at'")
    }
    place.scene = scene(reader)
    return place
  }

  private func scene(_ reader: ObjectReader) -> SceneChoice {
    let (word, index) = reader.wordOrInteger("scene")
    if let index { return .window(checked(index, at: reader.span("scene"))) }
    switch word {
    case "key": return .key
    case "first": return .first
    case "none": return .missing
    default: return .own
    }
  }

  /// The index of a window, noted when no device has it.
  private func checked(_ window: Int, at span: SourceSpan) -> Int {
    let most = mostWindows
    if window >= most {
      error(span, "no device has a window \(window); they have \(most) at most, numbered from 0")
    }
    return window
  }

  private func deviceStep(_ name: String, _ reader: ObjectReader) -> JourneyStep {
    switch name {
    case "resize":
      let size = reader.object(name).map(windowSize) ?? WindowSize(width: 1, height: 1)
      let window = reader.integer("window")
      return .resize(size, window: window.map { checked($0, at: reader.span("window")) })
    case "window":
      return .window(checked(reader.integer(name) ?? 0, at: reader.span(name)))
    case "background":
      return .background(
        away: reader.drawn(name) ?? .constant(0), terminated: reader.number("terminated") ?? 0,
        kind: reader.option("kind") ?? .home)
    case "sheet":
      return .sheet(
        time: reader.drawn(name) ?? .constant(0), kind: reader.option("kind") ?? .system)
    case "radio": return .radio(reader.reference(name, radios) ?? 0)
    case "fold": return reader.flag(name) ?? true ? .fold : .unfold
    case "unfold": return reader.flag(name) ?? true ? .unfold : .fold
    default: preconditionFailure("no step '\(name)'")
    }
  }
}
