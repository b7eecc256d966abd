import Scheduler

extension ScenarioDecoder {
  func launch() -> LaunchPath {
    var launch = LaunchPath()
    guard let reader = root.object("launch") else { return launch }
    launch.firstFrame = reader.drawn("firstFrame") ?? .constant(0)
    launch.sdkStart = reader.drawn("sdkStart") ?? .constant(0)
    launch.mainThread = reader.drawn("mainThread") ?? .constant(0)
    switch reader.word("initGate") {
    case "own": launch.initGate = .own
    case "none": launch.initGate = .none
    default: launch.initGate = .all
    }
    launch.initTimeout = reader.duration("initTimeout")
    launch.initRetry = initRetry(reader)
    launch.contentWaits = reader.option("contentWaits") ?? .prompts
    launch.suspendAfter = reader.duration("suspendAfter") ?? .zero
    launch.trackingPrompt = reader.drawn("trackingPrompt")
    if let consent = reader.object("consent") {
      var flow = ConsentFlow()
      flow.request = consent.drawn("request") ?? .constant(0)
      flow.backend = consent.reference("backend", backends)
      flow.connection = connection(consent)
      for (key, excluded) in [("request", true), ("connection", false)]
      where consent.has(key) && (consent.written("backend") != nil) == excluded {
        error(
          consent.keySpan(key),
          excluded
            ? "'request' and 'backend' exclude each other: the time is that of the backend"
            : "'connection' needs a 'backend'")
      }
      flow.formShare = consent.number("formShare") ?? 1
      flow.given = consent.number("given") ?? 1
      flow.dwell = consent.drawn("dwell") ?? .constant(0)
      flow.asks = consent.option("asks") ?? .firstLaunch
      flow.timeout = consent.duration("timeout")
      flow.heard = consent.option("heard") ?? .now
      if let limited = consent.object("refused") { flow.refused = .limited(factors(limited)) }
      launch.consent = flow
    }
    if let reader = reader.object("tracking") {
      var tracking = TrackingChoice()
      tracking.allowed = reader.number("allowed") ?? 1
      if let denied = reader.object("denied") { tracking.denied = factors(denied) }
      launch.tracking = tracking
    }
    return launch
  }

  private func factors(_ reader: ObjectReader) -> DemandFactors {
    var factors = DemandFactors()
    factors.fill = reader.number("fill") ?? 1
    factors.price = reader.number("price") ?? 1
    return factors
  }

  private func initRetry(_ reader: ObjectReader) -> LaunchPath.InitRetry {
    if reader.written("initRetry")?.text == "online" { return .online }
    return positiveTime(reader, "initRetry").map { .every($0) } ?? .none
  }

  func config() -> RemoteConfig? {
    guard let reader = root.object("config") else { return nil }
    var config = RemoteConfig(backend: reader.reference("backend", backends) ?? 0)
    config.refresh = reader.duration("refresh") ?? .zero
    config.size = reader.drawn("size") ?? .constant(0)
    config.connection = connection(reader)
    config.isAwaited = reader.flag("await") ?? false
    config.timeout = positiveTime(reader, "timeout")
    config.retry = reader.drawn("retry")
    if config.retry == .constant(0) {
      error(reader.span("retry"), "the time to the next fetch must be above 0")
    }
    return config
  }

  /// The `connection` of a network or the config; left out it is the usual one.
  func connection(_ reader: ObjectReader) -> ConnectionCost? {
    guard reader.has("connection") else { return ConnectionCost() }
    guard let reader = reader.object("connection") else { return nil }
    var cost = ConnectionCost()
    cost.dns = step(reader, "dns") ?? cost.dns
    cost.tcp = step(reader, "tcp") ?? cost.tcp
    cost.tls = step(reader, "tls") ?? cost.tls
    cost.keepAlive = reader.duration("keepAlive") ?? .zero
    return cost
  }

  private func step(_ reader: ObjectReader, _ name: String) -> ConnectionCost.Step? {
    guard case .roundTrips = reader.key(name).kind else {
      preconditionFailure("\(name) is no cost of a connection")
    }
    guard let value = reader.written(name) else { return nil }
    guard let text = value.text else { return context.drawn(value, .duration).map { .time($0) } }
    if text == "none" { return .time(.constant(0)) }
    guard text.hasSuffix("rtt") else { return context.drawn(value, .duration).map { .time($0) } }
    let digits = text.dropLast(3)
    guard let count = Double(digits), count <= 100,
      digits.utf8.allSatisfy({ Byte.isDigit($0) || $0 == Byte.dot })
    else {
      error(value.span, "round trips are written such as \"1rtt\", up to \"100rtt\"")
      return nil
    }
    return .roundTrips(count)
  }

  /// Whether a map names nothing, so that the one default holds.
  private func isEmpty(_ map: String) -> Bool { root.entries(map).isEmpty }

  func allGeos(_ networks: [AdNetwork]) -> [Geo] {
    if isEmpty("geos") { return [Geo(name: "world")] }
    lazy var dearest = dearestNetwork(networks)
    return root.namedObjects("geos").map { name, reader in
      var geo = Geo(name: name)
      guard let reader else { return geo }
      geo.price = reader.number("price") ?? 1
      if geo.price > 1, dearest.price * geo.price > Limits.price {
        error(
          reader.span("price"),
          "this factor brings the price of \(quoted(dearest.name)) above the limit of "
            + Quantity.price.limit.name)
      }
      geo.fill = reader.number("fill") ?? 1
      geo.roundTripAdd = reader.drawn("rttAdd") ?? .constant(0)
      return geo
    }
  }

  /// The network with the highest median of a price.
  private func dearestNetwork(_ networks: [AdNetwork]) -> (name: String, price: Double) {
    var dearest = (name: "", price: 0.0)
    for network in networks {
      for format in AdFormat.allCases where network.price[format].median > dearest.price {
        dearest = (network.name, network.price[format].median)
      }
    }
    return dearest
  }

  func allRadios() -> [Radio] {
    if isEmpty("radios") { return [Radio(name: "ideal")] }
    return root.namedObjects("radios").map { name, reader in
      var radio = Radio(name: name)
      guard let reader else { return radio }
      radio.roundTrip = reader.drawn("rtt") ?? .constant(0)
      radio.jitter = reader.drawn("jitter") ?? .constant(0)
      radio.downBitsPerSecond = bitRate(reader, "down")
      radio.upBitsPerSecond = bitRate(reader, "up")
      radio.loss = reader.number("loss") ?? 0
      radio.slowStart = reader.flag("slowStart") ?? true
      radio.isOffline = reader.flag("offline") ?? false
      radio.blocks = (reader.list("blocks") ?? []).compactMap { backends.resolve($0, context) }
      radio.blockedAs = reader.option("blockedAs") ?? .refused
      return radio
    }
  }

  private func bitRate(_ reader: ObjectReader, _ name: String) -> Double {
    guard let rate = reader.quantity(name) else { return .infinity }
    if rate < 1 {
      error(reader.span(name), "a bit rate must be at least 1bps, or \"unlimited\"")
    }
    return rate
  }

  /// The most windows that a device of the scenario has.
  var mostWindows: Int {
    let devices = root.written("devices")?.members ?? []
    return devices.map { $0.value["windows"]?.elements?.count ?? 1 }.max() ?? 1
  }

  /// Refuses more sizes of windows than an ad can remember.
  func checkSizes(_ app: AppTraits, _ devices: [Device], _ journeys: [Journey]) {
    let windows = ScenarioCompiler.windows(of: devices, app)
    var sizes = WindowSizes(windows: windows)
    var key = "devices"
    do throws(SimulationError) {
      for device in devices {
        for size in device.windows.prefix(windows) { _ = try sizes.index(of: size) }
        guard let fold = device.fold else { continue }
        _ = try sizes.index(of: fold.outer)
        _ = try sizes.index(of: fold.inner)
      }
      key = "journeys"
      for case .resize(let size, _) in journeys.flatMap({ JourneyStep.flattened($0.steps) }) {
        _ = try sizes.index(of: size)
      }
    } catch {
      self.error(root.keySpan(key), error.description)
    }
  }

  func allDevices() -> [Device] {
    let phone = WindowSize(width: 390, height: 844)
    if isEmpty("devices") { return [Device(name: "phone", windows: [phone])] }
    return root.namedObjects("devices").map { name, reader in
      var device = Device(name: name, windows: [phone])
      guard let reader else { return device }
      if reader.has("windows"), reader.has("fold") {
        error(reader.keySpan("fold"), "a device has windows or a fold, not both")
      }
      if let fold = reader.object("fold") {
        let outer = fold.object("outer").map(windowSize) ?? phone
        let inner = fold.object("inner").map(windowSize) ?? phone
        device.windows = [outer]
        device.fold = Device.Fold(outer: outer, inner: inner)
      }
      if reader.has("windows") { device.windows = windows(reader) }
      if let slowdown = reader.object("slowdown") { device.slowdown = self.slowdown(slowdown) }
      return device
    }
  }

  private func slowdown(_ reader: ObjectReader) -> Slowdown {
    let all = reader.number("all") ?? 1
    var slowdown = Slowdown()
    slowdown.firstFrame = reader.number("firstFrame") ?? all
    slowdown.sdkStart = reader.number("sdkStart") ?? all
    slowdown.initialisation = reader.number("init") ?? all
    slowdown.prepare = reader.number("prepare") ?? all
    slowdown.mainThread = reader.number("mainThread") ?? all
    return slowdown
  }

  private func windows(_ reader: ObjectReader) -> [WindowSize] {
    let readers = reader.objects("windows")
    if readers.count > Limits.windows {
      error(
        readers[Limits.windows].value.span.head,
        "a device has at most \(Limits.windows) windows")
    }
    return readers.map(windowSize)
  }

  func windowSize(_ reader: ObjectReader) -> WindowSize {
    WindowSize(width: reader.number("width") ?? 1, height: reader.number("height") ?? 1)
  }

  // MARK: Backends

  func allBackends() -> [Backend] {
    root.namedObjects("backends").map { name, reader in
      reader.map { backend(name, $0) } ?? Backend(name: name)
    }
  }

  private func backend(_ name: String, _ reader: ObjectReader) -> Backend {
    var backend = Backend(name: name)
    backend.owned = reader.flag("owned") ?? false
    backend.service = reader.drawn("service") ?? .constant(0)
    backend.servers = reader.integer("servers") ?? 1
    backend.queueLimit = reader.integer("queueLimit")
    backend.rateLimitPerSecond = reader.quantity("rateLimit")
    backend.cancelOnDisconnect = reader.flag("cancelOnDisconnect") ?? false
    backend.outages = outages(reader)
    if backend.rateLimitPerSecond == 0 {
      error(reader.span("rateLimit"), "the rate limit must be above 0, or \"none\"")
    } else if let rate = backend.rateLimitPerSecond, !StationPlan.rates.contains(rate) {
      error(reader.span("rateLimit"), "the rate limit must be at least 0.000000001/s")
    }
    if !backend.owned {
      for key in ["servers", "queueLimit", "rateLimit", "cancelOnDisconnect"] where reader.has(key)
      {
        error(
          reader.keySpan(key), "'\(key)' is for owned backends; add owned: true or remove it")
      }
    }
    if let throttle = reader.object("throttle") {
      backend.throttle = Throttle(
        failures: throttle.integer("failures") ?? 1, per: throttle.duration("per") ?? .zero,
        lasts: throttle.duration("for") ?? .zero,
        countsAll: throttle.word("counts") == "requests")
      if backend.owned {
        error(reader.keySpan("throttle"), "'throttle' is for external backends; use rateLimit")
      }
    }
    return backend
  }

  private func outages(_ reader: ObjectReader) -> [BackendOutage] {
    var known: [(from: SimDuration, to: SimDuration)] = []
    return reader.objects("outages").map { outage in
      let (from, to) = (outage.duration("from"), outage.duration("to"))
      if let from, let to {
        if from >= to {
          error(outage.span("to"), "the outage must end after it starts")
        } else if let other = known.firstIndex(where: { from < $0.to && $0.from < to }) {
          error(outage.value.span.head, "the outage overlaps number \(other + 1) of the list")
        }
        known.append((from, to))
      }
      return BackendOutage(from: from ?? .zero, to: to ?? .zero, kind: outageKind(outage))
    }
  }

  private func outageKind(_ outage: ObjectReader) -> BackendOutage.Kind {
    let kind = outage.word("kind")
    let factor = outage.number("factor")
    if kind == "slow" {
      if !outage.has("factor") {
        error(outage.value.span.head, "missing key 'factor' of a slow outage")
      }
      return .slow(factor: factor ?? 1)
    }
    if kind != nil, outage.has("factor") {
      error(outage.keySpan("factor"), "'factor' is for kind: \"slow\"")
    }
    return kind == "blackhole" ? .blackhole : .down
  }
}
