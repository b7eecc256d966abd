import Scheduler

@testable import AKSPerf

/// A small seeded generator (SplitMix64) for trials that can be repeated.
struct TrialRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ n: Int) -> Int { Int(next() % UInt64(n)) }
  mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }
  /// A sum of twelve uniforms: near enough to normal for a coverage study.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + unit() } }
}

enum Sample {
  static let window = MeasurementPlan.Window(
    start: SimTime(nanoseconds: 10_000_000_000), end: SimTime(nanoseconds: 70_000_000_000))

  /// Two placeholders of one format, one of another; three networks, three classes, two backends.
  static func plan(splits: [[Label]] = [], checks: [SLOCheck] = []) -> MeasurementPlan {
    var plan = MeasurementPlan(window: window)
    plan.placeholders = [
      .init(name: "level_end", format: "interstitial", strategy: "sequential"),
      .init(
        name: "pause", format: "interstitial", strategy: "parallel",
        shippedStrategy: "sequential"),
      .init(name: "extra_life", format: "rewarded", strategy: "sequential"),
    ]
    plan.networks = ["ADMOB", "MAX", "HELIUM"]
    plan.classes = [
      .init(device: "phone", radio: "wifi", geo: "US"),
      .init(device: "phone", radio: "lte", geo: "BR"),
      .init(device: "ipad", radio: "wifi", geo: "BR"),
    ]
    plan.backends = [
      .init(name: "exchange", owned: false, servers: 1),
      .init(name: "config", owned: true, servers: 4),
    ]
    plan.splits = splits
    plan.checks = checks
    return plan
  }

  static let start = SimTime(nanoseconds: 20_000_000_000)
  static let end = SimTime(nanoseconds: 80_000_000_000)

  static func facts(_ index: Int = 0) -> Recorder.RunFacts {
    .init(
      index: index, fingerprint: "00ff", events: 100, sessionsStarted: 10, sessionsEnded: 9)
  }

  static func cell(_ random: inout TrialRandom) -> LabelCell {
    var cell = LabelCell()
    if random.below(8) > 0 { cell.placeholder = random.below(3) }
    if random.below(4) > 0 { cell.network = random.below(3) }
    if random.below(8) > 0 { cell.sessionClass = random.below(3) }
    cell.source = [nil, .cache, .fresh][random.below(3)]
    cell.config = [nil, .shipped, .remote][random.below(3)]
    cell.outcome = [nil, .shown, .failed][random.below(3)]
    cell.reason = [nil, .timeout, .noFill, .outage][random.below(4)]
    cell.found = [nil, .hit, .cold][random.below(3)]
    cell.firstLaunch = random.below(2) == 1
    cell.suspended = random.below(5) == 0
    return cell
  }

  static func check(_ metric: String, _ check: String) -> SLOCheck {
    do {
      return try SLOCheck.parse(metric: metric, check: check)
    } catch {
      fatalError("\(error.message) at \(error.offset)")
    }
  }
}
