import Scheduler
import Testing

@Suite("Statistics of a station and of levels")
struct StationStatisticsTests {
  /// One server: 1 in service 0–10, 2 and 3 wait; 2 in service 10–14, 3 in service 14–20.
  private func example(measuring from: Int64, until to: Int64) throws -> StationStatistics {
    var station = MeasuredStation(try StationPlan(servers: 1, queueLimit: 2))
    station.beginMeasuring(at: at(from), until: at(to))
    let first = try #require(station.arrive(1, service: span(10), at: .zero).start)
    _ = station.arrive(2, service: span(4), at: at(2))
    _ = station.arrive(3, service: span(6), at: at(5))
    _ = station.arrive(4, service: span(1), at: at(6))
    let second = try #require(station.complete(first.ticket, at: at(10)).next)
    let third = try #require(station.complete(second.ticket, at: at(14)).next)
    _ = station.complete(third.ticket, at: at(20))
    return station.statistics(at: at(25))
  }

  @Test("The whole run by hand")
  func wholeRun() throws {
    let statistics = try example(measuring: 0, until: .max)
    #expect(statistics.counts.arrived == 4)
    #expect(statistics.counts.served == 3)
    #expect(statistics.counts.rejectedQueueFull == 1)
    #expect(statistics.counts.started == 3)
    #expect(statistics.counts.waitedNanoseconds == 8 + 9)
    #expect(statistics.busyIntegral == 20)
    // One waits 2–5, two wait 5–10, one waits 10–14.
    #expect(statistics.queueIntegral == 3 + 10 + 4)
    #expect(statistics.peakBusy == 1)
    #expect(statistics.peakQueue == 2)
    #expect(statistics.longestWait == span(9))
    #expect(statistics.utilisation == 0.8)
    #expect(statistics.meanQueueLength == 17.0 / 25)
    #expect(statistics.meanWaitNanoseconds == 17.0 / 3)
    #expect(statistics.peakArrivalsPerSecond == 4)
  }

  @Test("A window cuts levels at its bounds and counts what happens inside")
  func window() throws {
    let statistics = try example(measuring: 6, until: 14)
    #expect(statistics.from == at(6))
    #expect(statistics.to == at(14))
    #expect(statistics.counts.arrived == 1)
    #expect(statistics.counts.served == 1)
    #expect(statistics.counts.started == 1)
    #expect(statistics.counts.waitedNanoseconds == 8)
    #expect(statistics.busyIntegral == 8)
    #expect(statistics.queueIntegral == 8 + 4)
    #expect(statistics.peakQueue == 2)
    #expect(statistics.longestWait == span(8))
    #expect(statistics.peakArrivalsPerSecond == 1)
  }

  @Test("Nothing is measured before the window, and nothing of it is lost after")
  func outside() throws {
    let before = try example(measuring: 30, until: 40)
    #expect(before.counts == StationCounts())
    #expect(before.busyIntegral == 0)
    #expect(before.utilisation == 0)
    let after = try example(measuring: 11, until: 12)
    #expect(after.busyIntegral == 1)
    #expect(after.peakQueue == 1)
    #expect(after.counts == StationCounts())
  }

  @Test("Windows side by side add up to the whole")
  func windowsAddUp() throws {
    let whole = try example(measuring: 0, until: 25)
    for cut in 0...25 as ClosedRange<Int64> {
      let early = try example(measuring: 0, until: cut)
      let late = try example(measuring: cut, until: 25)
      #expect(early.busyIntegral + late.busyIntegral == whole.busyIntegral, "cut at \(cut)")
      #expect(early.queueIntegral + late.queueIntegral == whole.queueIntegral, "cut at \(cut)")
      #expect(early.counts.ended + late.counts.ended == whole.counts.ended, "cut at \(cut)")
      #expect(early.counts.arrived + late.counts.arrived == 4, "cut at \(cut)")
      #expect(max(early.peakQueue, late.peakQueue) == whole.peakQueue, "cut at \(cut)")
    }
  }

  @Test("An outage empties the servers and makes the queue wait")
  func outage() throws {
    let down = Outage(.down, from: at(10), to: at(20))
    var station = MeasuredStation(try StationPlan(servers: 1, outages: [down]))
    _ = station.arrive(1, service: span(30), at: .zero)
    _ = station.arrive(2, service: span(4), at: at(5))
    let third = try #require(station.arrive(3, service: span(4), at: at(6)).queuedTicket)
    #expect(station.changeOutage(at: at(10)) == .began(.down))
    #expect(station.withdraw(third, at: at(12)) == .left(request: 3, next: nil))
    #expect(station.changeOutage(at: at(20)) == .ended)
    _ = station.complete(station.station.resumed[0].ticket, at: at(24))
    let statistics = station.statistics(at: at(30))
    #expect(statistics.busyIntegral == 10 + 4)
    #expect(statistics.queueIntegral == 15 + 6)
    #expect(statistics.longestWait == span(15))
    #expect(statistics.counts.lost == 1 && statistics.counts.withdrawn == 1)
    #expect(station.station.isBalanced)
  }

  @Test("A level has its integral, mean and peak")
  func level() {
    var level = TimeWeighted(level: 2, at: at(10))
    level.set(5, at: at(14))
    level.change(by: -4, at: at(16))
    #expect(level.level == 1)
    #expect(level.integral(at: at(20)) == 8 + 10 + 4)
    #expect(level.mean(at: at(20)) == 2.2)
    #expect(level.peak(at: at(20)) == 5)
    level.beginMeasuring(at: at(30), until: at(40))
    level.set(9, at: at(25))
    #expect(level.peak(at: at(29)) == 0)
    level.set(3, at: at(35))
    level.set(100, at: at(40))
    #expect(level.integral(at: at(99)) == 9 * 5 + 3 * 5)
    #expect(level.peak(at: at(99)) == 9)
    #expect(level.mean(at: at(99)) == 6)
  }

  @Test("A level held for no time counts for the peak only")
  func spike() {
    var level = TimeWeighted()
    level.set(8, at: at(5))
    level.set(0, at: at(5))
    #expect(level.peak(at: at(9)) == 8)
    #expect(level.integral(at: at(9)) == 0)
  }

  @Test("An integral beyond 64 bits is exact")
  func wide() {
    var level = TimeWeighted(level: .max, at: .zero)
    level.set(0, at: at(.max - 1))
    let expected = UInt128(UInt64(Int.max)) * UInt128(UInt64(Int64.max - 1))
    #expect(level.integral(at: .never) == expected)
  }

  @Test("A rate meter finds the busiest whole second of its window")
  func rate() {
    let second = 1_000_000_000 as Int64
    var meter = RateMeter(from: at(second / 2), to: at(10 * second))
    let times = [0, second / 2, second, second + second / 2 - 1, second + second / 2, 10 * second]
    for time in times { meter.record(at: at(time)) }
    #expect(meter.count == 4)
    #expect(meter.peakPerSecond == 3)
    #expect(meter.meanPerSecond(at: at(second * 5 / 2)) == 2)
    var late = RateMeter()
    for time in [0, second * 7, second * 8 - 1, second * 8] { late.record(at: at(time)) }
    #expect(late.peakPerSecond == 2)
  }
}
