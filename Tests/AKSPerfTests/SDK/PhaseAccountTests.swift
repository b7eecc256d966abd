import Scheduler
import Testing

@testable import AKSPerf

@Suite("A wait's account")
struct PhaseAccountTests {
  private func at(_ ms: Int64) -> SimTime { .zero + .milliseconds(ms) }

  @Test("what an attempt took stays as it was when the attempt fills")
  func useful() {
    var account = PhaseAccount(at: at(0))
    account.commit(.launch, at: at(10))
    account.hold(.prepare, at: at(15))
    account.hold(.server, at: at(40))
    account.settle(as: nil)
    account.commit(.show, at: at(45))
    #expect(account[.launch] == .milliseconds(10))
    #expect(account[.prepare] == .milliseconds(5))
    #expect(account[.server] == .milliseconds(25))
    #expect(account[.show] == .milliseconds(5))
  }

  @Test("what an attempt took becomes the kind of its failure")
  func failed() {
    var account = PhaseAccount(at: at(0))
    account.hold(.prepare, at: at(5))
    account.hold(.connect, at: at(9))
    account.settle(as: .timeout)
    account.settle(as: .failed)
    #expect(account[.timeout] == .milliseconds(9))
    #expect(account[.prepare] == .zero && account[.failed] == .zero)
    let sum = ShowPhase.allCases.reduce(SimDuration.zero) { $0 + account[$1] }
    #expect(sum == account.markedAt - .zero)
  }
}
