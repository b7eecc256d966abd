import Foundation

/// One run of the built program as a process of its own.
struct Invocation {
  var code: Int32
  /// Whether a signal ended the process, as a crash does.
  var isSignalled: Bool
  var output: String
  var messages: String

  /// Options which keep a simulation short enough for a test.
  static let quick = ["--replications", "1", "--set", "duration=1m", "--set", "warmup=0s"]

  /// The program beside the test bundle, of the same configuration.
  static var program: URL {
    let bundle = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appending(path: "perfbench")
  }

  /// Runs the program to its end.
  init(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    in folder: URL? = nil
  ) throws {
    let running = try Running(
      executable: Self.program, arguments, input: input, environment: environment, in: folder)
    self = running.wait()
  }

  /// Runs a line of bash in which `$perfbench` is the program.
  init(shell line: String, in folder: URL? = nil) throws {
    let running = try Running(
      executable: URL(filePath: "/bin/bash"), ["-c", line],
      environment: ["perfbench": Self.program.path(percentEncoded: false)], in: folder)
    self = running.wait()
  }

  fileprivate init(code: Int32, isSignalled: Bool, output: String, messages: String) {
    self.code = code
    self.isSignalled = isSignalled
    self.output = output
    self.messages = messages
  }
}

/// A process under way; both streams go to files, so that neither can block it.
final class Running {
  let process = Process()
  private let scratch: TemporaryFolder

  init(
    executable: URL = Invocation.program, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:], in folder: URL? = nil, errors: FileHandle? = nil
  ) throws {
    scratch = try TemporaryFolder()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? scratch.url
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    variables["TERM"] = "xterm"
    process.environment = variables.merging(environment) { _, new in new }
    process.standardOutput = try scratch.handle(of: "stdout")
    process.standardError = try errors ?? scratch.handle(of: "stderr")
    if let input { try Data(input.utf8).write(to: scratch.url.appending(path: "stdin")) }
    process.standardInput =
      try input == nil
      ? FileHandle.nullDevice
      : FileHandle(forReadingFrom: scratch.url.appending(path: "stdin"))
    try process.run()
  }

  /// Waits until the program has taken charge of its signals, and a little longer.
  func waitUntilListening(and seconds: Double) throws {
    let status = URL(filePath: "/proc/\(process.processIdentifier)/status")
    for _ in 0..<3_000 {
      let text = (try? String(contentsOf: status, encoding: .utf8)) ?? ""
      let mask = text.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
      // Bit 14 is SIGTERM, the last of those it listens to.
      if let mask, mask & 1 << 14 != 0 {
        Thread.sleep(forTimeInterval: seconds)
        return
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw CocoaError(.fileReadUnknown)
  }

  func wait() -> Invocation {
    let end = end()
    return Invocation(
      code: end.code, isSignalled: end.isSignalled,
      output: scratch.text(of: "stdout"), messages: scratch.text(of: "stderr"))
  }

  /// Waits for the program's end, of which Foundation does not always hear beside other processes.
  private func end() -> (code: Int32, isSignalled: Bool) {
    var answer: Int32
    repeat {
      answer = waitid(P_PID, id_t(process.processIdentifier), nil, WEXITED | WNOWAIT)
    } while answer == -1 && errno == EINTR
    for _ in 0..<1_000 where answer == 0 && process.isRunning {
      Thread.sleep(forTimeInterval: 0.01)
    }
    if answer == 0 && process.isRunning {
      var status: Int32 = 0
      _ = unsafe waitpid(process.processIdentifier, &status, 0)
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8 & 0xFF, false) : (signal, true)
    }
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal)
  }
}

/// A folder that goes away with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "perfbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func text(of name: String) -> String {
    (try? String(decoding: Data(contentsOf: url.appending(path: name)), as: UTF8.self)) ?? ""
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Names of everything in the folder, hidden files too, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  fileprivate func handle(of name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }
}
