import Dispatch
import Synchronization

/// Runs independent pieces of work on several threads and gives their results in order of index.
enum ParallelMap {
  /// The results of `work` for 0 ..< `count`; the error of the lowest index that failed.
  ///
  /// A failure ends the pieces of higher indices only. Those of lower ones go on, so the error does
  /// not depend on which thread was faster. A piece that was cancelled says so only when no piece
  /// failed for another reason.
  ///
  /// - Parameters:
  ///   - jobs: Pieces under way at one time.
  ///   - work: Gets its index, and a question whether a piece of a lower index has failed, so that
  ///     it may end early.
  static func run<Output: Sendable>(
    count: Int, jobs: Int,
    work: @escaping @Sendable (Int, () -> Bool) throws(SimulationError) -> Output
  ) throws(SimulationError) -> [Output] {
    let next = Atomic<Int>(0)
    let lowestFailure = Atomic<Int>(count)
    let results = Mutex<[Result<Output, SimulationError>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        // Indices are given out in order, so none below a failure is left over.
        guard index < lowestFailure.load(ordering: .relaxed) else { return }
        do throws(SimulationError) {
          let output = try work(index) { lowestFailure.load(ordering: .relaxed) < index }
          results.withLock { $0[index] = .success(output) }
        } catch {
          lowestFailure.min(index, ordering: .relaxed)
          results.withLock { $0[index] = .failure(error) }
        }
      }
    }
    let all = results.withLock { $0 }
    var outputs: [Output] = []
    var cancelled: SimulationError?
    for case .failure(let error)? in all {
      if error == .cancelled { cancelled = error } else { throw error }
    }
    if let cancelled { throw cancelled }
    for case .success(let output)? in all { outputs.append(output) }
    return outputs
  }
}
