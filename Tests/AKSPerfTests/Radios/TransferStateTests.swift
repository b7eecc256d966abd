import Scheduler
import Testing

@testable import AKSPerf

@Suite("A transfer's state")
struct TransferStateTests {
  /// Runs a transfer to its end, at each wait; the rate may change on the way.
  private func finish(_ state: TransferState, from start: SimTime = .zero) -> SimTime {
    var state = state
    var now = start
    for _ in 0..<10_000 {
      guard case .wait(let wait) = state.next(at: now) else { return now }
      now += wait
    }
    Issue.record("a transfer without an end")
    return now
  }

  @Test("a transfer at an unlimited rate without a round trip is done at once")
  func ideal() {
    var state = TransferState(
      bytes: 1e9, slowStart: true, roundTrip: .zero, rate: .infinity, at: .zero)
    #expect(state.next(at: .zero) == .done)
    #expect(state.remaining == 0)
  }

  @Test("at an unlimited rate each round trip doubles the window")
  func windows() {
    for (bytes, rounds) in [(14_600.0, 0), (14_601, 1), (43_800, 1), (43_801, 2)] {
      let state = TransferState(
        bytes: bytes, slowStart: true, roundTrip: .milliseconds(50), rate: .infinity, at: .zero)
      let end = finish(state)
      #expect(end == .zero + .milliseconds(Int64(50 * rounds)))
    }
  }

  @Test("a changed rate counts from the instant it changes")
  func rates() {
    // 1 byte a nanosecond, halved half way.
    var state = TransferState(
      bytes: 1e6, slowStart: false, roundTrip: .milliseconds(20), rate: 1, at: .zero)
    #expect(state.next(at: .zero) == .wait(.milliseconds(1)))
    let half = SimTime.zero + .microseconds(500)
    state.rateChanged(to: 0.5, at: half)
    #expect(state.remaining == 5e5)
    #expect(state.next(at: half) == .wait(.milliseconds(1)))
    state.rateChanged(to: 2, at: half)
    #expect(state.next(at: half) == .wait(.microseconds(250)))
  }

  @Test("a dead link waits without an end, not without a pause")
  func dead() {
    var state = TransferState(
      bytes: 10, slowStart: true, roundTrip: .milliseconds(20), rate: 0, at: .zero)
    guard case .wait(let wait) = state.next(at: .zero) else {
      Issue.record("done at no rate")
      return
    }
    #expect(wait > .hours(1000))
    state.rateChanged(to: 1, at: .zero + .seconds(1))
    #expect(state.next(at: .zero + .seconds(1)) == .wait(SimDuration(nanoseconds: 10)))
  }
}
