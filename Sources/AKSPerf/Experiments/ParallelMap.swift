import Dispatch
import Synchronization

/// Runs independent pieces of work on several threads and gives their results in order of index.
enum ParallelMap {
  /// The results of `work` for 0 ..< `count`; the error of the lowest index that failed.
  ///
  /// - Parameters:
  ///   - jobs: Pieces under way at one time.
  ///   - work: Gets its index, and a question whether another piece has failed, so that it may end
  ///     early.
  static func run<Output: Sendable>(
    count: Int, jobs: Int,
    work: @escaping @Sendable (Int, () -> Bool) throws(SimulationError) -> Output
  ) throws(SimulationError) -> [Output] {
    let next = Atomic<Int>(0)
    let failed = Atomic<Bool>(false)
    let results = Mutex<[Result<Output, SimulationError>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count, !failed.load(ordering: .relaxed) else { return }
        do throws(SimulationError) {
          let output = try work(index) { failed.load(ordering: .relaxed) }
          results.withLock { $0[index] = .success(output) }
        } catch {
          failed.store(true, ordering: .relaxed)
          results.withLock { $0[index] = .failure(error) }
        }
      }
    }
    let all = results.withLock { $0 }
    var outputs: [Output] = []
    var cancelled: SimulationError?
    for case .failure(let error)? in all {
      // A piece that ended early because another failed says "cancelled"; the cause goes first.
      if error == .cancelled { cancelled = error } else { throw error }
    }
    if let cancelled { throw cancelled }
    for case .success(let output)? in all { outputs.append(output) }
    return outputs
  }
}

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
