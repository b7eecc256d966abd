/// Where a command writes its result: standard output, a device, or a file replaced in one step.
///
/// A file is written beside its place under a name of its own, flushed to the disk and renamed, so
/// a reader sees the old content or the whole new one. `prepare` checks before any work that
/// writing can succeed.
struct OutputFile {
  enum Target: Equatable {
    case standardOutput
    /// A device, pipe or descriptor, written straight.
    case stream(String)
    /// A regular file; the path has no symbolic link at its end.
    case file(String)
  }

  let target: Target
  private let name: String
  private let overwrites: Bool

  /// Checks that `path` can be written; nil or `-` is standard output.
  static func prepare(_ path: String?, overwrites: Bool = true) throws(Failure) -> OutputFile {
    guard let path, path != "-" else {
      return OutputFile(target: .standardOutput, name: "standard output", overwrites: true)
    }
    do {
      let target = try resolve(path, overwrites: overwrites)
      let output = OutputFile(target: target, name: path, overwrites: overwrites)
      if case .file(let place) = target { try probe(directoryOf: place) }
      return output
    } catch {
      if error.isExisting {
        throw Failure(
          "'\(path)' already exists; give another name or --force to replace it",
          code: ExitCode.cannotCreate)
      }
      throw Failure("Cannot write '\(path)': \(error)", code: ExitCode.cannotCreate)
    }
  }

  /// Writes the whole content, or nothing.
  func write(_ content: String) throws {
    switch target {
    case .standardOutput:
      try Console.writeOutput(content)
    case .stream(let path):
      try failing("") { () throws(SystemError) in
        let descriptor = try Posix.openForWriting(path)
        defer { Posix.closeQuietly(descriptor) }
        try Signals.shared.writing("'\(name)'") { took throws(SystemError) in
          try Posix.write(content.utf8, to: descriptor, took: took)
        }
      }
    case .file(let path):
      try failing("; nothing was saved") { () throws(SystemError) in
        try replace(path, with: content)
      }
    }
  }

  /// Whether the output would replace, or grow, the file at `path`.
  func isSameFile(as path: String) -> Bool {
    let place =
      switch target {
      case .standardOutput: "/dev/stdout"
      case .stream(let place), .file(let place): place
      }
    guard let ours = try? Posix.status(of: place), let other = try? Posix.status(of: path) else {
      return false
    }
    // A terminal or a pair of sockets may well be both.
    return ours.kind == .file && ours.isSameFile(as: other)
  }

  private func failing(_ outcome: String, _ body: () throws(SystemError) -> Void) throws {
    do {
      try body()
    } catch {
      if error.isBrokenPipe { throw ClosedPipe() }
      if error.isExisting {
        throw Failure("'\(name)' already exists", code: ExitCode.cannotCreate)
      }
      throw Failure(
        "Cannot write '\(name)': \(error)\(outcome)", code: ExitCode.writeFailed)
    }
  }

  private func replace(_ path: String, with content: String) throws(SystemError) {
    let previous = try Posix.status(of: path)
    let (temporary, descriptor) = try Self.createTemporary(beside: path)
    var isOpen = true
    do {
      if let previous { Posix.copyPermissions(of: previous, to: descriptor) }
      try Posix.write(content.utf8, to: descriptor)
      try Posix.synchronize(descriptor)
      isOpen = false
      try Posix.close(descriptor)
      try Signals.shared.finish(name) { () throws(SystemError) in
        if overwrites {
          try Posix.move(temporary, over: path)
        } else {
          try Posix.move(temporary, toFree: path)
        }
      }
    } catch {
      if isOpen { Posix.closeQuietly(descriptor) }
      Posix.remove(temporary)
      Signals.shared.setUnfinished(nil)
      throw error
    }
    Posix.synchronize(directory: Self.directory(of: path))
  }

  private static func createTemporary(
    beside path: String
  ) throws(SystemError) -> (path: String, descriptor: Int32) {
    var attempts = 0
    while true {
      let number = UInt32.random(in: .min ... .max)
      let name = ".perfbench-\(Posix.processID)-\(String(number, radix: 16)).tmp"
      let temporary = join(directory(of: path), name)
      do {
        Signals.shared.setUnfinished(temporary)
        return (temporary, try Posix.create(temporary))
      } catch {
        Signals.shared.setUnfinished(nil)
        attempts += 1
        if !error.isExisting || attempts == 16 { throw error }
      }
    }
  }

  /// Creates and removes a file, the only sure way to know that one can be created.
  private static func probe(directoryOf path: String) throws(SystemError) {
    let (temporary, descriptor) = try createTemporary(beside: path)
    Posix.closeQuietly(descriptor)
    Posix.remove(temporary)
    Signals.shared.setUnfinished(nil)
  }

  private static func resolve(_ path: String, overwrites: Bool) throws(SystemError) -> Target {
    if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path) { return .standardOutput }
    if path.hasSuffix("/") { throw .isDirectory }
    if let status = try Posix.status(of: path) {
      if status.kind == .directory { throw .isDirectory }
      let isDevice = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
      if status.kind != .file || isDevice {
        try Posix.checkWritable(path)
        return .stream(path)
      }
      if !overwrites { throw .existing }
      try Posix.checkWritable(path)
    }
    return .file(try followLinks(path))
  }

  private static func followLinks(_ path: String) throws(SystemError) -> String {
    var place = path
    for _ in 0..<40 {
      guard try Posix.status(of: place, followLinks: false)?.kind == .link else { return place }
      let target = try Posix.linkTarget(place)
      place = target.hasPrefix("/") ? target : join(directory(of: place), target)
    }
    throw .tooManyLinks
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}
