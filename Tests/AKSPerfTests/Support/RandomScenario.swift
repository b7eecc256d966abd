import Scheduler

@testable import AKSPerf

/// A small scenario drawn from a seed: every feature; odd seeds take odd values on purpose.
struct RandomScenario {
  private var state: UInt64
  private(set) var isOdd = false

  static func make(seed: UInt64) -> Scenario {
    // Streams of neighbouring seeds must not be shifted copies of one another.
    var start = RandomScenario(state: seed)
    var generator = RandomScenario(state: start.next() ^ 0xD134_2543_DE82_EF95)
    generator.isOdd = seed % 2 == 1
    return generator.scenario(seed: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ n: Int) -> Int { Int(next() % UInt64(n)) }
  mutating func chance(_ p: Double) -> Bool { Double(next() >> 11) * 0x1p-53 < p }
  mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  /// A time: often 0, sometimes long, else around `scale` milliseconds.
  mutating func time(_ scale: Double) -> DistributionSpec {
    let mean = scale * 1e6
    switch isOdd ? below(10) : 4 + below(6) {
    case 0, 1: return .constant(0)
    case 2: return .constant(1)
    case 3: return .constant(mean * 1000)
    case 4: return .exponential(mean: mean)
    case 5: return .uniform(low: 0, high: 2 * mean)
    case 6: return .lognormal(median: mean, sigma: 1.5)
    case 7: return isOdd ? .pareto(shape: 0.5, minimum: mean / 4) : .constant(0)
    default: return .constant(mean)
    }
  }

  mutating func span(_ values: [Int64]) -> SimDuration {
    SimDuration(nanoseconds: pick(values) * 1_000_000)
  }

  mutating func bytes() -> DistributionSpec {
    isOdd
      ? pick([.constant(0), .constant(1), .exponential(mean: 2e6), .constant(1e16)])
      : pick([.constant(0), .constant(4e4), .exponential(mean: 5e5)])
  }

  private mutating func scenario(seed: UInt64) -> Scenario {
    let backends = (0..<3).map { backend($0) }
    let networks = (0..<(1 + below(4))).map { network($0) }
    let placeholders = (0..<(1 + below(3))).map { placeholder($0, networks: networks.count) }
    let journeys = (0..<(1 + below(2))).map { k in
      Journey(name: "j\(k)", steps: steps(placeholders: placeholders.count, depth: 0))
    }
    var scenario = Scenario(
      name: "random", seed: seed, duration: .seconds(80), drain: .minutes(2),
      warmup: .fixed(pick([.zero, .seconds(30)])), replications: 2, arrivals: arrivals(),
      networks: networks, placeholders: placeholders, journeys: journeys)
    scenario.backends = backends
    if chance(0.5) {
      var config = RemoteConfig(backend: 2)
      config.refresh = span([0, 1000, 3_600_000])
      config.size = bytes()
      if chance(0.5) { config.connection = nil }
      scenario.config = config
    }
    scenario.users.firstLaunch = isOdd ? pick([0, 0.5, 1]) : pick([0, 0.3])
    scenario.users.removeAds = pick([0, 0, 0.3])
    scenario.users.configAge = time(10_000)
    launch(&scenario)
    radiosAndGeos(&scenario)
    scenario.sessionClasses = (0..<(1 + below(3))).map { _ in
      SessionClass(
        weight: pick([1, 3, 0.01]), journey: below(journeys.count), device: 0,
        radio: below(scenario.radios.count), geo: below(scenario.geos.count))
    }
    scenario.demandCorrelation = pick([0, 0.5, 1])
    scenario.fillPersistence = pick([nil, .zero, .seconds(5), .minutes(10)])
    scenario.priceDecay = pick([1, 0.85, 0])
    for format in AdFormat.allCases {
      scenario.adDuration[format] = time(3000)
      scenario.completion[format] = pick([0, 0.5, 1])
    }
    if chance(0.6) { scenario.patience = time(2000) }
    addRests(to: &scenario)
    addLeaks(to: &scenario)
    addFaults(to: &scenario)
    if chance(0.6) { addViews(&scenario) }
    addLife(&scenario)
    addWorld(&scenario)
    if chance(0.3) { addParallelLoads(to: &scenario) }
    addEarlyLeaves(to: &scenario)
    return scenario
  }

  private mutating func arrivals() -> ArrivalProcess {
    switch below(7) {
    case 0: .trace([.zero, .zero, .seconds(1), .seconds(70), .seconds(80)])
    case 1: .constant(ratePerSecond: 0.3)
    case 2: .closed(sessions: 5, pause: .exponential(mean: 2e9), rampUp: span([0, 10_000]))
    case 3:
      .stages([
        RateStage(duration: .zero, from: 1, to: 5),
        RateStage(duration: .minutes(1), from: 0, to: 1),
        RateStage(duration: .minutes(1), from: 1, to: 0),
      ])
    case 4: .burst(basePerSecond: 0.05, at: .minutes(1), sessions: 20, over: span([0, 3000]))
    case 5: .diurnal(perDay: 20_000, peakAt: .hours(20), peakToTrough: 6, startAt: .hours(19))
    default: .poisson(ratePerSecond: 0.2)
    }
  }

  private mutating func backend(_ index: Int) -> Backend {
    var backend = Backend(name: "b\(index)")
    backend.service = time(pick([5, 300]))
    backend.owned = chance(0.5)
    backend.servers = 1 + below(3)
    backend.queueLimit = pick([nil, 0, 3])
    backend.rateLimitPerSecond = pick([nil, nil, 0.5, 100])
    backend.cancelOnDisconnect = chance(0.5)
    if chance(isOdd ? 0.5 : 0.2) {
      let kind: BackendOutage.Kind = pick([.down, .blackhole, .slow(factor: 4)])
      backend.outages = [BackendOutage(from: .seconds(20), to: .seconds(90), kind: kind)]
      if chance(0.5) {
        backend.outages.append(BackendOutage(from: .seconds(90), to: .seconds(120), kind: .down))
      }
    }
    return backend
  }

  private mutating func network(_ index: Int) -> AdNetwork {
    var network = AdNetwork(name: "n\(index)", backend: below(3))
    if chance(0.5) { network.cdn = below(3) }
    network.initialisation = time(500)
    network.prepare = time(20)
    if chance(0.4) { network.connection = nil }
    if chance(0.2) { network.connection?.tls = .roundTrips(2.5) }
    if chance(0.2) { network.connection?.dns = .time(time(20)) }
    network.connection?.keepAlive = span([0, 100, 60_000])
    network.requestSize = bytes()
    network.responseSize = pick([.constant(0), .constant(6000)])
    network.fill = PerFormat(repeating: pick(isOdd ? [0, 0.3, 0.9] : [0.5, 0.9, 1]))
    network.price = PerFormat(repeating: pick([.constant(0), .lognormal(median: 8, sigma: 1)]))
    network.creative = PerFormat(repeating: bytes())
    if chance(0.3) {
      network.ready = .stream(bytes: pick([1, 10_000]))
      network.stalls = chance(0.7)
    }
    network.expiry = PerFormat(repeating: pick([nil, .milliseconds(500), .seconds(20), .hours(1)]))
    network.timeout = isOdd ? pick([nil, .milliseconds(1), .milliseconds(400)]) : .seconds(5)
    network.lateAnswer = pick([.drop, .cache, .deliver])
    network.showOverhead = time(pick([50, 3000]))
    network.presentTimeout = pick([nil, .zero, .seconds(5)])
    network.latePresentation = pick([.lost, .lost, .shown])
    if chance(0.3) {
      var inner = InnerMediation()
      inner.noFillRetries = NoFillRetries(
        every: pick([.constant(5e8), .uniform(low: 1e9, high: 3e9)]),
        total: span([0, 1000, 10_000]))
      network.inner = inner
    }
    return network
  }

  mutating func mediation(_ networks: Int) -> MediationConfig {
    var config = MediationConfig(
      waterfall: (0..<(1 + below(4))).map { _ in
        var entry = WaterfallEntry(network: below(networks), floor: pick([nil, nil, 5, 20]))
        entry.bids = pick([nil, nil, true, false])
        entry.timeout = pick([.ofNetwork, .none, .after(.milliseconds(300))])
        return entry
      })
    config.strategy = strategy()
    config.deadline = isOdd ? pick([nil, .zero, .seconds(2)]) : pick([nil, .seconds(5)])
    config.retry = pick([
      .none, .fixed(.exponential(mean: 2e9)), .list([.milliseconds(1), .seconds(3)]),
      .exponential(base: .milliseconds(100), cap: .seconds(64)),
    ])
    return config
  }

  private mutating func placeholder(_ index: Int, networks: Int) -> Placeholder {
    var placeholder = Placeholder(
      name: "p\(index)", format: pick([.interstitial, .rewarded, .appOpen]),
      remote: mediation(networks))
    if chance(0.5) { placeholder.shipped = mediation(networks) }
    placeholder.cache.depth = pick([1, 1, 2, 5])
    placeholder.cache.refill = CachePolicy.Refill(rawValue: UInt8(below(16)))
    if chance(0.4) {
      placeholder.cap = FrequencyCap(shows: pick([1, 3]), per: span([0, 5000, 3_600_000]))
    }
    placeholder.minGap = span([0, 0, 2000])
    return placeholder
  }

  private mutating func launch(_ scenario: inout Scenario) {
    scenario.launch.firstFrame = time(300)
    scenario.launch.sdkStart = time(200)
    scenario.launch.initGate = pick([.all, .own, .none])
    scenario.launch.initTimeout = pick([nil, .zero, .seconds(1)])
    if chance(0.5) {
      var consent = ConsentFlow()
      consent.request = time(200)
      consent.formShare = pick([0, 0.5, 1])
      consent.given = pick([0.5, 1])
      consent.dwell = time(2000)
      consent.asks = pick(ConsentFlow.Asks.allCases)
      consent.timeout = pick([nil, .zero, .milliseconds(150)])
      if chance(0.3) { consent.backend = below(scenario.backends.count) }
      consent.heard = pick([.now, .now, .nextLaunch])
      var factors = DemandFactors()
      factors.fill = pick([0, 0.5, 1])
      factors.price = pick([0, 0.5, 1])
      if chance(0.5) { consent.refused = .limited(factors) }
      scenario.launch.consent = consent
    }
    if chance(0.5) { scenario.launch.trackingPrompt = time(2000) }
    guard chance(0.3) else { return }
    var tracking = TrackingChoice()
    tracking.allowed = pick([0, 0.5])
    tracking.denied.price = pick([0.1, 1])
    scenario.launch.tracking = tracking
  }

  private mutating func radiosAndGeos(_ scenario: inout Scenario) {
    scenario.radios = (0..<2).map { index in
      var radio = Radio(name: "r\(index)")
      radio.roundTrip = time(50)
      radio.jitter = pick([.constant(0), .exponential(mean: 1e7)])
      radio.downBitsPerSecond = pick([.infinity, 12e6, 240e3])
      radio.upBitsPerSecond = pick([.infinity, 5e6])
      radio.loss = isOdd ? pick([0, 0.01, 0.3, 0.99]) : pick([0, 0.01])
      radio.slowStart = chance(0.7)
      return radio
    }
    var geo = Geo(name: "far")
    geo.price = pick([0, 0.2, 5])
    geo.fill = pick([0.5, 3])
    geo.roundTripAdd = time(60)
    scenario.geos = [Geo(name: "near"), geo]
  }

  private mutating func steps(placeholders: Int, depth: Int) -> [JourneyStep] {
    (0..<(1 + below(6))).map { _ in step(placeholders: placeholders, depth: depth) }
  }

  private mutating func step(placeholders: Int, depth: Int) -> JourneyStep {
    let placeholder = below(placeholders)
    let budget: DistributionSpec? = chance(0.6) ? time(1000) : nil
    switch below(depth < 2 ? 12 : 9) {
    case 0: return .load(placeholder: placeholder, awaited: chance(0.5), budget: budget)
    case 1, 2:
      let ready = pick([IfNotReady.skip, .wait, .load])
      let instead = chance(0.2) ? below(placeholders) : placeholder
      return .show(
        placeholder: placeholder, ifNotReady: ready, budget: budget,
        instead: instead == placeholder ? nil : instead)
    case 3: return .loadAndShow(placeholder: placeholder, budget: budget)
    case 4: return .appOpen(placeholder: placeholder, flow: .manual(budget: budget))
    case 5:
      return .appOpen(
        placeholder: placeholder, flow: .automatic(splash: pick([nil, .zero, .seconds(5)])))
    case 6, 7: return .wait(time(4000))
    case 8: return chance(0.2) ? .end : .wait(.constant(5e8))
    case 9, 10:
      return .repeated(
        count: pick([.constant(0), .constant(3), .geometric(mean: 3)]),
        steps: steps(placeholders: placeholders, depth: depth + 1))
    default:
      return .choose([
        .init(weight: 1, steps: steps(placeholders: placeholders, depth: depth + 1)),
        .init(weight: 0, steps: [.end]), .init(weight: 2, steps: []),
      ])
    }
  }
}
