import Scheduler
import Testing

@Suite("Virtual time")
struct ClockTests {
  @Test("Instants and spans add up in whole nanoseconds")
  func arithmetic() {
    #expect(at(5) + span(7) == at(12))
    #expect(at(12) - at(5) == span(7))
    #expect(at(5) - at(12) == span(-7))
    #expect(span(3) * 4 == span(12))
    #expect(at(1) < at(2))
    var time = SimTime.zero
    time += .milliseconds(2)
    #expect(time == at(2_000_000))
    #expect(SimTime.never > at(.max - 1))
  }

  @Test("Units are whole multiples of each other")
  func units() {
    #expect(SimDuration.microseconds(1_000) == .milliseconds(1))
    #expect(SimDuration.milliseconds(1_000) == .seconds(1))
    #expect(SimDuration.seconds(60) == .minutes(1))
    #expect(SimDuration.minutes(60) == .hours(1))
    #expect(SimDuration.microseconds(7).microseconds == 7)
    #expect(span(-1_999).microseconds == -1)
    #expect(SimDuration.milliseconds(1_500).inSeconds == 1.5)
  }

  @Test("Rounding goes to the nearest nanosecond and stays within its bounds")
  func rounding() {
    #expect(SimDuration.rounding(nanoseconds: 2.4) == span(2))
    #expect(SimDuration.rounding(nanoseconds: 2.5) == span(3))
    #expect(SimDuration.rounding(nanoseconds: -9) == .zero)
    #expect(SimDuration.rounding(nanoseconds: .nan) == .zero)
    #expect(SimDuration.rounding(nanoseconds: .infinity) == .hours(87_600))
    #expect(SimDuration.rounding(nanoseconds: 1e9, limit: span(10)) == span(10))
  }

  @Test("An instant before the start of the run traps")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      _ = SimTime(nanoseconds: -1)
    }
  }

  @Test("Time beyond the last instant traps")
  func overflow() async {
    await #expect(processExitsWith: .failure) {
      let time = SimTime.never + SimDuration(nanoseconds: 1)
      print(time)
    }
  }
}
