import Scheduler

/// Turns a scenario into flat tables; one pass, linear in the size of the scenario.
struct ScenarioCompiler {
  let scenario: Scenario
  private(set) var distributions = DistributionPool()
  private var entries: [EntryRow] = []
  private var retryDelays: [SimDuration] = []
  private var outages: [OutageRow] = []

  init(_ scenario: Scenario) { self.scenario = scenario }

  mutating func compile(into arena: TableArena) throws(SimulationError) -> ScenarioTables {
    var journeys = JourneyCompiler(scenario)
    for journey in scenario.journeys { try journeys.compile(journey, with: &self) }
    let networks = try mapped(scenario.networks) { (me, network) throws(SimulationError) in
      try me.networkRow(network)
    }
    var connections = try mapped(scenario.networks) { (me, network) throws(SimulationError) in
      try me.connectionRow(network.connection)
    }
    connections.append(try connectionRow(scenario.config?.connection))
    var formats: [NetworkFormatRow] = []
    for network in scenario.networks {
      for format in AdFormat.allCases { formats.append(try formatRow(network, format)) }
    }
    let placeholders = try mapped(scenario.placeholders) { (me, one) throws(SimulationError) in
      try me.placeholderRow(one)
    }
    let backends = try backendRows()
    let radios = try mapped(scenario.radios) { (me, radio) throws(SimulationError) in
      try me.radioRow(radio)
    }
    let geos = try mapped(scenario.geos) { (me, geo) throws(SimulationError) in
      GeoRow(price: geo.price, fill: geo.fill, roundTripAdd: try me.drawn(geo.roundTripAdd))
    }
    let hosts = hostTable(journeys)
    return ScenarioTables(
      networks: arena.table(networks), connections: arena.table(connections),
      networkFormats: arena.table(formats),
      placeholders: arena.table(placeholders), entries: arena.table(entries),
      retryDelays: arena.table(retryDelays), backends: arena.table(backends),
      outages: arena.table(outages), radios: arena.table(radios), geos: arena.table(geos),
      classes: arena.table(classRows()), journeys: arena.table(journeys.rows),
      steps: arena.table(journeys.steps), branches: arena.table(journeys.branches),
      slotPlaceholders: arena.table(journeys.slotPlaceholders),
      hosts: arena.table(hosts.positions), initialised: arena.table(initialisedNetworks()),
      layout: layout(journeys, hosts: hosts.most), launch: try launchRow(),
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

  private mutating func networkRow(_ network: AdNetwork) throws(SimulationError) -> NetworkRow {
    var row = NetworkRow()
    row.name = NameHash.of(network.name)
    row.backend = network.backend
    row.cdn = network.cdn ?? -1
    row.initialisation = try drawn(network.initialisation)
    row.prepare = try drawn(network.prepare)
    row.requestSize = try drawn(network.requestSize)
    row.responseSize = try drawn(network.responseSize)
    if case .stream(let bytes) = network.ready {
      row.readyBytes = UInt32(min(bytes.rounded(.up), Limits.sizeBytes))
    }
    row.timeout = network.timeout
    row.lateAnswer =
      switch network.lateAnswer {
      case .drop: .drop
      case .cache: .cache
      case .deliver: .deliver
      }
    row.showOverhead = try drawn(network.showOverhead)
    row.presentTimeout = network.presentTimeout
    if let retries = network.inner?.noFillRetries {
      row.innerRetryEvery = try drawn(retries.every)
      row.innerRetryTotal = retries.total
    }
    return row
  }

  private mutating func connectionRow(
    _ cost: ConnectionCost?
  ) throws(SimulationError) -> ConnectionRow {
    guard let cost else { return ConnectionRow() }
    var row = ConnectionRow(isNeeded: true, keepAlive: cost.keepAlive)
    func trips(_ step: ConnectionCost.Step) -> Double {
      if case .roundTrips(let n) = step { n } else { 0 }
    }
    func time(_ step: ConnectionCost.Step) -> DistributionSpec? {
      if case .time(let spec) = step { spec } else { nil }
    }
    row.roundTrips = trips(cost.dns) + trips(cost.tcp) + trips(cost.tls)
    row.dns = try drawn(time(cost.dns))
    row.tcp = try drawn(time(cost.tcp))
    row.tls = try drawn(time(cost.tls))
    return row
  }

  private mutating func formatRow(
    _ network: AdNetwork, _ format: AdFormat
  ) throws(SimulationError) -> NetworkFormatRow {
    NetworkFormatRow(
      fill: network.fill[format], price: try drawn(network.price[format]),
      creative: try drawn(network.creative[format]), expiry: network.expiry[format])
  }

  private mutating func placeholderRow(
    _ placeholder: Placeholder
  ) throws(SimulationError) -> PlaceholderRow {
    var row = PlaceholderRow()
    row.name = NameHash.of(placeholder.name)
    row.format = placeholder.format
    row.remote = try mediationRow(placeholder.remote)
    if let shipped = placeholder.shipped {
      row.shipped = try mediationRow(shipped)
    } else {
      row.shipped = row.remote
    }
    row.depth = placeholder.cache.depth
    row.refill = placeholder.cache.refill
    row.capShows = placeholder.cap?.shows ?? 0
    row.capPer = placeholder.cap?.per ?? .zero
    row.minGap = placeholder.minGap
    let expiries = networks(of: placeholder).map {
      scenario.networks[$0].expiry[placeholder.format]
    }
    row.longestExpiry = expiries.contains(nil) ? nil : expiries.compactMap { $0 }.max()
    return row
  }

  private mutating func mediationRow(
    _ config: MediationConfig
  ) throws(SimulationError) -> MediationRow {
    var row = MediationRow()
    row.firstEntry = entries.count
    row.entryCount = config.waterfall.count
    for entry in config.waterfall {
      let timeout: SimDuration? =
        switch entry.timeout {
        case .ofNetwork: scenario.networks[entry.network].timeout
        case .none: nil
        case .after(let time): time
        }
      entries.append(
        EntryRow(
          network: entry.network, floor: entry.floor ?? -Double.infinity, timeout: timeout))
    }
    row.deadline = config.deadline
    switch config.retry {
    case .none: break
    case .fixed(let delay):
      row.retry = .fixed
      row.retryFixed = try drawn(delay)
    case .list(let delays):
      row.retry = .list
      row.retryFirst = retryDelays.count
      row.retryCount = delays.count
      retryDelays += delays
    case .exponential(let base, let cap):
      row.retry = .exponential
      row.retryBase = base
      row.retryCap = cap
    }
    return row
  }

  private mutating func backendRows() throws(SimulationError) -> [BackendRow] {
    var stations = 0
    var rows: [BackendRow] = []
    for backend in scenario.backends {
      var row = BackendRow()
      row.service = try drawn(backend.service)
      row.cancelOnDisconnect = backend.cancelOnDisconnect
      row.firstOutage = outages.count
      row.outageCount = backend.outages.count
      for outage in backend.outages {
        let (kind, factor): (OutageCode, Double) =
          switch outage.kind {
          case .down: (.down, 1)
          case .blackhole: (.blackhole, 1)
          case .slow(let factor): (.slow, factor)
          }
        outages.append(
          OutageRow(from: .zero + outage.from, to: .zero + outage.to, kind: kind, factor: factor))
      }
      if backend.owned {
        row.station = stations
        stations += 1
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func radioRow(_ radio: Radio) throws(SimulationError) -> RadioRow {
    RadioRow(
      roundTrip: try drawn(radio.roundTrip), jitter: try drawn(radio.jitter),
      downBytesPerNanosecond: radio.downBitsPerSecond / 8e9,
      upBytesPerNanosecond: radio.upBitsPerSecond / 8e9, loss: radio.loss,
      slowStart: radio.slowStart)
  }

  private func classRows() -> [ClassRow] {
    let total = scenario.sessionClasses.reduce(0) { $0 + $1.weight }
    var sum = 0.0
    return scenario.sessionClasses.map { part in
      sum += part.weight
      return ClassRow(
        cumulative: sum / total, journey: part.journey, radio: part.radio, geo: part.geo)
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
      for placeholder in placeholders {
        for network in networks(of: scenario.placeholders[Int(placeholder)]) {
          use(scenario.networks[network].backend)
          use(scenario.networks[network].cdn)
        }
      }
      most = max(most, used)
      positions += row
    }
    return (positions, most)
  }

  private func networks(of placeholder: Placeholder) -> [Int] {
    (placeholder.remote.waterfall + (placeholder.shipped?.waterfall ?? [])).map(\.network)
  }

  private func initialisedNetworks() -> [Int] {
    var isUsed = [Bool](repeating: false, count: scenario.networks.count)
    for placeholder in scenario.placeholders {
      for network in networks(of: placeholder) { isUsed[network] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }

  private func layout(_ journeys: JourneyCompiler, hosts: Int) -> SessionLayout {
    let used = Set(journeys.placeholdersUsed.joined()).sorted().map {
      scenario.placeholders[Int($0)]
    }
    return SessionLayout(
      slots: journeys.rows.map(\.slotCount).max() ?? 0,
      depth: used.map(\.cache.depth).max() ?? 0, hosts: hosts,
      loops: journeys.deepestLoop,
      cappedSlots: journeys.placeholdersUsed.map { placeholders in
        placeholders.count { scenario.placeholders[Int($0)].showsRemembered > 0 }
      }.max() ?? 0,
      capShows: used.map(\.showsRemembered).max() ?? 0,
      hasExpiryTimers: used.contains { $0.cache.refill.contains(.onExpiry) },
      countsRetries: used.contains { item in
        ([item.remote] + (item.shipped.map { [$0] } ?? [])).contains { $0.retry != .none }
      })
  }

  private mutating func launchRow() throws(SimulationError) -> LaunchRow {
    let launch = scenario.launch
    var row = LaunchRow()
    row.firstFrame = try drawn(launch.firstFrame)
    row.sdkStart = try drawn(launch.sdkStart)
    row.gate =
      switch launch.initGate {
      case .all: .all
      case .own: .own
      case .none: .none
      }
    row.initTimeout = launch.initTimeout
    if let consent = launch.consent {
      row.asksConsent = true
      row.consentRequest = try drawn(consent.request)
      row.formShare = consent.formShare
      row.consentGiven = consent.given
      row.dwell = try drawn(consent.dwell)
    }
    row.trackingPrompt = try drawn(launch.trackingPrompt)
    row.firstLaunchShare = scenario.users.firstLaunch
    row.removeAdsShare = scenario.users.removeAds
    row.configAge = try drawn(scenario.users.configAge)
    return row
  }

  private mutating func behaviourRow() throws(SimulationError) -> BehaviourRow {
    let completion = scenario.completion
    return BehaviourRow(
      demandCorrelation: scenario.demandCorrelation, fillPersistence: scenario.fillPersistence,
      priceDecay: scenario.priceDecay, patience: try drawn(scenario.patience),
      interstitialDuration: try drawn(scenario.adDuration[.interstitial]),
      rewardedDuration: try drawn(scenario.adDuration[.rewarded]),
      appOpenDuration: try drawn(scenario.adDuration[.appOpen]),
      completion: (
        completion[.interstitial], completion[.rewarded], completion[.appOpen]
      ))
  }

  private mutating func pause() throws(SimulationError) -> Drawn {
    guard case .closed(_, let pause, _) = scenario.arrivals else { return Drawn() }
    return try drawn(pause)
  }

  private mutating func configRow() throws(SimulationError) -> ConfigRow {
    guard let config = scenario.config else { return ConfigRow() }
    return ConfigRow(
      backend: config.backend, refresh: config.refresh, size: try drawn(config.size))
  }
}
