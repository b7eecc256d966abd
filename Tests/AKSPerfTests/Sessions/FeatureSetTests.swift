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
