import Scheduler
import Testing

@testable import AKSPerf

/// Bytes over a radio of 1 MB/s without round trips: what is received, and what of it is wasted.
@Suite("Bytes")
struct BytesTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], duration: SimDuration = .hours(1),
    change: (inout Scenario) -> Void
  ) throws -> Report {
    try W.run(steps, duration: duration) { scenario in
      scenario.radios[0].slowStart = false
      scenario.radios[0].downBitsPerSecond = 8e6
      change(&scenario)
    }
  }

  private func bytes(_ report: Report) -> [Int] {
    [report.n(.bytesDownloaded), report.n(.bytesWasted)]
  }

  /// A creative of 10 MB that is ready after 100 kB, at 200 ms.
  private func streamed(
    _ steps: [JourneyStep], duration: SimDuration = .hours(1),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> [Int] {
    bytes(
      try run(steps, duration: duration) {
        $0.networks[0].creative = PerFormat(repeating: .constant(10_000_000))
        $0.networks[0].ready = .stream(bytes: 100_000)
        change(&$0)
      })
  }

  @Test("a streamed ad that is lost wastes what had come of it")
  func lost() throws {
    let load = W.load(awaited: true)
    #expect(try streamed([load]) == [100_000, 100_000])
    #expect(try streamed([load, W.wait(1_000)]) == [1_100_000, 1_100_000])
    #expect(try streamed([load, W.wait(20_000)]) == [10_000_000, 10_000_000])
  }

  @Test("a streamed ad that is shown wastes nothing, whenever its rest comes")
  func shown() throws {
    let steps: [JourneyStep] = [W.load(awaited: true), W.show(.skip), W.wait(1_000)]
    #expect(try streamed(steps) == [6_100_000, 0])
  }

  @Test("what comes of a streamed ad after it has left unshown is wasted too")
  func afterExpiry() throws {
    // Expired at 2.2 s, found so at 3.2 s, cut off at 4.2 s.
    let steps: [JourneyStep] = [
      W.load(awaited: true), W.wait(3_000), W.show(.skip), W.wait(1_000),
    ]
    let wasted = try streamed(steps) { $0.networks[0].expiry = PerFormat(repeating: .seconds(2)) }
    #expect(wasted == [4_100_000, 4_100_000])
  }

  @Test("of two equal ads of one slot and instant each has a rest of its own")
  func twins() throws {
    // Each has half of the radio: 100 kB at 300 ms, 5.1 MB more each in 10.2 s.
    let steps: [JourneyStep] = [W.load(), W.load(), W.wait(301), W.show(.skip), W.wait(5_199)]
    let received = try streamed(steps) { $0.placeholders[0].cache.depth = 2 }
    #expect(received == [10_400_000, 5_200_000])
  }

  @Test("a download that goes on when the run ends counts what had come")
  func open() throws {
    let steps: [JourneyStep] = [W.load(awaited: true), W.wait(60_000)]
    let received = try streamed(steps, duration: .seconds(1)) { $0.drain = .seconds(1) }
    #expect(received[0] >= 800_000 && received[0] <= 1_900_000 && received[1] == 0)
  }

  @Test("answers and configs are received too; a refusal has no bytes")
  func answers() throws {
    let answer = try run([W.load(), W.wait(1_000)]) {
      $0.networks[0].responseSize = .constant(20_000)
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(bytes(answer) == [20_000, 0])
    #expect(answer.n(.bytesDownloaded, [.network("NET")]) == 20_000)
    let cut = try run([W.load(), W.wait(1_000)]) {
      $0.networks[0].responseSize = .constant(20_000)
      $0.networks[0].timeout = .milliseconds(105)
    }
    #expect(bytes(cut) == [5_000, 0])
    let config = try run([W.wait(1_000)]) {
      $0.config = RemoteConfig(backend: 0)
      $0.config?.size = .constant(3_000)
      $0.config?.connection = nil
      $0.users.firstLaunch = 1
    }
    #expect(bytes(config) == [3_000, 0])
    let refused = try run([W.load(), W.wait(1_000)]) {
      $0.networks[0].responseSize = .constant(20_000)
      $0.backends[0].outages = [BackendOutage(from: .zero, to: .hours(1), kind: .down)]
    }
    #expect(bytes(refused) == [0, 0])
  }

  @Test("an ad that a full slot refuses is a fill, and wasted")
  func waste() throws {
    let report = try W.run([W.load(), W.wait(300)]) { scenario in
      scenario.networks[0].timeout = .milliseconds(40)
      scenario.networks[0].lateAnswer = .cache
      scenario.networks[0].price = PerFormat(repeating: .constant(1))
      scenario.networks[0].creative = PerFormat(repeating: .constant(7))
      W.addNetwork(to: &scenario, answer: 30, price: 2)
    }
    #expect(report.n(.adsLoaded) == 1 && report.n(.adsWasted) == 2 && report.n(.fills) == 2)
    #expect(report.ratio(.waste)?.estimate.value == 1)
    #expect(bytes(report) == [7, 7])
  }

  @Test("an ad belongs to the window of its load, when it is shown and when it is wasted")
  func window() throws {
    // Loaded in the warm-up, shown after it; the next one is loaded after it and lost.
    let steps: [JourneyStep] = [
      W.load(), W.wait(2_000), W.show(.skip), W.load(), W.wait(1_000),
    ]
    let report = try W.run(steps) { $0.warmup = .fixed(.seconds(1)) }
    #expect(report.n(.shows) == 1 && report.n(.fills) == 1 && report.n(.adsShown) == 0)
    #expect(report.ratio(.showRate)?.estimate.value == 0)
    #expect(report.ratio(.waste)?.estimate.value == 1)
  }
}
