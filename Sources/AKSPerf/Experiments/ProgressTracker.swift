import Synchronization

/// Adds up how far the replications of a run have come, and passes it on.
final class ProgressTracker: Sendable {
  private struct State {
    var fractions: [Double]
    var done = 0
    var events: UInt64 = 0
    /// The sum of `fractions`.
    var total = 0.0

    mutating func set(_ index: Int, _ fraction: Double) {
      total += fraction - fractions[index]
      fractions[index] = fraction
    }
  }

  private let state: Mutex<State>
  private let report: (@Sendable (Simulation.Progress) -> Void)?

  init(replications: Int, report: (@Sendable (Simulation.Progress) -> Void)?) {
    state = Mutex(State(fractions: Array(repeating: 0, count: replications)))
    self.report = report
  }

  func advance(_ index: Int, to fraction: Double) {
    guard let report else { return }
    report(
      state.withLock {
        $0.set(index, fraction)
        return Self.progress($0)
      })
  }

  func finish(_ index: Int, events: UInt64) {
    guard let report else { return }
    report(
      state.withLock {
        $0.set(index, 1)
        $0.done += 1
        $0.events += events
        return Self.progress($0)
      })
  }

  private static func progress(_ state: State) -> Simulation.Progress {
    Simulation.Progress(
      completedReplications: state.done, replications: state.fractions.count,
      fraction: min(1, state.total / Double(max(1, state.fractions.count))),
      events: state.events)
  }
}
