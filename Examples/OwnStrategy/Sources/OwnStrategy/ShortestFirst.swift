import AKSPerf
import Scheduler

/// Asks the entry with the shortest timeout first, one at a time, and takes the first ad.
struct ShortestFirst: LoadStrategy {
  /// The entries left, the next one last.
  func start(_ load: StrategyLoad) -> [Int] {
    (0..<load.entryCount).sorted { a, b in
      let (first, second) = (load[a].timeout ?? .hours(1), load[b].timeout ?? .hours(1))
      return first != second ? first > second : a > b
    }
  }

  func decide(_ left: inout [Int], _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
    switch event {
    case .filled(let entry, _): return .accept(entry: entry)
    case .started, .failed:
      guard let entry = left.popLast() else { return .fail }
      return .attempt(entry: entry)
    case nil, .woke, .bid: return .wait
    }
  }
}
