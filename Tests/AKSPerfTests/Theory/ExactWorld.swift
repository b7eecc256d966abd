import AKSPerf
import Scheduler

/// Deterministic worlds of one session, whose latencies theory gives to the microsecond.
enum ExactWorld {
  /// One session on one radio; `sizes` are the creatives of its networks, one placeholder each.
  static func scenario(
    radio: Radio, sizes: [Double], steps: [JourneyStep], replications: Int = 1,
    change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    TestWorld.scenario(
      arrivals: .trace([.zero]), backend: TestWorld.external(.constant(0)), steps: steps,
      duration: .hours(1), warmup: .zero, replications: replications
    ) { scenario in
      scenario.radios = [radio]
      scenario.networks = sizes.indices.map { index in
        var network = AdNetwork(name: "NET\(index)", backend: 0)
        network.connection = nil
        network.creative = PerFormat(repeating: .constant(sizes[index]))
        return network
      }
      scenario.placeholders = sizes.indices.map { index in
        Placeholder(
          name: "slot\(index)", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: index)]))
      }
      change(&scenario)
    }
  }

  static func radio(roundTrip: Double, rate: Double, slowStart: Bool = true) -> Radio {
    var radio = Radio(name: "link")
    radio.roundTrip = .constant(roundTrip * 1e9)
    radio.downBitsPerSecond = rate
    radio.slowStart = slowStart
    return radio
  }

  /// The load latency of a placeholder that was loaded once, in microseconds.
  static func latency(_ report: Report, slot: Int = 0) -> Double? {
    guard let row = report.metric(.loadLatency, [.placeholder("slot\(slot)")]), row.count == 1
    else { return nil }
    return row.minimum.map { Double($0) }
  }

  static func load(_ placeholder: Int, awaited: Bool = true) -> JourneyStep {
    .load(placeholder: placeholder, awaited: awaited, budget: nil)
  }
}
