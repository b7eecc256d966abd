import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AKSPerf

@Suite("Work on several threads")
struct ParallelMapTests {
  @Test("results come in order of index, for any number of jobs", arguments: 1...4)
  func order(jobs: Int) throws {
    let results = try ParallelMap.run(count: 20, jobs: jobs) {
      (index: Int, _) throws(SimulationError) -> Int in index * index
    }
    #expect(results == (0..<20).map { $0 * $0 })
  }

  @Test("the error is that of the lowest index, though a higher one failed before")
  func lowestError() {
    let hasFailed = DispatchSemaphore(value: 0)
    #expect(throws: SimulationError.invalidScenario("piece 0")) {
      try ParallelMap.run(count: 8, jobs: 2) {
        (index: Int, isFutile) throws(SimulationError) -> Int in
        if index > 0 {
          hasFailed.signal()
          throw .invalidScenario("piece \(index)")
        }
        // On one thread nobody signals.
        _ = hasFailed.wait(timeout: .now() + 2)
        Thread.sleep(forTimeInterval: 0.05)
        if isFutile() { throw .cancelled }
        throw .invalidScenario("piece 0")
      }
    }
  }

  @Test("after a failure higher indices are told so, and no further ones begin")
  func higherIndicesEnd() {
    let begun = Mutex<[Int]>([])
    #expect(throws: SimulationError.invalidScenario("piece 0")) {
      try ParallelMap.run(count: 1_000, jobs: 2) {
        (index: Int, isFutile) throws(SimulationError) -> Int in
        begun.withLock { $0.append(index) }
        if index == 0 { throw .invalidScenario("piece 0") }
        for _ in 0..<2_000 where !isFutile() { Thread.sleep(forTimeInterval: 0.001) }
        if isFutile() { throw .cancelled }
        return index
      }
    }
    #expect(begun.withLock { $0.count } <= 2)
  }

  @Test("cancelled is the error only when nothing else failed")
  func cancelled() {
    #expect(throws: SimulationError.cancelled) {
      try ParallelMap.run(count: 4, jobs: 2) {
        (_: Int, _) throws(SimulationError) -> Int in throw .cancelled
      }
    }
  }
}
