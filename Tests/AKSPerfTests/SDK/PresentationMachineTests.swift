import Testing

@testable import AKSPerf

@Suite("A blocking step's course")
struct PresentationMachineTests {
  @Test("a show goes from waiting to dismissed")
  func show() {
    var machine = PresentationMachine(purpose: .load)
    #expect(machine.adReady() == .present)
    #expect(machine.state == .presenting)
    machine.shown()
    #expect(machine.state == .showing)
    machine.dismissed()
    #expect(machine.state == .ended)
  }

  @Test("an awaited load goes on at its own callback only and shows nothing")
  func awaited() {
    var machine = PresentationMachine(purpose: .loadOnly)
    #expect(machine.adReady() == .none)
    #expect(machine.loadFailed(.noFill, othersInFlight: false, mayStillCome: false) == .none)
    #expect(machine.state == .waiting)
    #expect(machine.awaitedLoadEnded() == .resume)
    #expect(machine.state == .ended && machine.awaitedLoadEnded() == .none)
    var show = PresentationMachine(purpose: .load)
    #expect(show.awaitedLoadEnded() == .none)
    var impatient = PresentationMachine(purpose: .loadOnly)
    #expect(impatient.waitedLongEnough(byPatience: true) == .resume)
    #expect(impatient.state == .ended)
  }

  @Test("a failure ends a load's step unless another load is under way")
  func loadFails() {
    var machine = PresentationMachine(purpose: .load)
    #expect(machine.loadFailed(.noFill, othersInFlight: true, mayStillCome: true) == .none)
    #expect(machine.state == .waiting)
    #expect(
      machine.loadFailed(.noFill, othersInFlight: false, mayStillCome: true)
        == .end(.failed, .noFill))
  }

  @Test("a failure ends a wait once nothing may come any more")
  func waitFails() {
    var machine = PresentationMachine(purpose: .wait)
    #expect(machine.loadFailed(.timeout, othersInFlight: false, mayStillCome: true) == .none)
    #expect(
      machine.loadFailed(.timeout, othersInFlight: false, mayStillCome: false)
        == .end(.failed, .timeout))
  }

  @Test("a budget skips, patience abandons, and a presentation may time out")
  func ends() {
    var skipped = PresentationMachine(purpose: .load)
    #expect(skipped.waitedLongEnough(byPatience: false) == .end(.skipped, .budget))
    var abandoned = PresentationMachine(purpose: .wait)
    #expect(abandoned.waitedLongEnough(byPatience: true) == .end(.abandoned, .patience))
    var late = PresentationMachine(purpose: .load)
    _ = late.adReady()
    #expect(late.presentationFailed(.presentTimeout) == .failShow(.presentTimeout))
    #expect(late.state == .ended)
  }

  @Test("what comes after the wait is over changes nothing")
  func lateNews() {
    var machine = PresentationMachine(purpose: .load)
    _ = machine.adReady()
    #expect(machine.adReady() == .none)
    #expect(machine.loadFailed(.noFill, othersInFlight: false, mayStillCome: false) == .none)
    #expect(machine.waitedLongEnough(byPatience: false) == .none)
    #expect(machine.state == .presenting)
  }

  @Test("shown, dismissed and timed out out of order trap")
  func impossible() async {
    await #expect(processExitsWith: .failure) {
      var machine = PresentationMachine(purpose: .load)
      machine.shown()
    }
    await #expect(processExitsWith: .failure) {
      var machine = PresentationMachine(purpose: .load)
      _ = machine.adReady()
      machine.dismissed()
    }
    await #expect(processExitsWith: .failure) {
      var machine = PresentationMachine(purpose: .load)
      _ = machine.presentationFailed(.presentTimeout)
    }
  }
}
