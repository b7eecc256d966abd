import Scheduler

extension ScenarioCompiler {
  /// - Parameter isAsked: Whether some journey's placeholder asks it; what users and sessions
  ///   remember of others takes no room.
  mutating func networkRow(
    _ network: AdNetwork, isAsked: Bool
  ) throws(SimulationError) -> NetworkRow {
    var row = NetworkRow()
    row.name = NameHash.of(network.name)
    row.backend = network.backend
    row.cdn = network.cdn ?? -1
    row.initialisation = try drawn(network.initialisation)
    row.startNeedsNetwork = isAsked && network.initNeedsNetwork
    row.initFailsAfter = try drawn(network.initFailsAfter)
    row.waitsForRadio = network.waitsForRadio
    row.prepare = try drawn(network.prepare)
    row.mainThread = try drawn(network.mainThread)
    row.prepareFirst = try drawn(network.prepareFirst)
    row.mainThreadFirst = try drawn(network.mainThreadFirst)
    row.expiredPays = network.expiredPays
    row.expiresFromBid = network.expiryFrom == .bid
    if isAsked, let cap = network.cap { addCap(cap, to: &row) }
    row.requestSize = try drawn(network.requestSize)
    row.responseSize = try drawn(network.responseSize)
    if case .stream(let bytes) = network.ready {
      row.readyBytes = UInt32(min(bytes.rounded(.up), Limits.sizeBytes))
    }
    row.stalls = network.mayStall
    row.timeout = network.timeout
    row.lateAnswer =
      switch network.lateAnswer {
      case .drop: .drop
      case .cache: .cache
      case .deliver: .deliver
      }
    row.showOverhead = try drawn(network.showOverhead)
    row.presentTimeout = network.presentTimeout
    row.showsLate = network.latePresentation == .shown
    row.bidsAt = network.bidsAt
    if isAsked, let stock = network.creatives { addCreatives(stock, to: &row) }
    if let retries = network.inner?.noFillRetries {
      row.innerRetryEvery = try drawn(retries.every)
      row.innerRetryTotal = retries.total
    }
    let faults = try appendFaults(network.faults)
    row.firstFault = UInt32(faults.first)
    row.faultCount = UInt16(clamping: faults.count)
    row.rewardCallbacks = network.rewardCallbacks
    row.rewardAfterDismiss = network.rewardAfterDismiss
    row.rewardAt = network.rewardAt
    row.closedByClick = network.faults.closedByClick
    row.oneLive = network.oneLive
    row.settle = network.settle
    row.readyAfter = network.readyAfter
    row.tellsExpiry = network.expiryEvent
    row.checksExpiry = network.checksExpiry
    if isAsked, let breaker = network.breaker {
      row.breaker = Int16(breakers.count)
      breakers.append(
        BreakerRow(failures: UInt32(clamping: breaker.failures), lasts: breaker.lasts))
    }
    if isAsked && network.leavesSomething { try addRemains(of: network, to: &row) }
    if let size = network.bannerSize?.points {
      row.bannerSize = SizeRow(width: size.width, height: size.height).packed
    }
    row.firstSize = UInt32(networkSizes.count)
    for size in network.sizes ?? [] {
      networkSizes.append(SizeRow(width: size.width, height: size.height))
    }
    row.sizeCount = UInt32(networkSizes.count) - row.firstSize
    return row
  }

  /// What its ads leave behind.
  private mutating func addRemains(
    of network: AdNetwork, to row: inout NetworkRow
  ) throws(SimulationError) {
    row.leakPlace = Int16(leaks)
    leaks += 1
    row.leak = try drawn(network.leak)
    row.leaksUnshown = network.leakOf == .unshown
    row.disk = try drawn(network.disk)
    row.rebuildAfter = UInt32(clamping: network.rebuildAfter ?? 0)
  }

  mutating func connectionRow(
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

  private mutating func addCap(_ cap: FrequencyCap, to row: inout NetworkRow) {
    row.capShows = cap.shows
    row.capPer = cap.per
    row.capFirst = networkShows
    networkShows += cap.shows
  }

  private mutating func addCreatives(_ stock: CreativeStock, to row: inout NetworkRow) {
    row.creativeCount = stock.count
    row.creativesCached = min(stock.cached, stock.count)
    row.creativeFirst = creatives
    creatives += row.creativesCached
  }

  mutating func formatRow(
    _ network: AdNetwork, _ format: AdFormat
  ) throws(SimulationError) -> NetworkFormatRow {
    NetworkFormatRow(
      fill: network.fill[format], price: try drawn(network.price[format]),
      creative: try drawn(network.creative[format]), expiry: network.expiry[format],
      expirySpread: try drawn(network.expirySpread[format]))
  }

  mutating func backendRows() throws(SimulationError) -> [BackendRow] {
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
      if let throttle = backend.throttle, !backend.owned {
        row.throttle = Int16(throttles.count)
        throttles.append(
          ThrottleRow(
            failures: UInt32(clamping: throttle.failures), per: throttle.per,
            lasts: throttle.lasts, countsAll: throttle.countsAll))
      }
      if backend.owned {
        row.station = stations
        stations += 1
      }
      rows.append(row)
    }
    return rows
  }

  mutating func radioRow(_ radio: Radio) throws(SimulationError) -> RadioRow {
    RadioRow(
      name: NameHash.of(radio.name), isOffline: radio.isOffline,
      blocksSilently: radio.blockedAs == .silent, roundTrip: try drawn(radio.roundTrip),
      disturbance: .init(jitter: try drawn(radio.jitter), loss: radio.loss),
      downBytesPerNanosecond: radio.downBitsPerSecond / 8e9,
      upBytesPerNanosecond: radio.upBitsPerSecond / 8e9, slowStart: radio.slowStart)
  }

  /// Whether a radio blocks a backend, by radio and then backend.
  func blockedBackends() -> [Bool] {
    scenario.radios.flatMap { radio in
      scenario.backends.indices.map { radio.blocks.contains($0) }
    }
  }

  func initialisedNetworks() -> [Int] {
    var isUsed = [Bool](repeating: false, count: scenario.networks.count)
    for network in scenario.networksAsked(by: scenario.placeholders) { isUsed[network] = true }
    return isUsed.indices.filter { isUsed[$0] }
  }
}
