import Scheduler

extension ScenarioDecoder {
  func faults(_ reader: ObjectReader) -> NetworkFaults {
    var faults = NetworkFaults()
    guard let reader = reader.object("faults") else { return faults }
    faults.duplicateCallback = reader.number("duplicateCallback") ?? 0
    faults.lostDismiss = reader.number("lostDismiss") ?? 0
    faults.lateDismiss = reader.number("lateDismiss") ?? 0
    faults.earlyDismiss = reader.number("earlyDismiss") ?? 0
    faults.lostReward = reader.number("lostReward") ?? 0
    faults.lostLoad = reader.number("lostLoad") ?? 0
    faults.duplicateReward = reader.number("duplicateReward") ?? 0
    faults.phantomShow = reader.number("phantomShow") ?? 0
    faults.failedAfterLoaded = reader.number("failedAfterLoaded") ?? 0
    faults.closedByClick = reader.number("closedByClick") ?? 0
    let rules = reader.objects("rules")
    if rules.count > Limits.faultRules {
      error(
        rules[Limits.faultRules].value.span.head,
        "a network has at most \(Limits.faultRules) rules")
    }
    faults.rules = rules.compactMap(rule)
    return faults
  }

  /// A rule; nil when what it acts on or does is wrong.
  private func rule(_ reader: ObjectReader) -> FaultRule? {
    let trigger = reader.word("on").flatMap { FaultRule.Trigger(word: $0) }
    let effect: FaultRule.Effect? = reader.option("do")
    let isUntilDismissal = reader.written("delay")?.text == FaultRule.untilDismissal
    let delay = isUntilDismissal ? nil : reader.drawn("delay")
    let times = reader.integer("times")
    let probability = reader.number("p")
    let condition = condition(reader)
    let isCleared = reader.flag("clearedByLoad")
    guard let trigger, let effect else { return nil }
    checkFit(reader, trigger, effect)
    var rule = FaultRule(on: trigger, do: effect)
    rule.probability = probability ?? 1
    rule.delay = delay
    rule.isUntilDismissal = isUntilDismissal
    rule.times = times ?? 1
    rule.isClearedByLoad = isCleared ?? true
    rule.condition = condition
    checkFormats(reader, rule)
    if condition.isLoadedMeanwhile { checkMeanwhile(reader, rule) }
    return rule
  }

  /// Notes formats whose ads come on screen without a show that could go wrong, and have no end.
  private func checkFormats(_ reader: ObjectReader, _ rule: FaultRule) {
    guard let view = rule.condition.formats.first(where: { !$0.isFullScreen }),
      let on = reader.written("on")?.text
    else { return }
    let isOfView: Bool
    switch (rule.trigger, rule.effect) {
    case (.reward, _), (.dismiss, _), (_, .early), (_, .phantom): isOfView = false
    case _ where rule.condition.isLoadedMeanwhile: isOfView = false
    case (.show, .fail), (.show, .hang): isOfView = false
    case (.callback(let callback), _):
      isOfView = !callback.tellsOfDismissal && !callback.tellsOfReward
    default: isOfView = true
    }
    if isOfView { return }
    error(
      reader.span("when"),
      "do: \"\(rule.effect.rawValue)\" on \(quoted(on)) is for full-screen ads, not for "
        + "\(view.name); of those, callbacks are lost, doubled or delayed")
  }

  /// Notes rules that do not act on what is reported of a show, since it was called.
  private func checkMeanwhile(_ reader: ObjectReader, _ rule: FaultRule) {
    let isOfShow =
      switch rule.trigger {
      case .request, .load: false
      case .show, .reward, .dismiss: true
      case .callback(let callback): callback.tellsOfFullScreenShow
      }
    let isOfCallback =
      switch rule.effect {
      case .lose, .duplicate, .delay, .block: true
      case .early, .hang, .fail, .phantom, .amplify: false
      }
    if isOfShow && isOfCallback { return }
    error(
      reader.span("when"),
      "'loadedMeanwhile' is for callbacks of full-screen ads from the show on, which a rule loses, "
        + "doubles, delays or blocks at")
  }

  /// Notes keys and events that do not go with what a rule does.
  private func checkFit(
    _ reader: ObjectReader, _ trigger: FaultRule.Trigger, _ effect: FaultRule.Effect
  ) {
    let word = effect.rawValue
    if effect.needsDelay, !reader.has("delay") {
      error(reader.value.span.head, "missing key 'delay' of a fault rule with do: \"\(word)\"")
    }
    if !effect.takesDelay(on: trigger), reader.has("delay") {
      let place = effect == .fail ? " but on \"load\"" : ""
      error(reader.keySpan("delay"), "'delay' does not go with do: \"\(word)\"\(place)")
    }
    if reader.written("delay")?.text == FaultRule.untilDismissal,
      effect != .delay || trigger == .request
    {
      error(
        reader.span("delay"),
        "delay: \"\(FaultRule.untilDismissal)\" goes with do: \"delay\" on what is reported to the "
          + "app"
      )
    }
    if !effect.takesTimes, reader.has("times") {
      error(reader.keySpan("times"), "'times' does not go with do: \"\(word)\"")
    }
    let fitting: [String]
    switch effect {
    case .phantom: fitting = ["show"]
    case .amplify: fitting = ["request", "load"]
    case .hang, .fail: fitting = ["request", "load", "show"]
    case .early:
      fitting = [
        "reward", "dismiss", "onAdRewarded", "onAdDismissed", "onAdRewardedAdDismissed",
        "onDismiss",
      ]
    case .lose, .duplicate:
      if trigger == .request {
        error(
          reader.span("on"), "do: \"\(word)\" acts on what is reported to the app, not on requests")
      }
      return
    case .delay, .block: return
    }
    guard let on = reader.written("on")?.text, !fitting.contains(on) else { return }
    error(
      reader.span("on"),
      "do: \"\(word)\" does not act on \(quoted(on)); it acts on "
        + fitting.joined(separator: ", "))
  }

  private func condition(_ reader: ObjectReader) -> FaultRule.Condition {
    var condition = FaultRule.Condition()
    guard let reader = reader.object("when") else { return condition }
    condition.awayAtLeast = reader.duration("awayAtLeast")
    if condition.awayAtLeast == .zero {
      error(
        reader.span("awayAtLeast"),
        "'awayAtLeast' must be above 0; say \"1ms\" for any absence, or leave it out")
    }
    condition.within = reader.duration("within")
    condition.leftWithin = reader.duration("leftWithin")
    if condition.leftWithin == .zero {
      error(reader.span("leftWithin"), "'leftWithin' must be above 0")
    }
    condition.earlyClose = reader.flag("earlyClose")
    condition.showsAtLeast = reader.integer("showsAtLeast")
    condition.from = reader.duration("from")
    condition.to = reader.duration("to")
    if let from = condition.from, let to = condition.to, from >= to {
      error(reader.span("to"), "'to' must be after 'from'")
    }
    let words = reader.words("formats")
    condition.formats = AdFormat.allCases.filter { words.contains($0.name) }
    condition.device = reader.reference("device", devices)
    condition.isResized = reader.word("window") == "resized"
    condition.isLoadedMeanwhile = reader.flag("loadedMeanwhile") ?? false
    return condition
  }
}
