import Dispatch
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a clean end.
///
/// While something cancellable runs, the first signal asks it to stop and the second ends the
/// process at once. At any other time the first signal ends the process. Either way a file under
/// construction is removed first. Signals arrive on a queue of their own, so no code runs inside a
/// signal handler.
final class Signals: Sendable {
  static let shared = Signals()

  private struct State {
    var received: Int32?
    var isCancellable = false
    var unfinished: String?
  }

  private let state = Mutex(State())
  private let cancelled = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "perfbench.signals", qos: .userInteractive)

  private init() {}

  /// Starts to listen, for as long as the result is kept.
  func listen() -> [any DispatchSourceSignal] {
    Posix.ignoreWriteSignals()
    return [Posix.interrupt, Posix.terminate, Posix.hangUp].map { number in
      Posix.ignore(number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { Signals.shared.receive(number) }
      source.resume()
      return source
    }
  }

  /// Whether a signal has asked for the end; cheap enough for an inner loop.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Runs `body`, which watches `isCancelled`; throws `Interruption` when a signal came meanwhile.
  func cancellable<Result>(_ body: () throws -> Result) throws -> Result {
    state.withLock { $0.isCancellable = true }
    let outcome = Swift.Result(catching: body)
    let received = state.withLock { state in
      state.isCancellable = false
      return state.received
    }
    if let received { throw Interruption(signal: received, detail: "") }
    return try outcome.get()
  }

  /// Names the file to remove when the process has to end at once; nil when it is whole.
  func setUnfinished(_ path: String?) { state.withLock { $0.unfinished = path } }

  private func receive(_ number: Int32) {
    state.withLock { state in
      if state.isCancellable, state.received == nil {
        state.received = number
        cancelled.store(true, ordering: .relaxed)
        return
      }
      if let path = state.unfinished { Posix.remove(path) }
      let code = ExitCode.interrupted(by: state.received ?? number)
      try? Posix.write("\nInterrupted: nothing was written.\n".utf8, to: Posix.standardError)
      Posix.exitAtOnce(code)
    }
  }
}
