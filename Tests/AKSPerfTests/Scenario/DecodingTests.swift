import Scheduler
import Testing

@testable import AKSPerf

/// The values of keys that no engine simulates yet, exactly as they are written.
@Suite struct DecodingTests {
  private func network(_ keys: String) throws -> AdNetwork {
    try Minimal.read([
      ("networks", "{ ADMOB: { backend: 'exchange', \(keys) }, MAX: { backend: 'exchange' } }")
    ]).networks[0]
  }

  private func placeholder(_ keys: String, format: String = "interstitial") throws -> Placeholder {
    try Minimal.read([
      ("placeholders", "{ p: { format: '\(format)', waterfall: [{ network: 'MAX' }], \(keys) } }"),
      ("journeys", "{ main: ['end'] }"),
    ]).placeholders[0]
  }

  @Test func theAppIsAsWritten() throws {
    let scenario = try Minimal.read([
      (
        "app",
        """
        { mode: 'test', multiScene: false, presentFrom: 'first', canPresent: false, pays: 'both',
          watchdog: '60s', features: ['theme', 'levels'], memoryLimit: '256MB',
          reinitAfter: '1h', transition: '250ms' }
        """
      ), ("users", "{ ownsFeature: 0.4 }"), ("radios", "{ none: { offline: true }, lte: {} }"),
    ])
    var app = AppTraits()
    app.mode = .test
    app.multiScene = false
    app.presentFrom = .first
    app.canPresent = false
    app.pays = .both
    app.watchdog = .seconds(60)
    app.features = ["theme", "levels"]
    app.memoryLimit = 256e6
    app.reinitAfter = .hours(1)
    app.transition = .milliseconds(250)
    #expect(scenario.app == app)
    #expect(scenario.users.ownsFeature == 0.4)
    #expect(scenario.radios.map(\.isOffline) == [true, false])
  }

  @Test func everyWordOfATypeIsRead() throws {
    for word in AppTraits.Pays.allCases {
      #expect(try Minimal.read([("app", "{ pays: '\(word.rawValue)' }")]).app.pays == word)
    }
    for word in AppTraits.PresentFrom.allCases {
      let app = try Minimal.read([("app", "{ presentFrom: '\(word.rawValue)' }")]).app
      #expect(app.presentFrom == word)
    }
    for word in AdNetwork.TimeoutCover.allCases {
      #expect(try network("timeoutCovers: '\(word.rawValue)'").timeoutCovers == word)
    }
    for word in AdNetwork.RewardCallbacks.allCases {
      #expect(try network("rewardCallbacks: '\(word.rawValue)'").rewardCallbacks == word)
    }
    for word in AdNetwork.LateAnswer.allCases {
      #expect(try network("lateAnswer: '\(word.rawValue)'").lateAnswer == word)
    }
    for word in BannerSize.allCases {
      #expect(try placeholder("size: '\(word.rawValue)'", format: "banner").view.size == word)
    }
    for word in ViewTraits.Reloads.allCases {
      #expect(try placeholder("reloads: '\(word.rawValue)'", format: "banner").view.reloads == word)
    }
    for word in ViewTraits.OnReturn.allCases {
      let banner = try placeholder("onReturn: '\(word.rawValue)'", format: "banner")
      #expect(banner.view.onReturn == word)
    }
    for word in AppCode.Reacts.allCases {
      #expect(try placeholder("reacts: '\(word.rawValue)'").appCode.reacts == word)
    }
    for word in AppCode.OnResize.allCases {
      #expect(try placeholder("onResize: '\(word.rawValue)'").appCode.onResize == word)
    }
    for word in AppCode.OnBusy.allCases {
      #expect(try placeholder("onBusy: '\(word.rawValue)'").appCode.onBusy == word)
    }
    for word in AppCode.OnFull.allCases {
      #expect(try placeholder("onFull: '\(word.rawValue)'").appCode.onFull == word)
    }
    for word in AppCode.BusyFlag.allCases {
      #expect(try placeholder("busyFlag: '\(word.rawValue)'").appCode.busyFlag == word)
    }
    for word in AppCode.ShowOnLoad.allCases {
      #expect(try placeholder("showOnLoad: '\(word.rawValue)'").appCode.showOnLoad == word)
    }
  }

  @Test func theFixedBannerSizesAreThoseOfTheInterface() {
    let sizes = BannerSize.allCases.map { $0.points.map { [$0.width, $0.height] } }
    #expect(sizes == [[320, 50], [320, 100], [300, 250], [468, 60], nil])
  }

  @Test func whatANetworkDoesIsAsWritten() throws {
    let network = try network(
      """
      mainThread: '2s', breaker: { failures: 3, for: '5m' }, expiryEvent: false,
      checksExpiry: false, timeoutCovers: 'connect', settle: '800ms', rewardCallbacks: 'earned',
      rewardAfterDismiss: 0.5, rewardAt: 0.7, sizes: [{ width: 320, height: 480 }],
      leak: { exponential: { mean: '300kB' } }, leakOf: 'unshown', disk: '4MB', rebuildAfter: 100,
      readyAfter: '1s', expiryFrom: 'bid',
      bidsAt: 0.9, creatives: { count: 40, cached: 5 },
      faults: { duplicateReward: 0.015, phantomShow: 0.2, failedAfterLoaded: 0.3, lostLoad: 0.1,
                duplicateCallback: 0.4, lostDismiss: 0.5, lateDismiss: 0.6, earlyDismiss: 0.7,
                lostReward: 0.8, closedByClick: 0.9 }
      """)
    var wanted = AdNetwork(name: "ADMOB", backend: 0)
    wanted.mainThread = .constant(2e9)
    wanted.breaker = CircuitBreaker(failures: 3, lasts: .minutes(5))
    wanted.expiryEvent = false
    wanted.checksExpiry = false
    wanted.timeoutCovers = .connect
    wanted.settle = .milliseconds(800)
    wanted.readyAfter = .seconds(1)
    wanted.expiryFrom = .bid
    wanted.rewardCallbacks = .earned
    wanted.rewardAfterDismiss = 0.5
    wanted.rewardAt = 0.7
    wanted.sizes = [WindowSize(width: 320, height: 480)]
    wanted.leak = .exponential(mean: 300_000)
    wanted.leakOf = .unshown
    wanted.bidsAt = 0.9
    wanted.creatives = CreativeStock(count: 40, cached: 5)
    wanted.disk = .constant(4e6)
    wanted.rebuildAfter = 100
    wanted.faults.duplicateReward = 0.015
    wanted.faults.phantomShow = 0.2
    wanted.faults.failedAfterLoaded = 0.3
    wanted.faults.lostLoad = 0.1
    wanted.faults.duplicateCallback = 0.4
    wanted.faults.lostDismiss = 0.5
    wanted.faults.lateDismiss = 0.6
    wanted.faults.earlyDismiss = 0.7
    wanted.faults.lostReward = 0.8
    wanted.faults.closedByClick = 0.9
    #expect(network == wanted)
  }

  @Test func rulesOfFaultsAreAsWritten() throws {
    let scenario = try Minimal.read([
      (
        "networks",
        """
        { ADMOB: { backend: 'exchange', faults: { rules: [
            { on: 'request', do: 'hang', when: { awayAtLeast: '1h' } },
            { on: 'onAdDismissed', do: 'delay', p: 0.2, delay: '3s', clearedByLoad: false,
              when: { within: '2s', earlyClose: true, showsAtLeast: 2, from: '5m', to: '10m',
                      formats: ['rewarded', 'interstitial'], device: 'ipad', window: 'resized' } },
            { on: 'load', do: 'amplify', times: 4 },
            { on: 'reward', do: 'lose', when: { loadedMeanwhile: true } } ] } } }
        """
      ), ("devices", "{ phone: {}, ipad: {} }"),
      ("placeholders", "{ level_end: { format: 'interstitial', primary: 'ADMOB' } }"),
    ])
    var asleep = FaultRule(on: .request, do: .hang)
    asleep.condition.awayAtLeast = .hours(1)
    var late = FaultRule(on: .callback(.onAdDismissed), do: .delay)
    late.probability = 0.2
    late.delay = .constant(3e9)
    late.isClearedByLoad = false
    late.condition.within = .seconds(2)
    late.condition.earlyClose = true
    late.condition.showsAtLeast = 2
    late.condition.from = .minutes(5)
    late.condition.to = .minutes(10)
    late.condition.formats = [.interstitial, .rewarded]
    late.condition.device = 1
    late.condition.isResized = true
    var storm = FaultRule(on: .load, do: .amplify)
    storm.times = 4
    var taken = FaultRule(on: .reward, do: .lose)
    taken.condition.isLoadedMeanwhile = true
    #expect(scenario.networks[0].faults.rules == [asleep, late, storm, taken])
  }

  @Test(arguments: FaultRule.Trigger.plain + Callback.allCases.map(\.name))
  func everyEventOfARuleIsRead(_ word: String) throws {
    let rule = try network("faults: { rules: [{ on: '\(word)', do: 'delay', delay: '1s' }] }")
      .faults.rules[0]
    if case .callback(let callback) = rule.trigger {
      #expect(callback.name == word)
    } else {
      #expect("\(rule.trigger)" == word)
    }
  }

  @Test func aPlaceholderIsAsWritten() throws {
    let banner = try placeholder(
      "size: 'MEDIUM_RECTANGLE', refresh: 'none', repeatsLoaded: true, repeatsFailed: true, "
        + "reloads: 'sizeChange'",
      format: "banner")
    #expect(banner.view.size == .mediumRectangle && banner.view.refresh == nil)
    #expect(banner.view.repeatsLoaded && banner.view.reloads == .sizeChange)
    #expect(banner.view.repeatsFailed)
    #expect(try !placeholder("", format: "banner").view.repeatsFailed)
    #expect(!banner.view.pausesHidden && banner.view.refreshKeeps)
    #expect(try !placeholder("refreshKeeps: false", format: "banner").view.refreshKeeps)
    #expect(banner.view.refreshLoops == .one)
    let stacked = try placeholder("refreshLoops: 'stack'", format: "banner")
    #expect(stacked.view.refreshLoops == .stack)
    let failure = try placeholder(
      "refresh: 'none', refreshAfterFailure: '5s', onReturn: 'load'", format: "banner")
    #expect(failure.view.refresh == nil)
    #expect(failure.view.refreshAfterFailure == .after(.seconds(5)))
    #expect(try placeholder("pausesHidden: true", format: "banner").view.pausesHidden)
    let words: [(String, ViewTraits.AfterFailure)] = [
      ("'continues'", .continues), ("'stops'", .stops), ("'30s'", .after(.seconds(30))),
    ]
    for (word, wanted) in words {
      let other = try placeholder("refreshAfterFailure: \(word)", format: "banner")
      #expect(other.view.refreshAfterFailure == wanted)
    }
    let native = try placeholder(
      "scrollView: true, scrollIn: { exponential: { mean: '4s' } }", format: "native")
    #expect(native.view.isInScrollView && native.view.scrollIn == .exponential(mean: 4e9))
    let other = try placeholder(
      """
      onResize: 'check', onBusy: 'error', busyFlag: 'sticky', showOnLoad: 'always',
      staleTimer: true, enabled: false, defaultConfig: { enabled: true },
      cache: { ttl: '55m', reuse: true, keyedBy: 'network', heldBy: 'activity' }
      """)
    var code = AppCode()
    code.onResize = .check
    code.onBusy = .error
    code.busyFlag = .sticky
    code.showOnLoad = .always
    code.staleTimer = true
    #expect(other.appCode == code)
    #expect(!other.remote.enabled && other.shipped?.enabled == true)
    #expect(other.cache.ttl == .minutes(55) && other.cache.reuse)
    #expect(other.cache.keyedBy == .network && other.cache.heldBy == .activity)
    let plain = try placeholder("enabled: false, defaultConfig: { deadline: '3s' }")
    #expect(plain.shipped?.enabled == false)
  }

  @Test func whatTheAppDoesBesideIsAsWritten() throws {
    let app = try Minimal.read([
      (
        "app",
        """
        { rewardBackend: { answer: '2s', lost: 0.5, timeout: '30s' },
          timers: [{ every: '1m', load: 'level_end' },
                   { every: '2m', show: 'level_end', stacks: true }] }
        """
      )
    ]).app
    var backend = RewardBackend()
    backend.answer = .constant(2e9)
    backend.lost = 0.5
    backend.timeout = .seconds(30)
    #expect(app.rewardBackend == backend)
    #expect(
      app.timers == [
        AppTimer(every: .minutes(1), placeholder: 0, action: .load),
        AppTimer(every: .minutes(2), placeholder: 0, action: .show(stacks: true)),
      ])
    #expect(try network("oneLive: true").oneLive)
    #expect(try placeholder("ghost: 0.2", format: "banner").view.ghost == 0.2)
  }

  @Test func strategiesAreAsWritten() throws {
    func strategy(_ text: String) throws -> MediationStrategy {
      try placeholder("strategy: \(text)").remote.strategy
    }
    #expect(
      try strategy("{ parallel: { batch: 3, pick: 'first', batchTimeout: '2s' } }")
        == .parallel(batch: 3, pick: .first, batchTimeout: .seconds(2)))
    // A batch that ends when it starts would ask nobody.
    #expect(throws: ScenarioError.self) { try strategy("{ parallel: { batchTimeout: 0 } }") }
    #expect(
      try strategy("{ parallel: { batchTimeout: 'none' } }")
        == .parallel(batch: 2, pick: .price, batchTimeout: nil))
    var auction = Auction()
    #expect(try strategy("{ bidding: {} }") == .bidding(auction))
    auction.side = .client
    auction.tmax = .seconds(1)
    auction.tokenTimeout = .milliseconds(500)
    let keys = "side: 'client', tmax: '1s', tokenTimeout: '500ms'"
    #expect(try strategy("{ bidding: { \(keys) } }") == .bidding(auction))
    #expect(try strategy("{ hybrid: { \(keys) } }") == .hybrid(auction))
    auction.side = .server
    auction.backend = 0
    #expect(
      try strategy("{ hybrid: { backend: 'exchange', tmax: '1s', tokenTimeout: '500ms' } }")
        == .hybrid(auction))
    var order = AdaptiveOrder()
    #expect(try strategy("'adaptive'") == .adaptive(order))
    #expect(try strategy("{ adaptive: {} }") == .adaptive(order))
    order.scope = .fleet
    order.memory = 20
    order.explore = nil
    order.timeCost = 0.5
    #expect(
      try strategy("{ adaptive: { scope: 'fleet', memory: 20, explore: 'none', timeCost: 0.5 } }")
        == .adaptive(order))
    #expect(try strategy("{ own: { name: 'mine' } }") == .own(name: "mine"))
    #expect(MediationStrategy.own(name: "mine").name == "own:mine")
  }

  @Test func entriesAreAsWritten() throws {
    let waterfall = try Minimal.read([
      (
        "placeholders",
        """
        { level_end: { format: 'interstitial', waterfall: [
            { network: 'ADMOB', floor: 4, bid: true, adUnit: 'high' }, { network: 'MAX' } ] } }
        """
      )
    ]).placeholders[0].remote.waterfall
    #expect(waterfall.map(\.bids) == [true, nil])
    #expect(waterfall.map(\.adUnit) == ["high", nil])
  }
}
