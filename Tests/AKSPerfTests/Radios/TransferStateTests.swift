import Scheduler
import Testing

@testable import AKSPerf

@Suite("A transfer's state")
struct TransferStateTests {
  /// Runs a transfer to its end, at each wait; the rate may change on the way.
  private func finish(
    _ state: TransferState, tripOf: (UInt32) -> SimDuration = { _ in .milliseconds(50) }
  ) -> SimTime {
    var state = state
    var now = SimTime.zero
    for _ in 0..<10_000 {
      guard case .wait(let wait) = state.next(at: now, tripOf: tripOf) else { return now }
      now += wait
    }
    Issue.record("a transfer without an end")
    return now
  }

  @Test("a transfer at an unlimited rate without a round trip is done at once")
  func ideal() {
    var state = TransferState(
      bytes: 1_000_000_000, slowStart: true, roundTrip: .zero, rate: .infinity, at: .zero)
    #expect(state.next(at: .zero, tripOf: steady) == .done)
    #expect(state.remaining == 0)
  }

  @Test("at an unlimited rate each round trip doubles the window")
  func windows() {
    for (bytes, rounds) in [(UInt32(14_600), 0), (14_601, 1), (43_800, 1), (43_801, 2)] {
      let state = TransferState(
        bytes: bytes, slowStart: true, roundTrip: .milliseconds(50), rate: .infinity, at: .zero)
      let end = finish(state)
      #expect(end == .zero + .milliseconds(Int64(50 * rounds)))
    }
  }

  private let steady: (UInt32) -> SimDuration = { _ in .milliseconds(20) }

  @Test("each window but the last waits for a round trip of its own, as jitter and loss make it")
  func trips() {
    // Windows of 14 600, 29 200, 58 400 bytes; three are waited for, the fourth needs no answer.
    let state = TransferState(
      bytes: 150_000, slowStart: true, roundTrip: .milliseconds(50), rate: .infinity, at: .zero)
    var asked: [UInt32] = []
    let end = finish(state) { round in
      asked.append(round)
      return .milliseconds(50) + .seconds(round == 1 ? 3 : 0)
    }
    #expect(asked == [0, 1, 2, 3])
    #expect(end == .zero + .milliseconds(3150))
  }

  @Test("a transfer whose rate fills the pipe at once waits for no round trip")
  func full() {
    let state = TransferState(
      bytes: 100_000, slowStart: true, roundTrip: .milliseconds(50), rate: 1e-4, at: .zero)
    let end = finish(state) { _ in
      Issue.record("a round trip was asked for")
      return .zero
    }
    #expect(end == .zero + .seconds(1))
  }

  @Test("a changed rate counts from the instant it changes")
  func rates() {
    // 1 byte a nanosecond, halved half way.
    var state = TransferState(
      bytes: 1_000_000, slowStart: false, roundTrip: .milliseconds(20), rate: 1, at: .zero)
    #expect(state.next(at: .zero, tripOf: steady) == .wait(.milliseconds(1)))
    let half = SimTime.zero + .microseconds(500)
    state.catchUp(to: half, tripOf: steady)
    state.rateChanged(to: 0.5)
    #expect(state.remaining == 5e5)
    #expect(state.next(at: half, tripOf: steady) == .wait(.milliseconds(1)))
    state.rateChanged(to: 2)
    #expect(state.next(at: half, tripOf: steady) == .wait(.microseconds(250)))
  }

  @Test("a dead link waits without an end, not without a pause")
  func dead() {
    var state = TransferState(
      bytes: 10, slowStart: true, roundTrip: .milliseconds(20), rate: 0, at: .zero)
    guard case .wait(let wait) = state.next(at: .zero, tripOf: steady) else {
      Issue.record("done at no rate")
      return
    }
    #expect(wait > .hours(1000))
    #expect(state.timeLeft(at: .zero, tripOf: steady) == .hours(87_600))
    state.catchUp(to: .zero + .seconds(1), tripOf: steady)
    state.rateChanged(to: 1)
    let step = state.next(at: .zero + .seconds(1), tripOf: steady)
    #expect(step == .wait(SimDuration(nanoseconds: 10)))
  }

  @Test("its rounds are no events: it tells its end, and catches up with any instant before that")
  func ahead() {
    let trip: (UInt32) -> SimDuration = { .milliseconds(20 + 7 * Int64($0)) }
    for bytes in [UInt32(10), 14_600, 43_801, 300_000, 5_000_000] {
      for rate in [1e-4, 3e-3, 0.7, .infinity] {
        let state = TransferState(
          bytes: bytes, slowStart: true, roundTrip: .milliseconds(20), rate: rate, at: .zero)
        let end = finish(state, tripOf: trip)
        #expect(SimTime.zero + state.timeLeft(at: .zero, tripOf: trip) == end)
        for share in [0.1, 0.5, 0.9] {
          let at = SimTime(nanoseconds: Int64(share * Double(end.nanoseconds)))
          var part = state
          part.catchUp(to: at, tripOf: trip)
          let rest = part.timeLeft(at: at, tripOf: trip)
          #expect(abs((at + rest - end).nanoseconds) <= 1)
          #expect(part.remaining <= Double(bytes) && (part.remaining > 0 || rest == .zero))
        }
      }
    }
  }
}
