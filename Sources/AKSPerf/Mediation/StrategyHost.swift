/// One registered strategy in one world, with the memories of its loads in flight.
///
/// A decision costs one dynamic call; memories lie in an array by the load's record.
class StrategyHost {
  func start(_ plan: UInt32, _ load: StrategyLoad) { preconditionFailure("no strategy") }

  func decide(_ plan: UInt32, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
    preconditionFailure("no strategy")
  }

  func end(_ plan: UInt32) { preconditionFailure("no strategy") }
}

final class TypedStrategyHost<Strategy: LoadStrategy>: StrategyHost {
  private let strategy: Strategy
  private var memories: [Strategy.Memory?] = []

  init(_ strategy: Strategy) { self.strategy = strategy }

  override func start(_ plan: UInt32, _ load: StrategyLoad) {
    while memories.count <= Int(plan) { memories.append(nil) }
    memories[Int(plan)] = strategy.start(load)
  }

  override func decide(
    _ plan: UInt32, _ event: LoadEvent?, _ load: StrategyLoad
  ) -> LoadAction {
    strategy.decide(&memories[Int(plan)]!, event, load)
  }

  override func end(_ plan: UInt32) { memories[Int(plan)] = nil }
}
