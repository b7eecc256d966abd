import Scheduler

extension ScenarioDecoder {
  // MARK: Networks

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
    network.prepare = reader.drawn("prepare") ?? .constant(0)
    network.mainThread = reader.drawn("mainThread") ?? .constant(0)
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
    network.expiry = reader.perFormat("expiry", base: network.expiry) {
      self.expiry($0)
    }
    network.timeout = positiveTime(reader, "timeout")
    network.showOverhead = reader.drawn("showOverhead") ?? .constant(0)
    network.presentTimeout = positiveTime(reader, "presentTimeout")
    network.isHouse = reader.flag("house") ?? false
    network.inner = inner(reader)
    network.ready = readiness(reader)
    switch reader.word("lateAnswer") {
    case "cache": network.lateAnswer = .cache
    case "deliver": network.lateAnswer = .deliver
    default: network.lateAnswer = .drop
    }
    noteUnbuilt(reader, network)
    return network
  }

  private func readiness(_ reader: ObjectReader) -> AdNetwork.Readiness {
    let bytes = reader.quantity("streamStart") ?? 0
    return reader.word("ready") == "stream" ? .stream(bytes: bytes) : .full
  }

  private func noteUnbuilt(_ reader: ObjectReader, _ network: AdNetwork) {
    if network.mainThread != .constant(0) { reader.noteUnbuilt("mainThread") }
    if let breaker = reader.object("breaker") {
      _ = breaker.integer("failures")
      _ = breaker.duration("for")
      reader.noteUnbuilt("breaker")
    }
    if let faults = reader.object("faults") {
      for key in faults.shape.keys {
        guard let probability = faults.number(key.name), probability > 0 else { continue }
        faults.noteUnbuilt(
          key.name, "faults: { \(key.name): \(JSONWriter.number(probability)) }")
      }
    }
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
    if !inner.waterfall.isEmpty {
      reader.noteUnbuilt("waterfall", "inner: { waterfall: … }")
    }
    return inner
  }

  /// Notes networks whose inner waterfalls lead back to themselves, each ring once.
  func checkInnerCycles(_ list: [AdNetwork]) {
    var state = [UInt8](repeating: 0, count: list.count)
    for start in list.indices where state[start] == 0 {
      // Depth first without recursion: a chain may be as long as the list.
      var path = [(network: start, next: 0)]
      state[start] = 1
      while let top = path.last {
        let entries = list[top.network].inner?.waterfall ?? []
        guard top.next < entries.count else {
          state[top.network] = 2
          path.removeLast()
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

  /// When an ad expires; nil inside when never, nil outside when wrong.
  private func expiry(_ value: JSONValue) -> SimDuration?? {
    if value.text == "none" { return .some(nil) }
    let time = context.duration(value)
    // An ad that expires when it loads could never be shown.
    if time == .zero { error(value.span, "'expiry' must be above 0; \"none\" switches it off") }
    return time.map { .some($0) }
  }

  /// A time above 0; nil when it is switched off.
  private func positiveTime(_ reader: ObjectReader, _ name: String) -> SimDuration? {
    let time = reader.duration(name)
    if time == .zero {
      error(reader.span(name), "'\(name)' must be above 0; \"none\" switches it off")
    }
    return time
  }

  private func entries(
    _ reader: ObjectReader, _ name: String, of placeholder: Owner? = nil
  ) -> [WaterfallEntry] {
    let readers = reader.objects(name)
    if readers.count > Limits.waterfallEntries {
      error(
        reader.span(name),
        "a waterfall has at most \(Limits.waterfallEntries) entries, this one "
          + "\(readers.count)")
    }
    return readers.map { item in
      var entry = WaterfallEntry(network: network(item, "network", of: placeholder) ?? 0)
      entry.floor = item.number("floor")
      entry.adUnit = item.name("adUnit")
      if item.has("timeout") {
        entry.timeout = positiveTime(item, "timeout").map { .after($0) } ?? .none
      }
      return entry
    }
  }

  /// The network a key names; a placeholder that names itself is told so.
  private func network(
    _ reader: ObjectReader, _ name: String, of placeholder: Owner?
  ) -> Int? {
    guard let value = reader.written(name) else { return nil }
    return network(value, of: placeholder)
  }

  private func network(_ value: JSONValue, of placeholder: Owner?) -> Int? {
    if let name = placeholder?.name, value.text == name, networks[name] == nil {
      error(value.span, "\(quoted(name)) is this placeholder itself; a waterfall lists networks")
      return nil
    }
    guard let network = networks.resolve(value, context) else { return nil }
    if let placeholder { checkOffer(network, to: placeholder, at: value.span) }
    return network
  }

  // MARK: Placeholders

  func allPlaceholders() -> [Placeholder] {
    root.namedObjects("placeholders").map { name, reader in
      guard let reader else {
        formats.append(nil)
        return Placeholder(
          name: name, format: .interstitial, remote: MediationConfig(waterfall: []))
      }
      let format = reader.word("format").flatMap { word in
        AdFormat.allCases.first { $0.name == word }
      }
      formats.append(format)
      let owner = Owner(name: name, format: format)
      let remote = mediation(reader, of: owner, over: nil)
      var placeholder = Placeholder(name: name, format: format ?? .interstitial, remote: remote)
      if let shipped = reader.object("defaultConfig") {
        placeholder.shipped = mediation(shipped, of: owner, over: remote)
      }
      placeholder.cache = cache(reader)
      placeholder.minGap = reader.duration("minGap") ?? .zero
      if let cap = reader.object("cap") {
        let per = cap.duration("per")
        if per == .zero { error(cap.span("per"), "the span of a cap must be above 0") }
        placeholder.cap = FrequencyCap(shows: cap.integer("shows") ?? 1, per: per ?? .zero)
      }
      return placeholder
    }
  }

  /// What a config says of a placeholder; `base` is what holds where an overlay says nothing.
  private func mediation(
    _ reader: ObjectReader, of placeholder: Owner, over base: MediationConfig?
  ) -> MediationConfig {
    var config = base ?? MediationConfig(waterfall: [])
    config.waterfall = waterfall(reader, of: placeholder, over: base)
    if base == nil || reader.has("strategy") { config.strategy = strategy(reader) }
    if base == nil || reader.has("deadline") {
      config.deadline = positiveTime(reader, "deadline")
    }
    if base == nil || reader.has("retry") { config.retry = retry(reader) }
    return config
  }

  private func waterfall(
    _ reader: ObjectReader, of placeholder: Owner, over base: MediationConfig?
  ) -> [WaterfallEntry] {
    if reader.has("waterfall") {
      for key in ["primary", "fallback"] where reader.has(key) {
        error(reader.keySpan(key), "'\(key)' and 'waterfall' exclude each other")
      }
      return entries(reader, "waterfall", of: placeholder)
    }
    if reader.has("primary") {
      let first = network(reader, "primary", of: placeholder)
      let others = (reader.list("fallback") ?? []).map { network($0, of: placeholder) }
      if others.count >= Limits.waterfallEntries {
        error(
          reader.span("fallback"), "a waterfall has at most \(Limits.waterfallEntries) entries")
      }
      return ([first] + others).compactMap { $0 }.map { WaterfallEntry(network: $0) }
    }
    if reader.has("fallback") {
      error(reader.keySpan("fallback"), "'fallback' needs a 'primary'")
    } else if base == nil {
      error(
        reader.value.span.head,
        "missing key 'waterfall', or 'primary', of placeholder \(quoted(placeholder.name))")
    }
    return base?.waterfall ?? []
  }

  private func cache(_ reader: ObjectReader) -> CachePolicy {
    var policy = CachePolicy()
    guard let reader = reader.object("cache") else { return policy }
    policy.depth = reader.integer("depth") ?? 1
    for word in reader.words("refill") {
      switch word {
      case "onDismiss": policy.refill.insert(.onDismiss)
      case "onExpiry": policy.refill.insert(.onExpiry)
      default: policy.refill.insert(.afterFailure)
      }
    }
    if reader.word("keyedBy") == "network" {
      policy.keyedBy = .network
      reader.noteUnbuilt("keyedBy", "keyedBy: \"network\"")
    }
    return policy
  }
}
