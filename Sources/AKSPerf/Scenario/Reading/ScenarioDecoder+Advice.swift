import Scheduler

/// Warns of what is allowed but can hardly be meant: it has no effect on any session.
extension ScenarioDecoder {
  /// Notes names that nothing uses, shows that no step loads for, and times after the end.
  func advise(on scenario: Scenario) {
    adviseOnUnusedNames(scenario)
    adviseOnShowsWithoutLoads(scenario)
    adviseOnKeysOfOtherFormats(scenario)
    adviseOnTimesAfterTheEnd(scenario)
    adviseOnTimeoutsOfBids(scenario)
    adviseOnFaultRules(scenario)
    // Of a closed population the config grows old between launches.
    if let config = scenario.config, !scenario.arrivals.isClosed, scenario.users.firstLaunch == 0,
      scenario.users.configAge.isAtMost(config.refresh)
    {
      warn(
        root.keySpan("config"),
        "no launch fetches the config: none is a user's first, and none has one older than "
          + "'refresh'; set users.configAge")
    }
  }

  func warn(_ span: SourceSpan, _ message: String) { context.log.advice(span, message) }

  private func adviseOnUnusedNames(_ scenario: Scenario) {
    let configs = scenario.placeholders.flatMap { [$0.remote, $0.shipped].compactMap { $0 } }
    let asked = Set(
      configs.flatMap(\.waterfall).map(\.network)
        + scenario.networks.flatMap { $0.inner?.waterfall ?? [] }.map(\.network))
    let hosts =
      scenario.networks.flatMap { [$0.backend, $0.cdn].compactMap { $0 } }
      + configs.compactMap(\.strategy.auction?.backend)
    let classes = scenario.sessionClasses
    let steps = scenario.journeys.flatMap { JourneyStep.flattened($0.steps) }
    note(unused: networks, "networks", asked, "no waterfall asks it")
    note(
      unused: backends, "backends",
      Set(
        hosts
          + [scenario.config?.backend, scenario.launch.consent?.backend].compactMap { $0 }),
      "no network, config, consent request or auction uses it")
    note(unused: journeys, "journeys", Set(classes.map(\.journey)), "no session follows it")
    note(
      unused: radios, "radios", Set(classes.map(\.radio) + steps.compactMap(\.radio)),
      "no session uses it")
    note(unused: geos, "geos", Set(classes.map(\.geo)), "no session is there")
    note(unused: devices, "devices", Set(classes.map(\.device)), "no session runs on it")
    note(
      unused: placeholders, "placeholders",
      Set(
        steps.flatMap(\.placeholders) + steps.compactMap(\.returnsOn?.placeholder)
          + scenario.app.timers.map(\.placeholder)),
      "no step names it")
  }

  private func note(unused table: NameTable, _ map: String, _ used: Set<Int>, _ why: String) {
    guard root.has(map) else { return }
    for (index, name) in table.names.enumerated() where !used.contains(index) {
      warn(
        root.keySpan(of: name, in: map),
        "the \(table.noun) \(quoted(name)) has no effect: \(why)")
    }
  }

  private func adviseOnShowsWithoutLoads(_ scenario: Scenario) {
    let steps = scenario.journeys.flatMap { JourneyStep.flattened($0.steps) }
    let loaded = Set(
      steps.filter(\.loads).compactMap(\.placeholder)
        + scenario.app.timers.filter { $0.action == .load }.map(\.placeholder))
    let shown = steps.flatMap { step -> [Int] in
      guard case .show(let own, let ifNotReady, _, _, let instead) = step else { return [] }
      return (ifNotReady == .call ? [] : [own]) + [instead].compactMap { $0 }
    }
    var noted: Set<Int> = []
    for index in shown where !loaded.contains(index) {
      let placeholder = scenario.placeholders[index]
      // Another placeholder may load what it shows.
      guard placeholder.cache.keyedBy == .placeholder, noted.insert(index).inserted else {
        continue
      }
      warn(
        root.keySpan(of: placeholder.name, in: "placeholders"),
        "the placeholder \(quoted(placeholder.name)) is shown but never loaded; "
          + "add a 'load' step before, or ifNotReady: \"load\"")
    }
  }

  private func adviseOnKeysOfOtherFormats(_ scenario: Scenario) {
    for placeholder in scenario.placeholders
    where placeholder.format == .banner || placeholder.format == .native {
      let format = placeholder.format.name
      func note(_ key: String, _ why: String) {
        warn(
          root.keySpan(of: placeholder.name, in: "placeholders"),
          "'\(key)' of the placeholder \(quoted(placeholder.name)) has no effect: \(why)")
      }
      if placeholder.cache.reuse && placeholder.format == .banner {
        note("cache.reuse", "a banner ad is put up once")
      }
      if placeholder.appCode.onResize != .nothing {
        note("onResize", "no window is too small for a \(format) ad")
      }
    }
  }

  private func adviseOnTimesAfterTheEnd(_ scenario: Scenario) {
    for backend in scenario.backends {
      for outage in backend.outages where outage.from >= scenario.duration {
        warn(
          root.keySpan(of: backend.name, in: "backends"),
          "an outage of the backend \(quoted(backend.name)) begins after the 'duration'")
        break
      }
    }
    if case .burst(_, let at, _, _) = scenario.arrivals, at >= scenario.duration {
      warn(root.keySpan("arrivals"), "the burst begins after the 'duration'")
    }
  }

  /// The server of an auction waits for its bidders as long as it wants.
  private func adviseOnTimeoutsOfBids(_ scenario: Scenario) {
    for placeholder in scenario.placeholders {
      let configs = [placeholder.remote, placeholder.shipped].compactMap { $0 }
      for config in configs where config.strategy.auction?.side == .server {
        let isHybrid = if case .hybrid = config.strategy { true } else { false }
        for entry in config.waterfall where entry.bids(inHybrid: isHybrid) {
          guard case .after = entry.timeout else { continue }
          warn(
            root.keySpan(of: placeholder.name, in: "placeholders"),
            "the timeout of \(quoted(scenario.networks[entry.network].name)) in "
              + "\(quoted(placeholder.name)) does not bound its bid, only its creative: the server "
              + "of the auction waits for 'tmax'")
        }
      }
    }
  }
}

extension JourneyStep {
  /// The steps with those inside loops and choices, in their order.
  static func flattened(_ steps: [JourneyStep]) -> [JourneyStep] {
    steps.flatMap { step -> [JourneyStep] in
      switch step {
      case .repeated(_, let steps): [step] + flattened(steps)
      case .choose(let branches): [step] + branches.flatMap { flattened($0.steps) }
      default: [step]
      }
    }
  }

  /// The placeholder that the step names.
  var placeholder: Int? {
    switch self {
    case .load(let index, _, _, _): index
    case .show(let index, _, _, _, _): index
    case .loadAndShow(let index, _, _): index
    case .appOpen(let index, _, _): index
    case .banner(let index, _): index
    case .native(let index, _): index
    case .hide(let index), .cover(let index), .uncover(let index): index
    case .featurePromotion(let index): index
    default: nil
    }
  }

  /// The placeholders that the step names: that of a show comes before the one it falls back on.
  var placeholders: [Int] { [placeholder, instead].compactMap { $0 } }

  /// The placeholder that a show falls back on.
  var instead: Int? {
    if case .show(_, _, _, _, let instead) = self { instead } else { nil }
  }

  /// The radio that the step changes to.
  fileprivate var radio: Int? {
    if case .radio(let index) = self { return index }
    return nil
  }

  /// Whether the step wants an ad on screen.
  var wantsAd: Bool {
    switch self {
    case .show, .loadAndShow, .appOpen, .banner, .native, .featurePromotion: true
    default: false
    }
  }

  /// Whether the step starts a load of its placeholder.
  var loads: Bool {
    switch self {
    case .load, .loadAndShow, .appOpen, .banner, .native, .featurePromotion: true
    case .show(_, let ifNotReady, _, _, _): ifNotReady == .load
    default: false
    }
  }
}

extension MediationStrategy {
  /// The auction it holds.
  fileprivate var auction: Auction? {
    switch self {
    case .bidding(let auction), .hybrid(let auction): auction
    default: nil
    }
  }
}

extension DistributionSpec {
  /// Whether it is a constant of at most a time.
  fileprivate func isAtMost(_ time: SimDuration) -> Bool {
    if case .constant(let value) = self { return value <= Double(time.nanoseconds) }
    return false
  }
}
