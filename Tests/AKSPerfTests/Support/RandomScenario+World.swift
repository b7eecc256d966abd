import Scheduler

@testable import AKSPerf

/// Launches, devices, radios and networks that go wrong.
extension RandomScenario {
  mutating func addWorld(_ scenario: inout Scenario) {
    guard chance(0.5) else { return }
    for index in scenario.networks.indices {
      if chance(0.3) { scenario.networks[index].initNeedsNetwork = true }
      if chance(0.2) { scenario.networks[index].prepareFirst = time(1500) }
      if chance(0.2) { scenario.networks[index].mainThreadFirst = time(200) }
      if chance(0.2) {
        scenario.networks[index].cap = FrequencyCap(
          shows: 1 + below(3), per: span([1, 5000, 3_600_000]))
      }
      if chance(0.2) {
        scenario.networks[index].expiry = PerFormat(repeating: nil)
        scenario.networks[index].expirySpread = PerFormat(
          repeating: pick([.exponential(mean: 5e9), .uniform(low: 1e9, high: 2e10)]))
      }
      scenario.networks[index].expiredPays = chance(0.8)
      scenario.networks[index].expiryFrom = pick([.load, .load, .bid])
      scenario.networks[index].bidsAt = pick([0, 0, 0.5, 1])
      if chance(0.2) {
        scenario.networks[index].creatives = CreativeStock(
          count: 1 + below(5), cached: 1 + below(3))
      }
    }
    for index in scenario.networks.indices where scenario.networks[index].initNeedsNetwork {
      scenario.networks[index].initFailsAfter = pick([.constant(0), time(3000)])
    }
    if chance(0.3) { scenario.launch.mainThread = time(800) }
    scenario.launch.initRetry = pick([.none, .online, .every(span([700, 20_000]))])
    if chance(0.4) {
      scenario.devices[0].slowdown.sdkStart = pick([0, 3])
      scenario.devices[0].slowdown.prepare = pick([0.5, 10])
      scenario.devices[0].slowdown.mainThread = 2
    }
    scenario.config?.isAwaited = chance(0.5)
    scenario.config?.timeout = pick([nil, .milliseconds(100), .seconds(3)])
    scenario.config?.retry = pick([nil, .exponential(mean: 3e9)])
    for index in scenario.radios.indices where chance(0.3) {
      scenario.radios[index].blocks = pick([[0], [1, 2]])
      scenario.radios[index].blockedAs = pick(Radio.Blocked.allCases)
    }
    for index in scenario.backends.indices {
      scenario.backends[index].throttle?.countsAll = chance(0.3)
    }
    if chance(0.2) { scenario.users.killsAfter = pick([.exponential(mean: 4e9), .constant(2e9)]) }
    for index in scenario.placeholders.indices where chance(0.3) {
      scenario.placeholders[index].appCode.splashEndsAd = true
    }
  }
}
