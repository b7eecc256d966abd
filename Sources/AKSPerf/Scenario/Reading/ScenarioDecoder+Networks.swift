import Scheduler

extension ScenarioDecoder {
  func allNetworks() -> [AdNetwork] {
    root.namedObjects("networks").map { name, reader in
      offers.append(Offer(reader))
      return reader.map { network(name, $0) } ?? AdNetwork(name: name, backend: 0)
    }
  }

  private func network(_ name: String, _ reader: ObjectReader) -> AdNetwork {
    var network = AdNetwork(name: name, backend: reader.reference("backend", backends) ?? 0)
    network.cdn = reader.reference("cdn", backends)
    network.initialisation = reader.drawn("init") ?? .constant(0)
    network.initNeedsNetwork = reader.word("initNeeds") == "network"
    network.initFailsAfter = reader.drawn("initFailsAfter") ?? .constant(0)
    if reader.has("initFailsAfter"), !network.initNeedsNetwork {
      error(reader.keySpan("initFailsAfter"), "'initFailsAfter' needs initNeeds: \"network\"")
    }
    network.waitsForRadio = reader.flag("waitsForRadio") ?? false
    network.prepare = reader.drawn("prepare") ?? .constant(0)
    network.prepareFirst = reader.drawn("prepareFirst")
    network.mainThread = reader.drawn("mainThread") ?? .constant(0)
    network.mainThreadFirst = reader.drawn("mainThreadFirst")
    network.connection = connection(reader)
    network.requestSize = reader.drawn("requestSize") ?? .constant(0)
    network.responseSize = reader.drawn("responseSize") ?? .constant(0)
    network.fill = reader.perFormat("fill", base: network.fill) {
      self.context.number($0, in: 0...1)
    }
    network.price = reader.perFormat("price", base: network.price) {
      self.context.drawn($0, .price)
    }
    network.creative = reader.perFormat("creative", base: network.creative) {
      $0.text == "none" ? .constant(0) : self.context.drawn($0, .size)
    }
    expiry(reader, &network)
    network.cap = cap(reader)
    network.timeout = positiveTime(reader, "timeout")
    network.showOverhead = reader.drawn("showOverhead") ?? .constant(0)
    network.presentTimeout = positiveTime(reader, "presentTimeout")
    network.latePresentation = reader.option("latePresentation") ?? .lost
    network.isHouse = reader.flag("house") ?? false
    network.inner = inner(reader)
    network.creatives = reader.object("creatives").map {
      CreativeStock(count: $0.integer("count") ?? 1, cached: $0.integer("cached") ?? 1)
    }
    network.ready = readiness(reader)
    network.stalls = reader.flag("stalls") ?? false
    if network.stalls, network.ready == .full {
      error(reader.keySpan("stalls"), "'stalls' needs ready: \"stream\"")
    }
    network.lateAnswer = reader.option("lateAnswer") ?? .drop
    network.bidsAt = reader.number("bidsAt") ?? 0
    network.breaker = reader.object("breaker").map {
      CircuitBreaker(failures: $0.integer("failures") ?? 1, lasts: $0.duration("for") ?? .zero)
    }
    mistakes(reader, &network)
    return network
  }

  /// What the adapter does that apps must allow for.
  private func mistakes(_ reader: ObjectReader, _ network: inout AdNetwork) {
    network.faults = faults(reader)
    network.expiryEvent = reader.flag("expiryEvent") ?? true
    network.checksExpiry = reader.flag("checksExpiry") ?? true
    network.timeoutCovers = reader.option("timeoutCovers") ?? .all
    network.settle = reader.duration("settle") ?? .zero
    network.readyAfter = reader.duration("readyAfter") ?? .zero
    network.rewardCallbacks = reader.option("rewardCallbacks") ?? .both
    network.rewardAfterDismiss = reader.number("rewardAfterDismiss") ?? 0
    network.rewardAt = reader.number("rewardAt") ?? 1
    if reader.has("sizes"), reader.written("sizes")?.text != "any" {
      network.sizes = reader.objects("sizes").map(windowSize)
    }
    network.oneLive = reader.flag("oneLive") ?? false
    network.bannerSize = reader.option("bannerSize")
    network.leak = reader.drawn("leak") ?? .constant(0)
    network.leakOf = reader.option("leakOf") ?? .all
    network.disk = reader.drawn("disk") ?? .constant(0)
    network.rebuildAfter = reader.integer("rebuildAfter")
  }

  private func readiness(_ reader: ObjectReader) -> AdNetwork.Readiness {
    let bytes = reader.quantity("streamStart") ?? 0
    return reader.word("ready") == "stream" ? .stream(bytes: bytes) : .full
  }

  private func inner(_ reader: ObjectReader) -> InnerMediation? {
    guard let reader = reader.object("inner") else { return nil }
    var inner = InnerMediation()
    if let retries = reader.object("noFillRetries") {
      let every = retries.drawn("every")
      if every == .constant(0) {
        error(retries.span("every"), "the time between tries must be above 0")
      }
      inner.noFillRetries = NoFillRetries(
        every: every ?? .constant(1), total: retries.duration("total") ?? .zero)
    }
    inner.waterfall = entries(reader, "waterfall")
    return inner
  }

  /// Notes networks whose inner waterfalls lead back to themselves, each ring once, and those that
  /// are nested too deep.
  func checkInnerCycles(_ list: [AdNetwork]) {
    var state = [UInt8](repeating: 0, count: list.count)
    var depth = [Int](repeating: 0, count: list.count)
    for start in list.indices where state[start] == 0 {
      // Depth first without recursion: a chain may be as long as the list.
      var path = [(network: start, next: 0)]
      state[start] = 1
      while let top = path.last {
        let entries = list[top.network].inner?.waterfall ?? []
        guard top.next < entries.count else {
          state[top.network] = 2
          path.removeLast()
          depth[top.network] =
            entries.map { 1 + (list.indices.contains($0.network) ? depth[$0.network] : 0) }.max()
            ?? 0
          if depth[top.network] == Limits.innerDepth + 1 {
            error(
              root.keySpan(of: list[top.network].name, in: "networks"),
              "inner waterfalls are nested deeper than \(Limits.innerDepth)")
          }
          continue
        }
        path[path.count - 1].next += 1
        let target = entries[top.next].network
        guard list.indices.contains(target) else { continue }
        if state[target] == 1 {
          let ring = path.drop { $0.network != target }.map { list[$0.network].name }
          error(
            root.keySpan(of: list[top.network].name, in: "networks"),
            "inner waterfalls form a ring: " + (ring + [list[target].name]).joined(separator: " → ")
          )
        } else if state[target] == 0 {
          state[target] = 1
          path.append((target, 0))
        }
      }
    }
  }

  /// When its ads expire: at one age for all of a format, or each at its own.
  private func expiry(_ reader: ObjectReader, _ network: inout AdNetwork) {
    var ages = PerFormat<DistributionSpec?>(repeating: nil)
    for format in AdFormat.allCases {
      ages[format] = network.expiry[format].map { .constant(Double($0.nanoseconds)) }
    }
    ages = reader.perFormat("expiry", base: ages) { value in
      if value.text == "none" { return .some(nil) }
      let age = self.context.drawn(value, .duration)
      // An ad that expires when it loads could never be shown.
      if age == .constant(0) {
        self.error(value.span, "'expiry' must be above 0; \"none\" switches it off")
      }
      return age.map { .some($0) }
    }
    for format in AdFormat.allCases {
      if case .constant(let age)? = ages[format] {
        network.expiry[format] = .rounding(nanoseconds: age)
      } else {
        network.expiry[format] = nil
        network.expirySpread[format] = ages[format]
      }
    }
    network.expiryFrom = reader.option("expiryFrom") ?? .load
    network.expiredPays = reader.flag("expiredPays") ?? true
  }

  /// A frequency cap; nil without one.
  func cap(_ reader: ObjectReader) -> FrequencyCap? {
    guard let cap = reader.object("cap") else { return nil }
    let per = cap.duration("per")
    if per == .zero { error(cap.span("per"), "the span of a cap must be above 0") }
    return FrequencyCap(shows: cap.integer("shows") ?? 1, per: per ?? .zero)
  }
}
