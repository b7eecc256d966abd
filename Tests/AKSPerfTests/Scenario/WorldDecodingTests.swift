import Scheduler
import Testing

@testable import AKSPerf

/// The keys of launches, devices, radios and networks that go wrong, as they are written.
@Suite struct WorldDecodingTests {
  private func network(_ keys: String) throws -> AdNetwork {
    try Minimal.read([
      ("networks", "{ ADMOB: { backend: 'exchange', \(keys) }, MAX: { backend: 'exchange' } }")
    ]).networks[0]
  }

  @Test func startsOfAdaptersAreAsWritten() throws {
    #expect(try network("initNeeds: 'network'").initNeedsNetwork)
    #expect(try !network("initNeeds: 'nothing'").initNeedsNetwork)
    #expect(try network("waitsForRadio: true").waitsForRadio && !network("").waitsForRadio)
    let failing = try network("initNeeds: 'network', initFailsAfter: '3s'")
    #expect(failing.initFailsAfter == .constant(3e9))
    #expect(throws: ScenarioError.self) { try network("initFailsAfter: '3s'") }
    let launch = try Minimal.read([("launch", "{ mainThread: '2s' }")]).launch
    #expect(launch.mainThread == .constant(2e9))
    func retry(_ value: String) throws -> LaunchPath.InitRetry {
      try Minimal.read([("launch", "{ initRetry: \(value) }")]).launch.initRetry
    }
    #expect(try retry("'none'") == LaunchPath.InitRetry.none)
    #expect(try retry("'online'") == .online)
    #expect(try retry("'5s'") == .every(.seconds(5)))
    #expect(throws: ScenarioError.self) { try retry("'0s'") }
  }

  @Test func aSlowdownIsAsWritten() throws {
    let scenario = try Minimal.read([
      ("devices", "{ fire: { slowdown: { all: 3, sdkStart: 100 } }, phone: {} }")
    ])
    let slow = scenario.devices[0].slowdown
    #expect(slow.firstFrame == 3 && slow.sdkStart == 100 && slow.initialisation == 3)
    #expect(slow.prepare == 3 && slow.mainThread == 3)
    #expect(scenario.devices[1].slowdown == Slowdown())
  }

  @Test func theConfigIsAsWritten() throws {
    let config = try #require(
      try Minimal.read([
        ("config", "{ backend: 'exchange', await: true, timeout: '8s', retry: '1m' }")
      ]).config)
    #expect(config.isAwaited && config.timeout == .seconds(8) && config.retry == .constant(60e9))
    let plain = try #require(try Minimal.read([("config", "{ backend: 'exchange' }")]).config)
    #expect(!plain.isAwaited && plain.timeout == nil && plain.retry == nil)
    #expect(throws: ScenarioError.self) {
      try Minimal.read([("config", "{ backend: 'exchange', retry: 0 }")])
    }
  }

  @Test func rulesOfNetworksAreAsWritten() throws {
    #expect(
      try network("cap: { shows: 3, per: '1h' }").cap == FrequencyCap(shows: 3, per: .hours(1)))
    let first = try network("prepareFirst: '1500ms', mainThreadFirst: '20ms'")
    #expect(first.prepareFirst == .constant(1.5e9) && first.mainThreadFirst == .constant(2e7))
    #expect(try network("init: 0").prepareFirst == nil)
    let scenario = try Minimal.read([
      (
        "backends",
        "{ exchange: { throttle: { failures: 3, per: '1m', for: '5m', counts: 'requests' } } }"
      ), ("radios", "{ dns: { blocks: ['exchange'], blockedAs: 'silent' }, lte: {} }"),
      ("users", "{ killsAfter: { uniform: ['10s', '20s'] } }"),
    ])
    #expect(scenario.backends[0].throttle?.countsAll == true)
    #expect(scenario.radios.map(\.blocks) == [[0], []])
    #expect(scenario.radios.map(\.blockedAs) == [.silent, .refused])
    #expect(scenario.users.killsAfter == .uniform(low: 1e10, high: 2e10))
    #expect(throws: ScenarioError.self) {
      try Minimal.read([("radios", "{ dns: { blocks: ['exchagne'] } }")])
    }
    #expect(throws: ScenarioError.self) { try Minimal.read([("users", "{ killsAfter: 0 }")]) }
  }

  @Test func anExpiryMayBeDrawn() throws {
    let drawn = try network("expiry: { uniform: ['2m', '10m'] }, expiredPays: false")
    #expect(!drawn.expiredPays && drawn.expiry[.interstitial] == nil)
    #expect(drawn.expirySpread[.banner] == .uniform(low: 1.2e11, high: 6e11))
    let mixed = try network(
      "expiry: { default: '5m', rewarded: { uniform: ['1m', '2m'] }, native: 'none' }")
    #expect(mixed.expiry[.interstitial] == .minutes(5) && mixed.expiredPays)
    #expect(mixed.expirySpread[.interstitial] == nil)
    #expect(mixed.expirySpread[.rewarded] == .uniform(low: 6e10, high: 1.2e11))
    #expect(mixed.expiry[.native] == nil && mixed.expirySpread[.native] == nil)
    let plain = try network("init: 0")
    #expect(plain.expiry[.appOpen] == .hours(4) && plain.expiry[.banner] == .hours(1))
  }
}
