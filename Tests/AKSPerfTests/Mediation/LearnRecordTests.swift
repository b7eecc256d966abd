import Testing

@testable import AKSPerf

@Suite("What is learned of an entry")
struct LearnRecordTests {
  @Test func theIndexIsPriceMinusTimeCostTimesTimeOverFill() {
    var record = LearnRecord()
    record.learn(price: 6, seconds: 1, memory: 50)
    record.learn(price: nil, seconds: 3, memory: 50)
    #expect(record.fill == 0.5 && record.price == 6 && record.seconds == 2)
    #expect(record.index(timeCost: 0.25) == 6 - 0.25 * 2 / 0.5)
    #expect(record.index(timeCost: 0) == 6)
  }

  @Test("an entry never asked comes first, one that never fills last")
  func extremes() {
    var record = LearnRecord()
    #expect(record.index(timeCost: 1) == .infinity)
    record.learn(price: nil, seconds: 1, memory: 50)
    #expect(record.index(timeCost: 1) == -.infinity)
  }

  @Test("the first samples have the same weight, later ones that of the memory")
  func memory() {
    var record = LearnRecord()
    for price in [4, 8, 6] as [Float] { record.learn(price: price, seconds: 1, memory: 4) }
    #expect(record.price == 6 && record.attempts == 3 && record.fills == 3)
    record.learn(price: 6, seconds: 1, memory: 4)
    record.learn(price: 14, seconds: 5, memory: 4)
    #expect(record.price == 8 && record.seconds == 2)
    for _ in 0..<3 { record.learn(price: nil, seconds: 2, memory: 4) }
    #expect(record.fill == 0.421875 && record.price == 8)
  }

  @Test("an adaptive order is that of the index, ties in the order of entries")
  func order() {
    let values: [Float] = [2, 5, -.infinity, 5, .infinity]
    var machine = AdaptiveMachine(entries: 5, explored: nil)
    var order: [StrategyAction] = []
    var event = StrategyEvent.started
    for entry in 0..<6 {
      order.append(machine.decide(event) { values[$0] })
      event = .failed(entry: entry, .noFill)
    }
    #expect(order == [4, 1, 3, 0, 2].map { .attempt(entry: $0, atLeast: 0) } + [.fail(nil)])
    #expect(machine.decide(nil) { values[$0] } == .wait)
  }

  @Test("the entry to learn of is asked first and once")
  func explored() {
    var machine = AdaptiveMachine(entries: 2, explored: 1)
    #expect(machine.decide(.started) { [9, 1][$0] } == .attempt(entry: 1, atLeast: 0))
    #expect(
      machine.decide(.failed(entry: 1, .noFill)) { [9, 1][$0] }
        == .attempt(entry: 0, atLeast: 0))
    #expect(machine.decide(.filled(entry: 0)) { [9, 1][$0] } == .accept(entry: 0))
  }
}
