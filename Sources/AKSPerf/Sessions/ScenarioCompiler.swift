import Scheduler

/// Turns a scenario into flat tables; one pass, linear in the size of the scenario.
struct ScenarioCompiler {
  let scenario: Scenario
  private(set) var distributions = DistributionPool()
  var entries: [EntryRow] = []
  var strategies: [StrategyRow] = []
  /// Names of the program's own strategies.
  var ownStrategies: [String] = []
  /// Entries of adaptive waterfalls that each user, and that all together, learn of.
  var userEntries = 0
  var fleetEntries = 0
  var retryDelays: [SimDuration] = []
  var outages: [OutageRow] = []
  var breakers: [BreakerRow] = []
  var throttles: [ThrottleRow] = []
  var faults: [FaultRow] = []
  /// Sizes of the full-screen ads of networks, one network behind the other.
  var networkSizes: [SizeRow] = []
  /// Networks whose ads leave something behind.
  var leaks = 0
  /// Shows that caps of networks remember.
  var networkShows = 0
  /// Creatives that a process keeps.
  var creatives = 0
  var sizes: WindowSizes

  init(_ scenario: Scenario) {
    self.scenario = scenario
    sizes = WindowSizes(windows: Self.windows(of: scenario))
  }

  mutating func compile(into arena: TableArena) throws(SimulationError) -> ScenarioTables {
    try checkFormats()
    var journeys = JourneyCompiler(scenario)
    for journey in scenario.journeys { try journeys.compile(journey, with: &self) }
    let used = Set(journeys.placeholdersUsed.joined()).sorted().map {
      scenario.placeholders[Int($0)]
    }
    let asked = Set(scenario.networksAsked(by: used))
    let networks = try mapped(Array(scenario.networks.indices)) {
      (me, index) throws(SimulationError) in
      try me.networkRow(me.scenario.networks[index], isAsked: asked.contains(index))
    }
    var connections = try mapped(scenario.networks) { (me, network) throws(SimulationError) in
      try me.connectionRow(network.connection)
    }
    connections.append(try connectionRow(scenario.config?.connection))
    connections.append(try connectionRow(scenario.launch.consent?.connection))
    var formats: [NetworkFormatRow] = []
    for network in scenario.networks {
      for format in AdFormat.allCases { formats.append(try formatRow(network, format)) }
    }
    let placeholders = try mapped(scenario.placeholders) { (me, one) throws(SimulationError) in
      try me.placeholderRow(one)
    }
    let views = try mapped(scenario.placeholders) { (me, one) throws(SimulationError) in
      try me.viewRow(one)
    }
    let (devices, windows) = try deviceRows()
    let backends = try backendRows()
    let radios = try mapped(scenario.radios) { (me, radio) throws(SimulationError) in
      try me.radioRow(radio)
    }
    let geos = try mapped(scenario.geos) { (me, geo) throws(SimulationError) in
      GeoRow(price: geo.price, fill: geo.fill, roundTripAdd: try me.drawn(geo.roundTripAdd))
    }
    let hosts = hostTable(journeys)
    let features = FeatureSet(of: scenario, using: used)
    return ScenarioTables(
      networks: arena.table(networks), connections: arena.table(connections),
      networkFormats: arena.table(formats),
      placeholders: arena.table(placeholders), entries: arena.table(entries),
      strategies: arena.table(strategies), fleetEntries: fleetEntries,
      retryDelays: arena.table(retryDelays), backends: arena.table(backends),
      outages: arena.table(outages), breakers: arena.table(breakers),
      throttles: arena.table(throttles), faults: arena.table(faults),
      timers: arena.table(scenario.app.timers.map(TimerRow.init)), radios: arena.table(radios),
      blockedBackends: arena.table(blockedBackends()),
      geos: arena.table(geos),
      classes: arena.table(classRows(journeys.rows)), journeys: arena.table(journeys.rows),
      steps: arena.table(journeys.steps), branches: arena.table(journeys.branches),
      backgrounds: arena.table(journeys.backgrounds), returns: arena.table(journeys.returns),
      slotPlaceholders: arena.table(journeys.slotPlaceholders),
      hosts: arena.table(hosts.positions), initialised: arena.table(initialisedNetworks()),
      views: arena.table(views),
      deviceOfClass: arena.table(scenario.sessionClasses.map { UInt16($0.device) }),
      slowdowns: arena.table(
        scenario.sessionClasses.map { scenario.devices[$0.device].slowdown }),
      devices: arena.table(devices), windows: arena.table(windows),
      sizes: arena.table(sizes.rows), networkSizes: arena.table(networkSizes), app: appRow(),
      features: features, layout: layout(journeys, used, features, hosts: hosts.most),
      launch: try launchRow(),
      behaviour: try behaviourRow(), config: try configRow(),
      pause: try pause())
  }

  private mutating func mapped<Value, Row>(
    _ values: [Value], _ row: (inout ScenarioCompiler, Value) throws(SimulationError) -> Row
  ) throws(SimulationError) -> [Row] {
    var rows: [Row] = []
    for value in values { rows.append(try row(&self, value)) }
    return rows
  }

  /// A drawn quantity of the pool; nil is one that the scenario leaves out.
  mutating func drawn(_ spec: DistributionSpec?) throws(SimulationError) -> Drawn {
    guard let spec else { return Drawn() }
    if case .constant(let value) = spec {
      return Drawn(constant: value, id: nil, isConstant: true, exists: true)
    }
    do {
      let id = try distributions.add(spec)
      return Drawn(constant: 0, id: id, isConstant: false, exists: true)
    } catch {
      throw SimulationError.invalidScenario("a distribution cannot be sampled: \(error.message)")
    }
  }
}

extension ScenarioCompiler {
  /// Where each journey's backends lie among a session's hosts, and the most a session has.
  private func hostTable(_ journeys: JourneyCompiler) -> (positions: [Int16], most: Int) {
    var positions: [Int16] = []
    var most = 0
    for placeholders in journeys.placeholdersUsed {
      var row = [Int16](repeating: -1, count: scenario.backends.count)
      var used = 0
      func use(_ backend: Int?) {
        guard let backend, row[backend] < 0 else { return }
        row[backend] = Int16(used)
        used += 1
      }
      use(scenario.config?.backend)
      use(scenario.launch.consent?.backend)
      for placeholder in placeholders.map({ scenario.placeholders[Int($0)] }) {
        for network in scenario.networksAsked(by: [placeholder]) {
          use(scenario.networks[network].backend)
          use(scenario.networks[network].cdn)
        }
        use(auctionBackend(placeholder.remote))
        use(placeholder.shipped.flatMap(auctionBackend))
      }
      most = max(most, used)
      positions += row
    }
    return (positions, most)
  }

  private func layout(
    _ journeys: JourneyCompiler, _ used: [Placeholder], _ features: FeatureSet, hosts: Int
  ) -> SessionLayout {
    SessionLayout(
      slots: journeys.rows.map(\.slotCount).max() ?? 0,
      depth: used.map(\.cache.depth).max() ?? 0, hosts: hosts,
      loops: journeys.deepestLoop,
      cappedSlots: journeys.placeholdersUsed.map { placeholders in
        placeholders.count { scenario.placeholders[Int($0)].showsRemembered > 0 }
      }.max() ?? 0,
      capShows: used.map(\.showsRemembered).max() ?? 0,
      hasExpiryTimers: features.contains(.expiryTimers),
      hasBidTimes: features.contains(.bidExpiry),
      countsRetries: features.contains(.retries),
      breakers: features.contains(.breakers) ? breakers.count : 0,
      throttles: features.contains(.throttles) ? throttles.count : 0,
      hasApp: features.contains(.app),
      keepsShownAds: used.contains { $0.format == .native && $0.cache.reuse },
      learned: userEntries,
      hasPlaces: !features.isDisjoint(with: .places),
      windows: features.contains(.scenes) ? Self.windows(of: scenario) : 0,
      hasLife: !features.isDisjoint(with: .life),
      leaks: features.contains(.memory) ? leaks : 0,
      networks: features.isDisjoint(with: .networkRecords) ? 0 : scenario.networks.count,
      hasStarts: !features.isDisjoint(with: .starts),
      hasConsent: features.contains(.consentBackend),
      networkShows: features.contains(.networkCaps) ? networkShows : 0,
      refreshLoops: features.contains(.refreshLoops) ? Limits.refreshLoops : 0,
      creatives: features.contains(.creatives) ? creatives : 0,
      hasEndings: !features.isDisjoint(with: .endings))
  }
}
