import Scheduler
import Testing

@testable import AKSPerf

@Suite("A waterfall's course")
struct WaterfallMachineTests {
  @Test("entries are tried in order until one fills")
  func fills() {
    var machine = WaterfallMachine(entries: 3)
    #expect(machine.start() == .attempt(entry: 0))
    #expect(machine.attemptFailed(.noFill) == .attempt(entry: 1))
    #expect(machine.attemptFilled(entry: 1) == .succeed(entry: 1))
  }

  @Test("failures that agree give their reason, others give exhausted")
  func reasons() {
    var same = WaterfallMachine(entries: 2)
    _ = same.start()
    _ = same.attemptFailed(.timeout)
    #expect(same.attemptFailed(.timeout) == .fail(.timeout))
    var mixed = WaterfallMachine(entries: 3)
    _ = mixed.start()
    _ = mixed.attemptFailed(.noFill)
    _ = mixed.attemptFailed(.timeout)
    #expect(mixed.attemptFailed(.noFill) == .fail(.exhausted))
  }

  @Test("the longest waterfall ends")
  func longest() {
    var machine = WaterfallMachine(entries: Limits.waterfallEntries)
    var action = machine.start()
    for entry in 0..<Limits.waterfallEntries {
      #expect(action == .attempt(entry: entry))
      action = machine.attemptFailed(.noFill)
    }
    #expect(action == .fail(.noFill))
  }

  @Test("an empty waterfall, a second start and outcomes outside an attempt trap")
  func impossible() async {
    await #expect(processExitsWith: .failure) { _ = WaterfallMachine(entries: 0) }
    await #expect(processExitsWith: .failure) {
      var machine = WaterfallMachine(entries: 1)
      _ = machine.start()
      _ = machine.start()
    }
    await #expect(processExitsWith: .failure) {
      var machine = WaterfallMachine(entries: 1)
      _ = machine.attemptFilled(entry: 0)
    }
    await #expect(processExitsWith: .failure) {
      var machine = WaterfallMachine(entries: 2)
      _ = machine.start()
      machine.cancel()
      _ = machine.attemptFailed(.noFill)
    }
  }

  @Test("a backoff doubles from twice the base and stops at its cap")
  func backoff() {
    func delay(_ failures: Int) -> SimDuration {
      backoffDelay(base: .seconds(1), cap: .seconds(64), failures: failures)
    }
    #expect((1...7).map(delay) == [2, 4, 8, 16, 32, 64, 64].map { SimDuration.seconds($0) })
    #expect(delay(65_535) == .seconds(64))
    let huge = SimDuration(nanoseconds: .max)
    #expect(backoffDelay(base: .hours(1), cap: huge, failures: 500) == huge)
    #expect(backoffDelay(base: .zero, cap: .seconds(64), failures: 9) == .zero)
    #expect(backoffDelay(base: .seconds(90), cap: .seconds(64), failures: 1) == .seconds(64))
  }
}
