import Scheduler
import Testing

@testable import AKSPerf

@Suite("What a scenario asks of the world")
struct FeatureSetTests {
  typealias W = TinyWorld

  private func features(_ change: (inout Scenario) -> Void = { _ in }) throws -> FeatureSet {
    try CompiledScenario(W.scenario([W.load()], change: change)).tables.features
  }

  @Test("a scenario asks for nothing that it does not name")
  func nothing() throws {
    #expect(try features() == [])
  }

  @Test("each part that costs something sets its own bit")
  func bits() throws {
    #expect(try features { $0.priceDecay = 0.9 } == .priceDecay)
    #expect(
      try features { $0.placeholders[0].remote.retry = .fixed(W.milliseconds(5)) } == .retries)
    #expect(try features { $0.placeholders[0].cache.refill = .onExpiry } == .expiryTimers)
    #expect(try features { $0.networks[0].mainThread = W.milliseconds(5) } == .holds)
    #expect(try features { $0.placeholders[0].remote.enabled = false } == .switches)
    #expect(try features { $0.radios[0].isOffline = true } == .offline)
    #expect(try features { $0.placeholders[0].cache.keyedBy = .network } == .sharedSlots)
    #expect(try features { $0.app.mode = .test } == .scenes)
    #expect(try features { $0.app.presentFrom = .first } == .scenes)
    let steps: [(JourneyStep, FeatureSet)] = [
      (.fold, .scenes), (.window(0), .scenes), (WindowWorld.load(nil, .key), .scenes),
      (WindowWorld.load(.viewDidAppear), .scenes), (.hide(placeholder: 1), .views),
      (.banner(placeholder: 1), .views),
      (.banner(placeholder: 1, place: WindowWorld.place(.viewDidLoad)), [.views, .scenes]),
    ]
    for (step, wanted) in steps {
      let found = try features { scenario in
        var banner = scenario.placeholders[0]
        banner.name = "top"
        banner.format = .banner
        scenario.placeholders.append(banner)
        scenario.journeys[0].steps = [.choose([.init(weight: 1, steps: [step])])]
      }
      #expect(found == wanted, "\(step)")
    }
    let inner = try features { scenario in
      W.addNetwork(to: &scenario, answer: 1)
      var mediation = InnerMediation()
      mediation.waterfall = [WaterfallEntry(network: 1)]
      scenario.networks[0].inner = mediation
    }
    #expect(inner == .inner)
    let parallel = MediationStrategy.parallel(batch: 2, pick: .price, batchTimeout: nil)
    #expect(try features { $0.placeholders[0].remote.strategy = parallel } == .strategies)
    #expect(try features { $0.placeholders[0].appCode.staleTimer = true } == .app)
    #expect(try features { $0.networks[0].stalls = true } == [])
    let streamed = try features {
      $0.networks[0].ready = .stream(bytes: 5)
      $0.networks[0].stalls = true
    }
    #expect(streamed == .streams)
    let size = WindowSize(width: 320, height: 480)
    #expect(try features { $0.networks[0].sizes = [size] } == .sizes)
    #expect(try features { $0.networks[0].initNeedsNetwork = true } == .adapterStarts)
    #expect(try features { $0.devices[0].slowdown.prepare = 2 } == .slowDevices)
    #expect(try features { $0.networks[0].prepareFirst = W.milliseconds(5) } == .firstUse)
    #expect(
      try features { $0.networks[0].mainThreadFirst = W.milliseconds(5) } == [.firstUse, .holds])
    #expect(
      try features { $0.networks[0].cap = FrequencyCap(shows: 1, per: .hours(1)) } == .networkCaps)
    #expect(try features { $0.radios[0].blocks = [0] } == .blockedBackends)
    #expect(
      try features { $0.launch.mainThread = W.milliseconds(5) } == [.blockingStart, .holds])
    #expect(try features { $0.networks[0].expiredPays = false } == .adExpiry)
    let spread = PerFormat<DistributionSpec?>(repeating: .exponential(mean: 1e9))
    #expect(try features { $0.networks[0].expirySpread = spread } == .adExpiry)
    let kills = try features { $0.users.killsAfter = W.milliseconds(5) }
    #expect(kills == [.kills, .absences, .holds])
    #expect(try features { $0.config = RemoteConfig(backend: 0) } == [])
    let timed = try features {
      $0.config = RemoteConfig(backend: 0)
      $0.config?.timeout = .seconds(1)
    }
    #expect(timed == .configWaits)
    var block = FaultRule(on: .request, do: .block)
    block.delay = W.milliseconds(5)
    #expect(try features { $0.networks[0].faults.rules = [block] } == [.faults, .app, .holds])
  }

  @Test("bids, creatives, waits and refresh timers set a bit where they are beyond the usual")
  func beyond() throws {
    #expect(try features { $0.networks[0].bidsAt = 0.5 } == .timedBids)
    #expect(try features { $0.networks[0].waitsForRadio = true } == .radioWaits)
    #expect(try features { $0.placeholders[0].appCode.onFull = .error } == .app)
    #expect(
      try features { $0.placeholders[0].appCode.onFull = .replace } == [.app, .parallelLoads])
    let stock = CreativeStock(count: 2, cached: 1)
    #expect(try features { $0.networks[0].creatives = stock } == .creatives)
    let stacked = W.scenario([.banner(placeholder: 0)], format: .banner) {
      $0.placeholders[0].view.refreshLoops = .stack
    }
    #expect(try CompiledScenario(stacked).tables.features == [.views, .refreshLoops])
    let emptied = W.scenario([.banner(placeholder: 0)], format: .banner) {
      $0.placeholders[0].view.refreshKeeps = false
    }
    #expect(try CompiledScenario(emptied).tables.features == [.views, .blankViews])
  }

  @Test("a network that nobody asks sets no bit")
  func unasked() throws {
    let found = try features {
      W.addNetwork(to: &$0, answer: 1)
      $0.placeholders[0].remote.waterfall.removeLast()
      $0.networks[1].mainThread = W.milliseconds(5)
    }
    #expect(found == [])
  }

  @Test("only a process that may be ended can come back")
  func memory() throws {
    #expect(try features { $0.networks[0].disk = .constant(1) } == .memory)
    #expect(try features { $0.networks[0].leak = .constant(1) } == .memory)
    #expect(try features { $0.app.memoryLimit = 1e6 } == [])
    let limited = try features {
      $0.networks[0].leak = .constant(1)
      $0.app.memoryLimit = 1e6
    }
    #expect(limited == [.memory, .absences])
  }

  @Test("each step and behaviour of a session's life sets its own bits")
  func life() throws {
    func features(
      _ steps: [JourneyStep], _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> FeatureSet {
      try CompiledScenario(W.scenario(steps, format: .appOpen, change: change)).tables.features
    }
    let away = JourneyStep.background(away: W.milliseconds(5), terminated: 0, kind: .home)
    let sheet = JourneyStep.sheet(time: W.milliseconds(5), kind: .system)
    let splash = JourneyStep.appOpen(placeholder: 0, flow: .automatic(splash: nil))
    #expect(try features([away]) == [.holds, .absences])
    #expect(try features([sheet]) == .sheets)
    #expect(try features([.radio(0)]) == .radios)
    #expect(try features([.repeated(count: .constant(2), steps: [.radio(0)])]) == .radios)
    #expect(try features([splash]) == [])
    #expect(try features([splash, sheet]) == [.sheets, .returns])
    #expect(
      try features([.choose([.init(weight: 1, steps: [splash, away])])])
        == [.holds, .absences, .returns])
    var returns = AppOpenReturns()
    returns.isOn = false
    let off = JourneyStep.appOpen(
      placeholder: 0, flow: .automatic(splash: nil), returns: returns)
    #expect(try features([off, away]) == [.holds, .absences])
    returns.isOn = true
    returns.ignores = [.click]
    let manual = JourneyStep.appOpen(placeholder: 0, flow: .manual(budget: nil), returns: returns)
    #expect(try features([manual]) == .returns)
    let clicks = try features([W.load()]) {
      $0.click = ClickBehaviour(probability: 0.1, away: W.milliseconds(5))
    }
    #expect(clicks == [.clicks, .holds, .absences])
    let viewed = try features([W.load(), .banner(placeholder: 1)]) {
      var banner = $0.placeholders[0]
      banner.name = "top"
      banner.format = .banner
      $0.placeholders.append(banner)
      $0.click = ClickBehaviour(probability: 0.1, away: W.milliseconds(5))
    }
    #expect(viewed == [.clicks, .holds, .absences, .views, .viewClicks])
    #expect(
      try features([W.load()]) {
        $0.click = ClickBehaviour(probability: 0, away: W.milliseconds(5))
      } == [])
  }

  @Test("an activity is recreated where windows change")
  func recreation() throws {
    func features(_ step: JourneyStep) throws -> FeatureSet {
      try self.features {
        $0.app.recreates = true
        $0.journeys[0].steps.append(step)
      }
    }
    #expect(try features(.unfold) == [.scenes, .recreation])
    #expect(try features(.window(0)) == .scenes)
    #expect(try features(W.wait(5)) == [])
  }

  @Test("users who leave ads set their own bit, and apps that do not hear of the end their state")
  func leaves() throws {
    func features(_ fate: AdLeave.OnReturn, p: Double = 0.1) throws -> FeatureSet {
      try self.features {
        $0.leaveDuringAd = AdLeave(probability: p, away: W.milliseconds(5))
        $0.leaveDuringAd?.onReturn = fate
      }
    }
    #expect(try features(.kept) == [.adLeaves, .holds, .absences])
    #expect(try features(.closed) == [.adLeaves, .holds, .absences])
    #expect(try features(.lost) == [.adLeaves, .holds, .absences, .app])
    #expect(try features(.lost, p: 0) == [])
    func early(_ fate: EarlyLeave.OnReturn, p: Double = 0.1) throws -> FeatureSet {
      try self.features {
        $0.leaveBeforeAd = EarlyLeave(probability: p, away: W.milliseconds(5))
        $0.leaveBeforeAd?.onReturn = fate
      }
    }
    #expect(try early(.shown) == [.earlyLeaves, .holds, .absences])
    #expect(try early(.failed) == [.earlyLeaves, .holds, .absences])
    #expect(try early(.lost) == [.earlyLeaves, .holds, .absences, .app])
    #expect(try early(.lost, p: 0) == [])
  }

  @Test("what no journey uses asks for nothing")
  func unused() throws {
    let features = try features { scenario in
      var other = scenario.placeholders[0]
      other.name = "unused"
      other.cache.refill = .onExpiry
      other.remote.retry = .list([.seconds(1)])
      scenario.placeholders.append(other)
    }
    #expect(features == [])
  }
}
