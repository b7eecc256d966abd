import AKSPerf
import Dispatch
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into a clean end, unless they were ignored from the start.
///
/// While something cancellable runs, the first signal asks it to stop and the second ends the
/// process at once. At any other time the first signal ends the process. Either way a file under
/// construction is removed first, and what has been written already is told. Signals arrive on a
/// queue of their own, so no code runs inside a signal handler.
final class Signals: Sendable {
  static let shared = Signals()

  private struct State {
    var received: Int32?
    var isCancellable = false
    var unfinished: String?
    var written = Written()
  }

  private let state = Mutex(State())
  private let cancelled = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "perfbench.signals", qos: .userInteractive)

  private init() {}

  /// Starts to listen, for as long as the result is kept.
  ///
  /// What was ignored when the program started stays so: `nohup` and the shell's `&` rely on it.
  func listen() -> [any DispatchSourceSignal] {
    Posix.ignoreWriteSignals()
    return [Posix.hangUp, Posix.interrupt, Posix.terminate].compactMap { number in
      guard Posix.ignore(number) else { return nil }
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

  /// Names the file to remove when the process has to end at once; nil when there is none.
  func setUnfinished(_ path: String?) { state.withLock { $0.unfinished = path } }

  /// Puts the unfinished file in its place by `move`, which no signal can part from the note of it.
  func finish(_ name: String, _ move: () throws(SystemError) -> Void) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try move()
      state.unfinished = nil
      state.written.files.append(name)
    }
  }

  /// Writes bytes to a stream by `body`, which tells of each part that is out.
  func writing(
    _ name: String, _ body: ((Int) -> Void) throws(SystemError) -> Void
  ) throws(SystemError) {
    state.withLock { state in
      if state.written.stream != name { state.written.bytes = 0 }
      state.written.stream = name
      state.written.isUnderWay = true
    }
    defer { state.withLock { $0.written.isUnderWay = false } }
    try body { count in state.withLock { $0.written.bytes += count } }
  }

  private func receive(_ number: Int32) {
    state.withLock { state in
      if state.isCancellable, state.received == nil {
        state.received = number
        cancelled.store(true, ordering: .relaxed)
        return
      }
      if let path = state.unfinished { Posix.remove(path) }
      let code = ExitCode.interrupted(by: state.received ?? number)
      try? Posix.write("\n\(state.written.message)\n".utf8, to: Posix.standardError)
      Posix.exitAtOnce(code)
    }
  }
}

/// What has left the program so far, for the message of an end by a signal.
struct Written {
  /// Files that have been put in their place.
  var files: [String] = []
  /// The stream last written to.
  var stream: String?
  /// Bytes the stream has taken for certain; it may have taken a part more while `isUnderWay`.
  var bytes = 0
  /// Whether more bytes are meant for the stream.
  var isUnderWay = false

  /// The whole message, without a line end.
  var message: String {
    var parts = files.map { "'\(TerminalText.escaped($0))' was written" }
    if let stream {
      let name = TerminalText.escaped(stream)
      if isUnderWay {
        parts.append(
          bytes > 0
            ? "\(name) is cut off after \(bytes) bytes or a few more"
            : "\(name) may have taken a part of the result")
      } else if bytes > 0 {
        parts.append("\(bytes) bytes were written to \(name)")
      }
    }
    return "Interrupted: \(parts.isEmpty ? "nothing was written" : parts.joined(separator: "; "))."
  }
}
