import Foundation

/// The one place below the program where files are read.
enum ScenarioFiles {
  /// Why a file cannot be read.
  struct Failure: Error {
    var message: String
    /// Whether the file is missing or unreadable, rather than wrong.
    var isMissing: Bool
  }

  /// The bytes of a file or a pipe, at most `limit`.
  ///
  /// A regular file that is too large is refused before any of it is read.
  ///
  /// - Parameter allowsPipe: Whether it may be a pipe or a device, which may never end.
  static func bytes(
    of path: String, allowsPipe: Bool = false, limit: Int = Limits.fileBytes
  ) throws(Failure) -> [UInt8] {
    if path.isEmpty { throw Failure(message: "the name of a file is empty", isMissing: true) }
    if path.utf8.contains(0) {
      throw Failure(message: "the name of a file cannot contain a zero byte", isMissing: true)
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let facts = try? url.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
    if facts?.isDirectory == true {
      throw Failure(message: "is a folder, not a file", isMissing: true)
    }
    if facts != nil, namesFolder(path) {
      throw Failure(message: "is written as a folder and is a file", isMissing: true)
    }
    if !allowsPipe, facts != nil, !isRegular(path) {
      throw Failure(message: "is not a regular file", isMissing: true)
    }
    if let size = facts?.fileSize, size > limit { throw tooLarge(limit) }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      var bytes: [UInt8] = []
      while bytes.count <= limit {
        let wanted = min(1 << 20, limit + 1 - bytes.count)
        guard let part = try handle.read(upToCount: wanted), !part.isEmpty else { return bytes }
        bytes.append(contentsOf: part)
      }
    } catch {
      throw Failure(message: reason(error), isMissing: true)
    }
    throw tooLarge(limit)
  }

  /// Whether a path ends as only that of a folder may: with `/`, `.` or `..`.
  static func namesFolder(_ path: String) -> Bool {
    let last = path.utf8.reversed().prefix { $0 != Byte.slash }
    return last.count <= 2 && last.allSatisfy { $0 == Byte.dot }
  }

  /// Why the system would not open or read a file.
  private static func reason(_ error: any Error) -> String {
    var innermost = error as NSError
    while let inner = innermost.userInfo[NSUnderlyingErrorKey] as? NSError { innermost = inner }
    guard innermost.domain == NSPOSIXErrorDomain else { return "cannot be read" }
    switch POSIXErrorCode(rawValue: Int32(innermost.code)) {
    case .ENOENT, .ENOTDIR: return "no such file"
    case .EACCES, .EPERM: return "cannot be read: permission denied"
    case .ELOOP: return "cannot be read: its symbolic links form a ring"
    case .EIO: return "cannot be read: input or output error"
    case .ENXIO, .ENODEV: return "cannot be read: no such device"
    case .ENAMETOOLONG: return "cannot be read: its name is too long"
    case .EMFILE, .ENFILE: return "cannot be read: too many files are open"
    default: return "cannot be read: error \(innermost.code) of the system"
    }
  }

  /// Whether the path leads to a regular file, rather than to a pipe or a device.
  static func isRegular(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
  }

  /// The absolute path without symbolic links, `.` and `..`.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  private static func tooLarge(_ limit: Int) -> Failure {
    Failure(message: "is larger than \(limit >> 20) MiB", isMissing: false)
  }
}
