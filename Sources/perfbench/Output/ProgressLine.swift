import AKSPerf
import Synchronization

/// One line on standard error that says how far a simulation is; at most ten redraws a second.
///
/// It appears only on a terminal, after the first tenth of a second, and is erased at the end.
final class ProgressLine: Sendable {
  private struct State {
    var nextDraw: ContinuousClock.Instant
    var isDrawn = false
    var latest: (done: Int, of: Int) = (0, 0)
  }

  private static let interval = Duration.milliseconds(100)
  private let start: ContinuousClock.Instant
  private let isShown: Bool
  private let state: Mutex<State>

  /// Starts the clock of the line.
  init(isShown: Bool) {
    self.isShown = isShown
    start = .now
    state = Mutex(State(nextDraw: start + Self.interval))
  }

  /// Replications done and wanted, as last heard.
  var latest: (done: Int, of: Int) { state.withLock { $0.latest } }

  /// Takes note of the progress of a simulation; called from any thread.
  func update(_ progress: Simulation.Progress) {
    state.withLock { state in
      state.latest = (progress.completedReplications, progress.replications)
      guard isShown else { return }
      let now = ContinuousClock.now
      if now < state.nextDraw { return }
      state.nextDraw = now + Self.interval
      state.isDrawn = true
      let line = Self.text(
        completed: progress.completedReplications, of: progress.replications,
        fraction: progress.fraction, events: progress.events, elapsed: now - start)
      Console.replaceLine(with: line)
    }
  }

  /// Erases the line.
  func clear() {
    state.withLock { state in
      if state.isDrawn { Console.replaceLine(with: "") }
      state.isDrawn = false
    }
  }

  /// The text of the line, shorter than 79 columns; `fraction` is the share of all work done.
  static func text(
    completed: Int, of total: Int, fraction: Double, events: UInt64, elapsed: Duration
  ) -> String {
    let seconds = max(Figures.seconds(elapsed), 1e-9)
    var parts = ["\(completed) of \(total) replications"]
    // Events are known once a replication has ended.
    if events > 0 { parts.append("\(Figures.short(Double(events) / seconds)) events/s") }
    let done = min(max(fraction, 0), 1)
    if done > 0.005 { parts.append("\(Figures.clock(seconds * (1 - done) / done)) left") }
    return parts.joined(separator: " · ")
  }
}
