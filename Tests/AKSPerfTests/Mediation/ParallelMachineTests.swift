import Scheduler
import Testing

@testable import AKSPerf

@Suite("The course of a load in batches")
struct ParallelMachineTests {
  private func machine(
    _ entries: Int, batch: Int, first: Bool = false, timeout: SimDuration? = nil
  ) -> ParallelMachine {
    ParallelMachine(entries: entries, batch: batch, picksFirst: first, timeout: timeout)
  }

  /// What a machine decides up to the next wait or end.
  private func course(
    _ machine: inout ParallelMachine, _ event: StrategyEvent, best: Offer? = nil
  ) -> [StrategyAction] {
    var actions: [StrategyAction] = []
    var told: StrategyEvent? = event
    while actions.count < 1000 {
      actions.append(machine.decide(told, StrategyFacts(bestFill: best)))
      told = nil
      switch actions[actions.count - 1] {
      case .wait, .accept, .fail: return actions
      default: continue
      }
    }
    return actions
  }

  private func attempts(_ entries: Range<Int>) -> [StrategyAction] {
    entries.map { .attempt(entry: $0, atLeast: 0) }
  }

  @Test("a batch starts at once, and the first ad ends it")
  func first() {
    var machine = machine(5, batch: 3, first: true)
    #expect(course(&machine, .started) == attempts(0..<3) + [.wait])
    #expect(course(&machine, .failed(entry: 0, .noFill)) == [.wait])
    #expect(course(&machine, .filled(entry: 2)) == [.accept(entry: 2)])
  }

  @Test("the dearest ad is taken when all of the batch have ended")
  func price() {
    var machine = machine(3, batch: 3)
    _ = course(&machine, .started)
    let cheap = Offer(entry: 2, price: 1)
    #expect(course(&machine, .filled(entry: 2), best: cheap) == [.wait])
    #expect(course(&machine, .failed(entry: 0, .noFill), best: cheap) == [.wait])
    let dear = Offer(entry: 1, price: 5)
    #expect(course(&machine, .filled(entry: 1), best: dear) == [.accept(entry: 1)])
  }

  @Test("the next batch starts when all of one fail, and the last one's failure is the load's")
  func batches() {
    var machine = machine(3, batch: 2, first: true)
    _ = course(&machine, .started)
    #expect(course(&machine, .failed(entry: 1, .noFill)) == [.wait])
    #expect(course(&machine, .failed(entry: 0, .noFill)) == attempts(2..<3) + [.wait])
    #expect(course(&machine, .failed(entry: 2, .noFill)) == [.fail(nil)])
  }

  @Test("each batch has its own time, and what has come by then is taken")
  func timeouts() {
    let limit = SimDuration.milliseconds(60)
    var machine = machine(4, batch: 2, timeout: limit)
    #expect(course(&machine, .started) == [.wake(after: limit)] + attempts(0..<2) + [.wait])
    #expect(
      course(&machine, .woke)
        == [.timeOut(.timeout), .wake(after: limit)] + attempts(2..<4) + [.wait])
    let best = Offer(entry: 3, price: 2)
    #expect(course(&machine, .filled(entry: 3), best: best) == [.wait])
    #expect(course(&machine, .woke, best: best) == [.timeOut(.timeout), .accept(entry: 3)])
  }

  @Test("a batch wider than the longest waterfall takes all of it")
  func wide() {
    let all = Limits.waterfallEntries
    var machine = machine(all, batch: .max)
    #expect(course(&machine, .started) == attempts(0..<all) + [.wait])
  }

  @Test("dearer offers come first, and of equal ones the earlier entry")
  func offers() {
    let offer = Offer(entry: 3, price: 7)
    #expect(Offer(entry: 9, price: 8).precedes(offer))
    #expect(Offer(entry: 2, price: 7).precedes(offer))
    #expect(!Offer(entry: 4, price: 7).precedes(offer) && !offer.precedes(offer))
    #expect(!Offer(entry: 0, price: 6).precedes(offer))
  }
}
