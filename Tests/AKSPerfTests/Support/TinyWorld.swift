import Scheduler

@testable import AKSPerf

/// Worlds of a few sessions whose every instant is known by hand.
enum TinyWorld {
  /// One session from zero on: an answer after 100 ms, an ad of 5 s, no network cost.
  static func scenario(
    _ steps: [JourneyStep], format: AdFormat = .interstitial, at: [SimDuration] = [.zero],
    answer: Int64 = 100, duration: SimDuration = .hours(1),
    change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    TestWorld.scenario(
      arrivals: .trace(at), backend: TestWorld.external(milliseconds(answer)), steps: steps,
      duration: duration, warmup: .zero, replications: 1, format: format
    ) { scenario in
      scenario.adDuration = PerFormat(repeating: milliseconds(5000))
      change(&scenario)
    }
  }

  static func run(
    _ steps: [JourneyStep], format: AdFormat = .interstitial, at: [SimDuration] = [.zero],
    answer: Int64 = 100, duration: SimDuration = .hours(1), bounds: RunBounds = RunBounds(),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    var simulation = Simulation(
      scenario(
        steps, format: format, at: at, answer: answer, duration: duration, change: change))
    simulation.bounds = bounds
    return try simulation.run()
  }

  /// A rule of a network's faults, with its delay in milliseconds.
  static func rule(
    on trigger: FaultRule.Trigger, do effect: FaultRule.Effect, delay: Int64? = nil,
    times: Int = 1, when change: (inout FaultRule.Condition) -> Void = { _ in }
  ) -> FaultRule {
    var rule = FaultRule(on: trigger, do: effect)
    rule.delay = delay.map { milliseconds($0) }
    rule.times = times
    change(&rule.condition)
    return rule
  }

  static func milliseconds(_ n: Int64) -> DistributionSpec { .constant(Double(n) * 1e6) }

  static func wait(_ ms: Int64) -> JourneyStep { .wait(milliseconds(ms)) }
  static func away(_ ms: Int64, terminated: Double = 0, kind: AwayKind = .home) -> JourneyStep {
    .background(away: milliseconds(ms), terminated: terminated, kind: kind)
  }
  static func load(_ placeholder: Int = 0, awaited: Bool = false) -> JourneyStep {
    .load(placeholder: placeholder, awaited: awaited, budget: nil)
  }
  static func show(_ ready: IfNotReady, budget: Int64? = nil, _ placeholder: Int = 0)
    -> JourneyStep
  {
    .show(
      placeholder: placeholder, ifNotReady: ready, budget: budget.map { milliseconds($0) })
  }

  /// Adds a network with its own backend that answers after `answer` milliseconds.
  static func addNetwork(
    to scenario: inout Scenario, answer: Int64, fill: Double = 1, price: Double = 0
  ) {
    var backend = Backend(name: "server\(scenario.backends.count)")
    backend.service = milliseconds(answer)
    scenario.backends.append(backend)
    var network = AdNetwork(
      name: "NET\(scenario.networks.count)", backend: scenario.backends.count - 1)
    network.connection = nil
    network.fill = PerFormat(repeating: fill)
    network.price = PerFormat(repeating: .constant(price))
    scenario.networks.append(network)
    scenario.placeholders[0].remote.waterfall.append(
      WaterfallEntry(network: scenario.networks.count - 1))
  }
}

extension Report {
  func n(_ count: Count, _ labels: LabelSet = .total) -> Int {
    Int(self.count(count, labels)?.value ?? 0)
  }

  func n(_ reason: Reason, of count: Count) -> Int { n(count, [.reason(reason)]) }
  func n(_ outcome: Outcome) -> Int { n(.outcomes, [.outcome(outcome)]) }
  func n(found: Found) -> Int { n(.found, [.found(found)]) }
  func n(_ callback: Callback) -> Int { n(.callbacks, [.callback(callback)]) }

  /// The one value of a metric, in microseconds; nil when there are none, or several that differ.
  func us(_ metric: Metric, _ labels: LabelSet = .total) -> Int? {
    guard let row = self.metric(metric, labels), let least = row.minimum, row.maximum == least,
      row.never == 0
    else { return nil }
    return Int(least)
  }

  /// The least and the greatest value of a metric, in microseconds.
  func range(_ metric: Metric) -> [Int] {
    guard let row = self.metric(metric), let low = row.minimum, let high = row.maximum else {
      return []
    }
    return [Int(low), Int(high)]
  }

  func never(_ metric: Metric) -> Int { Int(self.metric(metric)?.never ?? 0) }
}
