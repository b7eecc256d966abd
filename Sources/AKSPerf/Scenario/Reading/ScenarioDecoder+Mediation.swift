import Scheduler

extension ScenarioDecoder {
  /// A time above 0; nil when it is switched off.
  func positiveTime(_ reader: ObjectReader, _ name: String) -> SimDuration? {
    let time = reader.duration(name)
    if time == .zero {
      error(reader.span(name), "'\(name)' must be above 0; \"none\" switches it off")
    }
    return time
  }

  func entries(
    _ reader: ObjectReader, _ name: String, of placeholder: Owner? = nil
  ) -> [WaterfallEntry] {
    let readers = reader.objects(name)
    if readers.count > Limits.waterfallEntries {
      error(
        reader.span(name),
        "a waterfall has at most \(Limits.waterfallEntries) entries, this one "
          + "\(readers.count)")
    }
    return readers.compactMap { item in
      let network = network(item, "network", of: placeholder)
      var entry = WaterfallEntry(network: network ?? 0)
      entry.floor = item.number("floor")
      entry.adUnit = item.name("adUnit")
      entry.bids = item.flag("bid")
      if item.has("timeout") {
        entry.timeout = positiveTime(item, "timeout").map { .after($0) } ?? .none
      }
      // An entry of an unknown network has been noted; it must not stand for another one.
      return network == nil ? nil : entry
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
      placeholder.cap = cap(reader)
      placeholder.view = viewTraits(reader, format)
      placeholder.appCode = appCode(reader)
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
    if base == nil || reader.has("enabled") { config.enabled = reader.flag("enabled") ?? true }
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
      case "onShow": policy.refill.insert(.onShow)
      default: policy.refill.insert(.afterFailure)
      }
    }
    policy.keyedBy = reader.option("keyedBy") ?? .placeholder
    policy.ttl = positiveTime(reader, "ttl")
    policy.reuse = reader.flag("reuse") ?? false
    policy.heldBy = reader.option("heldBy") ?? .app
    return policy
  }

  /// How a banner or native ad is put up; keys of other formats are mistakes.
  private func viewTraits(_ reader: ObjectReader, _ format: AdFormat?) -> ViewTraits {
    let owners: [(AdFormat, [String])] = [
      (
        .banner,
        [
          "size", "refresh", "refreshAfterFailure", "refreshKeeps", "refreshLoops",
          "pausesHidden", "onReturn", "repeatsLoaded", "repeatsFailed",
          "reloads",
        ]
      ),
      (.native, ["scrollView", "scrollIn"]),
    ]
    for (owner, keys) in owners where format != nil && format != owner {
      for key in keys where reader.has(key) {
        error(reader.keySpan(key), "'\(key)' is for placeholders of format \(owner.name)")
      }
    }
    var view = ViewTraits()
    view.size = reader.option("size") ?? .banner
    view.refresh = positiveTime(reader, "refresh")
    view.refreshAfterFailure = refreshAfterFailure(reader)
    view.refreshKeeps = reader.flag("refreshKeeps") ?? true
    view.refreshLoops = reader.option("refreshLoops") ?? .one
    view.pausesHidden = reader.flag("pausesHidden") ?? false
    view.onReturn = reader.option("onReturn") ?? .runs
    if !view.refreshes {
      for key in ["refreshKeeps", "refreshLoops", "onReturn"] where reader.has(key) {
        error(reader.keySpan(key), "'\(key)' does not go with refresh: \"none\"")
      }
    }
    view.ghost = reader.number("ghost") ?? 0
    if let format, format.isFullScreen || format == .featurePromotion, reader.has("ghost") {
      error(reader.keySpan("ghost"), "'ghost' is for placeholders of format banner or native")
    }
    view.repeatsLoaded = reader.flag("repeatsLoaded") ?? false
    view.repeatsFailed = reader.flag("repeatsFailed") ?? false
    view.reloads = reader.option("reloads") ?? .transition
    view.isInScrollView = reader.flag("scrollView") ?? false
    view.scrollIn = reader.drawn("scrollIn") ?? .constant(0)
    if format == .native, reader.has("scrollIn"), !view.isInScrollView {
      error(reader.keySpan("scrollIn"), "'scrollIn' needs scrollView: true")
    }
    return view
  }

  private func refreshAfterFailure(_ reader: ObjectReader) -> ViewTraits.AfterFailure {
    guard let value = reader.written("refreshAfterFailure") else { return .continues }
    switch value.text {
    case "continues": return .continues
    case "stops": return .stops
    case let word? where word.utf8.first.map(Byte.isDigit) == false:
      error(
        value.span,
        "'refreshAfterFailure' is \"continues\", \"stops\" or a time such as \"800ms\", not "
          + quoted(word))
      return .continues
    default:
      guard let time = context.duration(value) else { return .continues }
      if time == .zero { error(value.span, "the time before a load anew must be above 0") }
      return .after(time)
    }
  }

  private func appCode(_ reader: ObjectReader) -> AppCode {
    var code = AppCode()
    code.onResize = reader.option("onResize") ?? .nothing
    code.onBusy = reader.option("onBusy") ?? .join
    code.onFull = reader.option("onFull") ?? .loaded
    code.busyFlag = reader.option("busyFlag") ?? .nothing
    code.showOnLoad = reader.option("showOnLoad") ?? .never
    code.splashEndsAd = reader.flag("splashEndsAd") ?? false
    code.reacts = reader.option("reacts") ?? .once
    code.staleTimer = reader.flag("staleTimer") ?? false
    return code
  }
}
