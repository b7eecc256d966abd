import AKSPerf
import Scheduler
import Testing

/// Downloads against the closed form of slow start without loss (Cardwell, Savage, Anderson 2000).
@Suite("Transfers take the time of the closed form")
struct TransferTests {
  /// m·R + (S − W·(2ᵐ − 1)) ÷ r, m the first k with W·2ᵏ ≥ r·R or W·(2ᵏ⁺¹ − 1) ≥ S; in seconds.
  private static func time(_ size: Double, roundTrip: Double, rate: Double) -> Double {
    let window = 14_600.0
    let bytes = rate / 8
    var sent = 0.0
    var current = window
    var rounds = 0.0
    while roundTrip > 0, current < bytes * roundTrip, sent + current < size {
      sent += current
      current *= 2
      rounds += 1
    }
    return rounds * roundTrip + (bytes == .infinity ? 0 : (size - sent) / bytes)
  }

  private static let sizes: [Double] = [
    1, 1_000, 14_600, 14_601, 43_800, 43_801, 102_200, 300_000, 1_000_000, 5_000_000,
  ]
  private static let roundTrips = [0, 0.02, 0.035, 0.84]

  private static func expect(
    _ report: Report, slot: Int = 0, seconds: Double, _ what: String
  ) {
    guard let found = ExactWorld.latency(report, slot: slot) else {
      Issue.record("\(what): no load")
      return
    }
    #expect(abs(found - seconds * 1e6) <= 1.01, "\(what): \(found) us, theory \(seconds * 1e6)")
  }

  @Test(
    "A lone transfer takes m round trips and the rest at the radio's rate",
    arguments: [240e3, 12e6, 50e6, Double.infinity], ClosedForm.factors)
  func lone(rate: Double, factor: Double) throws {
    for roundTrip in Self.roundTrips {
      for size in Self.sizes {
        let (trip, bytes, bits) = (roundTrip * factor, (size * factor).rounded(.up), rate * factor)
        let scenario = ExactWorld.scenario(
          radio: ExactWorld.radio(roundTrip: trip, rate: bits), sizes: [bytes],
          steps: [ExactWorld.load(0)])
        // The request itself costs one round trip before the creative starts.
        Self.expect(
          try Simulation(scenario).run(),
          seconds: trip + Self.time(bytes, roundTrip: trip, rate: bits),
          "\(bytes) B, \(trip) s, \(bits) bit/s")
      }
    }
  }

  @Test("Without slow start a transfer takes its size by the rate", arguments: ClosedForm.factors)
  func withoutSlowStart(factor: Double) throws {
    for size in Self.sizes {
      let (bytes, trip, rate) = ((size * factor).rounded(.up), 0.05 * factor, 5e6 * factor)
      let scenario = ExactWorld.scenario(
        radio: ExactWorld.radio(roundTrip: trip, rate: rate, slowStart: false), sizes: [bytes],
        steps: [ExactWorld.load(0)])
      Self.expect(
        try Simulation(scenario).run(), seconds: trip + bytes * 8 / rate, "\(bytes) B")
    }
  }

  @Test("Two transfers share the rate until the shorter one ends", arguments: ClosedForm.factors)
  func sharing(factor: Double) throws {
    let (short, long, trip, rate) = (200e3 * factor, 700e3 * factor, 0.05 * factor, 8e6 * factor)
    let scenario = ExactWorld.scenario(
      radio: ExactWorld.radio(roundTrip: trip, rate: rate, slowStart: false),
      sizes: [short, long], steps: [ExactWorld.load(0, awaited: false), ExactWorld.load(1)])
    let report = try Simulation(scenario).run()
    Self.expect(report, slot: 0, seconds: trip + 2 * short * 8 / rate, "the shorter")
    Self.expect(report, slot: 1, seconds: trip + (short + long) * 8 / rate, "the longer")
  }

  @Test("A transfer that joins later takes half the rate from then on")
  func joining() throws {
    // 1 MB/s: 0.4 s alone, then both share until the first has its last 0.6 MB.
    let scenario = ExactWorld.scenario(
      radio: ExactWorld.radio(roundTrip: 0.1, rate: 8e6, slowStart: false),
      sizes: [1_000_000, 800_000],
      steps: [ExactWorld.load(0, awaited: false), .wait(.constant(0.4e9)), ExactWorld.load(1)])
    let report = try Simulation(scenario).run()
    Self.expect(report, slot: 0, seconds: 0.1 + 0.4 + 1.2, "the first")
    Self.expect(report, slot: 1, seconds: 0.1 + 1.2 + 0.2, "the second")
  }

  @Test("Two equal transfers in slow start end together at half the rate")
  func sharedSlowStart() throws {
    for size in Self.sizes {
      let scenario = ExactWorld.scenario(
        radio: ExactWorld.radio(roundTrip: 0.06, rate: 20e6), sizes: [size, size],
        steps: [ExactWorld.load(0, awaited: false), ExactWorld.load(1)])
      let report = try Simulation(scenario).run()
      let time = 0.06 + Self.time(size, roundTrip: 0.06, rate: 10e6)
      Self.expect(report, slot: 0, seconds: time, "\(size) B, first")
      Self.expect(report, slot: 1, seconds: time, "\(size) B, second")
    }
  }

  @Test("A shorter transfer in slow start leaves the whole rate to the longer one")
  func unequalSlowStart() throws {
    // A round trip of 20 ms at 4 Mbit/s needs 10 kB, less than the first window: rate alone counts.
    let scenario = ExactWorld.scenario(
      radio: ExactWorld.radio(roundTrip: 0.02, rate: 4e6), sizes: [100_000, 300_000],
      steps: [ExactWorld.load(0, awaited: false), ExactWorld.load(1)])
    let report = try Simulation(scenario).run()
    Self.expect(report, slot: 0, seconds: 0.02 + 0.4, "the shorter")
    Self.expect(report, slot: 1, seconds: 0.02 + 0.8, "the longer")
  }
}
