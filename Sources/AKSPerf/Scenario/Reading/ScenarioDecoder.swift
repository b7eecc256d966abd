import Scheduler

/// Makes a scenario of the tree of its text: references resolved, ranges and sums checked.
///
/// It goes on after a mistake with a stand-in value, so that one reading finds all mistakes; what
/// it returns counts only if none was noted.
final class ScenarioDecoder {
  let root: ObjectReader
  let context: ReadingContext
  let geos: NameTable
  let radios: NameTable
  let devices: NameTable
  let backends: NameTable
  let networks: NameTable
  let placeholders: NameTable
  let journeys: NameTable
  /// Formats of the placeholders; nil where it is wrong.
  var formats: [AdFormat?] = []
  /// What the networks fill, by index.
  var offers: [Offer] = []
  /// The networks that each network asks in its inner waterfall.
  var innerNetworks: [[Int]] = []
  /// Pairs of network and placeholder that have been noted as unfit.
  var refused: Set<String> = []

  init(_ root: ObjectReader, _ context: ReadingContext) {
    self.root = root
    self.context = context
    func table(
      _ key: String, _ noun: String, _ limit: Int, or fallback: String? = nil
    ) -> NameTable {
      let written = root.written(key)
      if let written, written.members == nil { return NameTable(unreadable: noun) }
      if let fallback, written?.members?.isEmpty ?? true { return NameTable(noun, only: fallback) }
      return NameTable(noun, written?.members ?? [], limit: limit, context)
    }
    geos = table("geos", "geo", Limits.sessionClasses, or: "world")
    radios = table("radios", "radio", Limits.sessionClasses, or: "ideal")
    devices = table("devices", "device", Limits.sessionClasses, or: "phone")
    backends = table("backends", "backend", Limits.backends)
    networks = table("networks", "network", Limits.networks)
    placeholders = table("placeholders", "placeholder", Limits.placeholders)
    journeys = table("journeys", "journey", Limits.sessionClasses)
  }

  func error(_ span: SourceSpan, _ message: String, suggestion: String? = nil) {
    context.error(span, message, suggestion: suggestion)
  }

  /// The scenario without digest and notes.
  func scenario() -> Scenario {
    for key in ["networks", "placeholders", "journeys"]
    where root.written(key)?.members?.isEmpty == true {
      error(root.span(key), "'\(key)' is empty; a scenario needs one at least")
    }
    _ = root.text("$schema")
    checkHashes("networks", networks)
    checkHashes("placeholders", placeholders)
    let networkList = allNetworks()
    checkInnerCycles(networkList)
    innerNetworks = networkList.map { $0.inner?.waterfall.map(\.network) ?? [] }
    let placeholderList = allPlaceholders()
    let journeyList = allJourneys()
    let (duration, warmup) = times()
    let traits = app()
    let deviceList = allDevices()
    checkSizes(traits, deviceList, journeyList)
    return Scenario(
      name: root.name("name") ?? "", description: root.text("description") ?? "",
      seed: seed(), duration: duration, drain: root.duration("drain") ?? .zero, warmup: warmup,
      replications: root.integer("replications") ?? 1,
      arrivals: arrivals(), app: traits, users: users(), launch: launch(), config: config(),
      geos: allGeos(networkList), radios: allRadios(), devices: deviceList,
      backends: allBackends(),
      networks: networkList, placeholders: placeholderList, journeys: journeyList,
      sessionClasses: sessionClasses(),
      demandCorrelation: root.number("demandCorrelation") ?? 0,
      fillPersistence: root.duration("fillPersistence"),
      priceDecay: root.number("priceDecay") ?? 1,
      adDuration: root.perFormat("adDuration", base: .init(repeating: .constant(0))) {
        self.context.drawn($0, .duration)
      },
      completion: root.perFormat("completion", base: .init(repeating: 1)) {
        self.context.number($0, in: 0...1)
      },
      click: click(), leaveDuringAd: leaveDuringAd(), leaveBeforeAd: leaveBeforeAd(),
      patience: root.drawn("patience"),
      splits: splits(),
      slo: objectives(placeholderList), expectation: expectation(),
      digest: "")
  }

  private func seed() -> UInt64 {
    guard let value = root.written("seed") else { return 1 }
    guard let number = value.number else {
      context.mismatch(value, expected: "a whole number")
      return 1
    }
    guard let seed = number.unsigned else {
      error(value.span, "a seed is a whole number from 0 to \(UInt64.max)")
      return 1
    }
    return seed
  }

  private func times() -> (SimDuration, WarmUp) {
    let duration = root.duration("duration")
    if let duration, duration == .zero {
      error(root.span("duration"), "the duration must be above 0")
    }
    if root.written("warmup")?.text == "auto" { return (duration ?? .zero, .automatic) }
    let warmup = root.duration("warmup") ?? .zero
    if let duration, duration > .zero, warmup >= duration {
      let place = root.has("warmup") ? root.span("warmup") : root.span("duration")
      error(place, "the warm-up must be shorter than the duration")
    }
    return (duration ?? .zero, .fixed(warmup))
  }

  private func checkHashes(_ key: String, _ table: NameTable) {
    guard let (first, second) = NameHash.collision(in: table.names) else { return }
    error(
      root.keySpan(of: second, in: key),
      "the names \(quoted(first)) and \(quoted(second)) cannot be told apart by their hash; "
        + "rename one")
  }

  private func app() -> AppTraits {
    var app = AppTraits()
    guard let reader = root.object("app") else { return app }
    app.multiScene = reader.flag("multiScene") ?? true
    app.mode = reader.option("mode") ?? .production
    app.presentFrom = reader.option("presentFrom") ?? .top
    app.canPresent = reader.flag("canPresent") ?? true
    app.pays = reader.option("pays") ?? .once
    app.watchdog = positiveTime(reader, "watchdog")
    app.rewardBackend = rewardBackend(reader)
    app.timers = reader.objects("timers").compactMap(timer)
    app.features = features(reader)
    app.memoryLimit = reader.quantity("memoryLimit")
    if app.memoryLimit == 0 {
      error(reader.span("memoryLimit"), "'memoryLimit' must be above 0; \"none\" switches it off")
    }
    app.reinitAfter = reader.duration("reinitAfter")
    app.transition = reader.duration("transition") ?? .zero
    app.checksRadio = reader.flag("checksRadio") ?? true
    app.recreates = reader.flag("recreates") ?? false
    return app
  }

  private func features(_ reader: ObjectReader) -> [String] {
    let list = reader.list("features") ?? []
    if list.count > Limits.features {
      error(list[Limits.features].span, "an app has at most \(Limits.features) features")
    }
    var features: [String] = []
    for value in list {
      guard let name = context.name(value) else { continue }
      if features.contains(name) { error(value.span, "feature \(quoted(name)) is named twice") }
      features.append(name)
    }
    return features
  }

  private func users() -> UserTraits {
    var users = UserTraits()
    guard let reader = root.object("users") else { return users }
    users.firstLaunch = reader.number("firstLaunch") ?? 0
    users.removeAds = reader.number("removeAds") ?? 0
    users.configAge = reader.drawn("configAge") ?? .constant(0)
    users.ownsFeature = reader.number("ownsFeature") ?? 0
    users.killsAfter = reader.drawn("killsAfter")
    if users.killsAfter == .constant(0) {
      error(reader.span("killsAfter"), "'killsAfter' must be above 0; \"none\" switches it off")
    }
    return users
  }

  private func click() -> ClickBehaviour? {
    guard let reader = root.object("click") else { return nil }
    var click = ClickBehaviour(
      probability: reader.number("p") ?? 0, away: reader.drawn("away") ?? .constant(0))
    click.terminated = reader.number("terminated") ?? 0
    click.reports = reader.option("reports") ?? .atEnd
    return click
  }

  private func leaveBeforeAd() -> EarlyLeave? {
    guard let reader = root.object("leaveBeforeAd") else { return nil }
    var leave = EarlyLeave(
      probability: reader.number("p") ?? 0, away: reader.drawn("away") ?? .constant(0))
    leave.terminated = reader.number("terminated") ?? 0
    leave.onReturn = reader.option("onReturn") ?? .shown
    return leave
  }

  private func leaveDuringAd() -> AdLeave? {
    guard let reader = root.object("leaveDuringAd") else { return nil }
    var leave = AdLeave(
      probability: reader.number("p") ?? 0, away: reader.drawn("away") ?? .constant(0))
    leave.terminated = reader.number("terminated") ?? 0
    leave.onReturn = reader.option("onReturn") ?? .kept
    leave.reports = reader.option("reports") ?? .atEnd
    return leave
  }

  private func sessionClasses() -> [SessionClass] {
    guard root.has("sessions") else {
      return [SessionClass(weight: 1, journey: 0, device: 0, radio: 0, geo: 0)]
    }
    let readers = root.objects("sessions")
    if readers.count > Limits.sessionClasses {
      error(root.span("sessions"), "there are more than \(Limits.sessionClasses) session classes")
    }
    let weights = readers.map { $0.number("weight") ?? 1 }
    checkWeights(weights, root.span("sessions"))
    return zip(readers, weights).map { reader, weight in
      SessionClass(
        weight: weight, journey: reader.reference("journey", journeys) ?? 0,
        device: reader.reference("device", devices) ?? 0,
        radio: reader.reference("radio", radios) ?? 0, geo: reader.reference("geo", geos) ?? 0)
    }
  }
}

extension ObjectReader {
  /// The place of a name in a map.
  func keySpan(of name: String, in map: String) -> SourceSpan {
    written(map)?.members?.first { $0.key == name }?.place ?? keySpan(map)
  }
}
