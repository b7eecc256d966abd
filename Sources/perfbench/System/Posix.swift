#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Every call perfbench makes into the C library, each under a safe type.
///
/// No other file of this target imports the C library. Failures are thrown as `SystemError`.
enum Posix {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2
  static let interrupt = SIGINT
  static let terminate = SIGTERM
  static let hangUp = SIGHUP

  static var processID: Int32 { getpid() }

  /// Gives closed standard descriptors a place, so that no later file can take their numbers.
  static func reserveStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // Opened for the wrong direction, so that using it is an error and not a silent loss.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ignores a signal; false when whoever started the process already wanted it ignored.
  @discardableResult
  static func ignore(_ number: Int32) -> Bool {
    let previous = signal(number, SIG_IGN)
    return unsafe unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Turns signals about failed writes into the errors of those writes.
  static func ignoreWriteSignals() {
    ignore(SIGPIPE)
    ignore(SIGXFSZ)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Ends the process at once, with no clean-up of any kind.
  static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// Ends the process.
  static func exitNormally(_ code: Int32) -> Never { exit(code) }

  /// The value of an environment variable, nil when unset.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Most memory the process has held at once, in bytes.
  static var peakResidentBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
      return usage.ru_maxrss
    #else
      guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
      return usage.ru_maxrss * 1024
    #endif
  }
}

/// An error number of the operating system.
struct SystemError: Error, Equatable, CustomStringConvertible {
  let number: Int32

  static var last: SystemError { SystemError(number: errno) }
  var isBrokenPipe: Bool { number == EPIPE }
  var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  var isExisting: Bool { number == EEXIST }
  static let isDirectory = SystemError(number: EISDIR)
  static let tooManyLinks = SystemError(number: ELOOP)
  static let existing = SystemError(number: EEXIST)

  var description: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }
}

/// What the file system says about a path.
struct FileStatus: Equatable {
  enum Kind { case file, directory, link, other }
  var kind: Kind
  /// Permission bits.
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  var device: UInt64
  var node: UInt64

  /// Whether both are one and the same file.
  func isSameFile(as other: FileStatus) -> Bool { device == other.device && node == other.node }
}

extension Posix {
  /// The status of a path, or nil when nothing is there.
  static func status(of path: String, followLinks: Bool = true) throws(SystemError) -> FileStatus? {
    var record = stat()
    let result = followLinks ? unsafe stat(path, &record) : unsafe lstat(path, &record)
    if result != 0 {
      let error = SystemError.last
      if error.number == ENOENT { return nil }
      throw error
    }
    let kind: FileStatus.Kind =
      switch record.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    return FileStatus(
      kind: kind, mode: UInt32(record.st_mode) & 0o777, owner: record.st_uid,
      group: record.st_gid, device: UInt64(record.st_dev), node: UInt64(record.st_ino))
  }

  /// Whether this process may write to what is at a path.
  static func checkWritable(_ path: String) throws(SystemError) {
    if unsafe access(path, W_OK) != 0 { throw .last }
  }

  /// The target of a symbolic link.
  static func linkTarget(_ path: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &buffer, buffer.count)
    if count < 0 { throw .last }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Creates a file that must not exist yet and opens it for writing.
  static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// Opens what is at a path for writing, without creating or emptying it.
  static func openForWriting(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// Opens a file to write at its end, whoever else does; it is created when it is not there.
  static func openForAppending(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// The most bytes that one call to the system writes: a pipe takes so many whole or not at all.
  private static let portion = 4_096

  /// Writes all of `bytes`, however often the system takes only a part.
  ///
  /// - Parameter took: Hears how many bytes the system has taken, after each part.
  static func write(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32, took: (Int) -> Void = { _ in }
  ) throws(SystemError) {
    let all = Array(bytes)
    var done = 0
    while done < all.count {
      let end = min(done + portion, all.count)
      let count = unsafe all.withUnsafeBytes { buffer in
        unsafe writeOnce(descriptor, UnsafeRawBufferPointer(rebasing: buffer[done..<end]))
      }
      if count < 0 {
        let error = SystemError.last
        if error.number == EINTR { continue }
        if error.number == EAGAIN {
          waitUntilWritable(descriptor)
          continue
        }
        throw error
      }
      done += count
      took(count)
    }
  }

  private static func writeOnce(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      return unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      return unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      return unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  /// Gives a file under construction the permissions and, where allowed, the owner of another.
  static func copyPermissions(of status: FileStatus, to descriptor: Int32) {
    // Before the mode, because a change of owner may clear bits of it.
    _ = fchown(descriptor, status.owner, status.group)
    _ = fchmod(descriptor, mode_t(status.mode))
  }

  /// Waits until the bytes of a file have reached the disk.
  static func synchronize(_ descriptor: Int32) throws(SystemError) {
    while fsync(descriptor) != 0 {
      let error = SystemError.last
      // Pipes and devices have nothing to wait for.
      if error.number == EINVAL || error.number == EROFS || error.number == ENOTSUP { return }
      if error.number != EINTR { throw error }
    }
  }

  /// Waits, where the file system can, until the entries of a directory have reached the disk.
  static func synchronize(directory path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return }
    _ = fsync(descriptor)
    _ = Posix.closeQuietly(descriptor)
  }

  /// Closes a descriptor whose late errors must not be lost.
  static func close(_ descriptor: Int32) throws(SystemError) {
    if !closeQuietly(descriptor) { throw .last }
  }

  @discardableResult
  static func closeQuietly(_ descriptor: Int32) -> Bool {
    #if canImport(Glibc)
      return Glibc.close(descriptor) == 0
    #elseif canImport(Musl)
      return Musl.close(descriptor) == 0
    #else
      return Darwin.close(descriptor) == 0
    #endif
  }

  /// Puts a file in the place of another, which disappears in the same instant.
  static func move(_ source: String, over target: String) throws(SystemError) {
    if unsafe rename(source, target) != 0 { throw .last }
  }

  /// Gives a file a name that must still be free, then drops its old name.
  static func move(_ source: String, toFree target: String) throws(SystemError) {
    if unsafe link(source, target) == 0 {
      remove(source)
      return
    }
    let error = SystemError.last
    if error.number == EEXIST { throw error }
    // A file system without hard links: look, then move.
    if try status(of: target, followLinks: false) != nil { throw .existing }
    try move(source, over: target)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }
}
