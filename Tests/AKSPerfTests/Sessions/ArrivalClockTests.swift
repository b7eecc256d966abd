import Scheduler
import Testing

@testable import AKSPerf

@Suite("Arrival instants")
struct ArrivalClockTests {
  private func instants(
    _ process: ArrivalProcess, until end: SimDuration, seed: UInt64 = 1
  ) -> [SimTime] {
    var clock = ArrivalClock(process, random: RandomStream(seed: seed, replication: 0))
    var all: [SimTime] = []
    while all.count < 200_000, let time = clock.next(), time <= .zero + end { all.append(time) }
    #expect(all == all.sorted())
    return all
  }

  @Test("a constant rate gives even spacing from its first interval on")
  func constant() {
    let all = instants(.constant(ratePerSecond: 4), until: .seconds(1))
    #expect(all == [250, 500, 750, 1000].map { .zero + .milliseconds($0) })
  }

  @Test("a rate of zero gives nobody")
  func nobody() {
    #expect(instants(.poisson(ratePerSecond: 0), until: .hours(24)).isEmpty)
    #expect(instants(.constant(ratePerSecond: 0), until: .hours(24)).isEmpty)
    #expect(
      instants(
        .burst(basePerSecond: 0, at: .zero, sessions: 0, over: .zero),
        until: .hours(24)
      ).isEmpty)
    #expect(
      instants(
        .diurnal(perDay: 0, peakAt: .zero, peakToTrough: 2, startAt: .zero),
        until: .hours(24)
      ).isEmpty)
  }

  @Test("twice the Poisson rate halves every instant and loses none")
  func commonNumbers() {
    let slow = instants(.poisson(ratePerSecond: 1), until: .seconds(200))
    let fast = instants(.poisson(ratePerSecond: 2), until: .seconds(100))
    #expect(slow.count == fast.count && slow.count > 150)
    for (a, b) in zip(slow, fast) { #expect(abs(a.nanoseconds - 2 * b.nanoseconds) <= 1) }
  }

  @Test("stages fill their spans in proportion to their rates and then end")
  func stages() {
    let all = instants(
      .stages([
        RateStage(duration: .seconds(100), from: 0, to: 100),
        RateStage(duration: .zero, from: 50, to: 50),
        RateStage(duration: .seconds(100), from: 0, to: 0),
        RateStage(duration: .seconds(100), from: 100, to: 0),
      ]), until: .hours(1))
    let first = all.filter { $0 < .zero + .seconds(100) }
    let gap = all.filter { $0 > .zero + .seconds(100) && $0 < .zero + .seconds(200) }
    #expect(abs(Double(first.count) - 5000) < 300)
    #expect(gap.isEmpty)
    #expect(abs(Double(all.count) - 10_000) < 400)
    // Half of a ramp's launches lie beyond 1 ÷ √2 of it.
    let early = first.filter { $0 < .zero + .milliseconds(70_711) }
    #expect(abs(Double(early.count) - 2500) < 200)
    #expect((all.last ?? .zero) <= .zero + .seconds(300))
  }

  @Test("a push adds its sessions evenly to the base")
  func burst() {
    let all = instants(
      .burst(basePerSecond: 10, at: .seconds(100), sessions: 3000, over: .seconds(10)),
      until: .seconds(200))
    let during = all.filter { $0 >= .zero + .seconds(100) && $0 < .zero + .seconds(110) }
    #expect(abs(Double(during.count) - 3100) < 230)
    #expect(abs(Double(all.count) - 5000) < 300)
    let atOnce = instants(
      .burst(basePerSecond: 0, at: .seconds(5), sessions: 50, over: .zero), until: .hours(1))
    #expect(atOnce.allSatisfy { $0 == .zero + .seconds(5) } && atOnce.count > 20)
  }

  @Test("a trace is replayed as it is")
  func trace() {
    let rows: [SimDuration] = [.zero, .zero, .milliseconds(3)]
    #expect(instants(.trace(rows), until: .hours(1)) == rows.map { SimTime.zero + $0 })
  }

  @Test("a day's launches peak where they should and add up to the day")
  func diurnal() {
    let day = DiurnalRate(perDay: 86_400, peakAt: .hours(20), peakToTrough: 3, startAt: .hours(8))
    #expect(abs(day.cumulative(86_400) - 86_400) < 1e-6)
    // Twelve hours after the start, at eight in the evening, the rate is 1.5 times the mean.
    let rate = day.cumulative(12 * 3600 + 30) - day.cumulative(12 * 3600 - 30)
    #expect(abs(rate - 90) < 0.01)
    for mass in [0.5, 1000, 50_000, 200_000] {
      let time = day.inverse(mass) ?? -1
      #expect(abs(day.cumulative(time) - mass) < 1e-6)
    }
  }
}
