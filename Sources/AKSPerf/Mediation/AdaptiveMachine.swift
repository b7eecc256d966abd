/// The course of a load that asks its entries one at a time, in an order learned from earlier ones.
struct AdaptiveMachine: BitwiseCopyable {
  private let entries: Int16
  private var tried = EntrySet()
  /// The entry to ask first, to learn of it; −1 for none.
  private var explored: Int16

  /// - Parameter explored: The entry to ask first whatever is known of it.
  init(entries: Int, explored: Int?) {
    self.entries = Int16(entries)
    self.explored = Int16(explored ?? -1)
  }

  /// - Parameter index: What an entry is worth; the highest is asked first, ties in their order.
  mutating func decide(
    _ event: StrategyEvent?, index: (_ entry: Int) -> Float
  ) -> StrategyAction {
    switch event {
    case .started, .failed: tryNext(index)
    case .filled(let entry): .accept(entry: entry)
    case nil, .woke: .wait
    case .bid, .token, .serverReached, .serverAnswered:
      preconditionFailure("an order of attempts holds no auction")
    }
  }

  private mutating func tryNext(_ index: (_ entry: Int) -> Float) -> StrategyAction {
    var best = -1
    if explored >= 0 {
      best = Int(explored)
      explored = -1
    } else {
      var highest = -Float.infinity
      for entry in 0..<Int(entries) where !tried.contains(entry) {
        let value = index(entry)
        if best < 0 || value > highest {
          best = entry
          highest = value
        }
      }
    }
    guard best >= 0 else { return .fail(nil) }
    tried.insert(best)
    return .attempt(entry: best, atLeast: 0)
  }
}
