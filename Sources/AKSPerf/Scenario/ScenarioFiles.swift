import Foundation

/// The one place below the program where files are read.
enum ScenarioFiles {
  /// Why a file cannot be read.
  struct Failure: Error {
    var message: String
    /// Whether the file is missing or unreadable, rather than wrong.
    var isMissing: Bool
  }

  /// The bytes of a file or a pipe, at most `Limits.fileBytes`.
  ///
  /// A regular file that is too large is refused before any of it is read.
  ///
  /// - Parameter allowsPipe: Whether it may be a pipe or a device, which may never end.
  static func bytes(of path: String, allowsPipe: Bool = false) throws(Failure) -> [UInt8] {
    if path.isEmpty { throw Failure(message: "the name of a file is empty", isMissing: true) }
    if path.utf8.contains(0) {
      throw Failure(message: "the name of a file cannot contain a zero byte", isMissing: true)
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let facts = try? url.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
    if facts?.isDirectory == true {
      throw Failure(message: "is a folder, not a file", isMissing: true)
    }
    if !allowsPipe, facts != nil, !isRegular(path) {
      throw Failure(message: "is not a regular file", isMissing: true)
    }
    if let size = facts?.fileSize, size > Limits.fileBytes { throw tooLarge }
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      var bytes: [UInt8] = []
      while bytes.count <= Limits.fileBytes {
        let wanted = min(1 << 20, Limits.fileBytes + 1 - bytes.count)
        guard let part = try handle.read(upToCount: wanted), !part.isEmpty else { return bytes }
        bytes.append(contentsOf: part)
      }
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Failure(
        message: isThere ? "cannot be read: permission denied" : "no such file", isMissing: true)
    }
    throw tooLarge
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

  private static var tooLarge: Failure {
    Failure(message: "is larger than \(Limits.fileBytes >> 20) MiB", isMissing: false)
  }
}
