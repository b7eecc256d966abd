import Scheduler
import Testing

@testable import AKSPerf

@Suite("Work that takes no time")
struct LoadWorkTests {
  typealias W = TinyWorld

  @Test("what stands in line leaves in its order, however long the line")
  func line() {
    var line = LoadWork()
    #expect(line.isEmpty && line.next() == nil)
    var taken: UInt32 = 0
    for k in 0..<5_000 as Range<UInt32> {
      line.add(.perform(.attempt(entry: 1), load: k))
      if k % 3 == 2 {
        #expect(line.next() == .perform(.attempt(entry: 1), load: taken))
        taken += 1
      }
    }
    while let item = line.next() {
      #expect(item == .perform(.attempt(entry: 1), load: taken))
      taken += 1
    }
    #expect(taken == 5_000 && line.isEmpty)
  }

  @Test("the deepest slot is filled through the longest waterfall at one instant")
  func deep() throws {
    let report = try W.run([W.load(), W.wait(1)], answer: 0) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.placeholders[0].remote.waterfall = Array(
        repeating: WaterfallEntry(network: 0), count: Limits.waterfallEntries - 1)
      W.addNetwork(to: &scenario, answer: 0)
      scenario.placeholders[0].cache.depth = Limits.cacheDepth
      scenario.placeholders[0].cache.refill = [.onDismiss]
    }
    #expect(report.n(.loads) == 64 && report.n(.loadsFilled) == 64)
    #expect(report.n(.attempts) == 64 * 250 && report.n(.adsLost) == 64)
    #expect(report.us(.loadLatency) == 0)
  }

  @Test("an ad that expires as it loads cannot fill a slot, and the run says so")
  func expiresAtOnce() {
    for (refill, depth) in [
      (CachePolicy.Refill.onExpiry, 1), (.onDismiss, 64), (.afterFailure, 2),
    ] {
      #expect(throws: SimulationError.endlessInstant(time: .zero, replication: 0)) {
        try W.run([W.load(), W.wait(1)], answer: 0, bounds: RunBounds(workAtOneInstant: 50_000)) {
          $0.networks[0].expiry = PerFormat(repeating: .zero)
          $0.placeholders[0].cache.depth = depth
          $0.placeholders[0].cache.refill = refill
        }
      }
    }
  }

  @Test("many sessions at one instant are not endless work")
  func manySessions() throws {
    let step = JourneyStep.repeated(
      count: .constant(4), steps: [.loadAndShow(placeholder: 0, budget: nil)])
    let bounds = RunBounds(workAtOneInstant: 200)
    let report = try W.run([step], answer: 0, duration: .seconds(1), bounds: bounds) {
      $0.arrivals = .trace(Array(repeating: .zero, count: 2_000))
      $0.adDuration = PerFormat(repeating: .constant(0))
    }
    #expect(report.n(.shows) == 8_000)
  }

  @Test("a step finds what came before it at the same instant, whatever woke the session")
  func order() throws {
    let steps: [JourneyStep] = [
      W.load(awaited: true), W.load(1), W.show(.skip, 1), W.show(.skip, 1), W.show(.skip, 1),
    ]
    let report = try W.run(steps) { scenario in
      // The first ad comes without delay after a slow no-fill.
      scenario.networks[0].fill = PerFormat(repeating: 0)
      W.addNetwork(to: &scenario, answer: 0)
      scenario.adDuration = PerFormat(repeating: .constant(0))
      var second = scenario.placeholders[0]
      second.name = "second"
      second.cache.refill = .onDismiss
      second.remote.waterfall.removeFirst()
      scenario.placeholders.append(second)
    }
    #expect(report.n(found: .hit) == 3 && report.n(.shows) == 3)
    #expect(report.us(.loadLatency, [.placeholder("slot")]) == 100_000)
  }
}
