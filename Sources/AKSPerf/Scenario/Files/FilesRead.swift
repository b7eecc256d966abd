/// A file that a scenario was read from.
public struct InputFile: Sendable, Hashable {
  /// The file as the user would name it.
  public var name: String
  /// Where it was found.
  public var path: String

  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// The files read for one scenario, and how many bytes they have in all.
final class FilesRead {
  private(set) var files: [InputFile] = []
  private let limit: Int
  private var total = 0

  init(limit: Int = Limits.scenarioBytes) { self.limit = limit }

  /// The bytes of one more file.
  func bytes(
    of path: String, named name: String, allowsPipe: Bool = false
  ) throws(ScenarioFiles.Failure) -> [UInt8] {
    // Once there are too many, no further file is worth its memory.
    if total > limit { throw tooLarge }
    let bytes = try ScenarioFiles.bytes(of: path, allowsPipe: allowsPipe)
    total += bytes.count
    if total > limit { throw tooLarge }
    let file = InputFile(name: name, path: path)
    if !files.contains(file) { files.append(file) }
    return bytes
  }

  private var tooLarge: ScenarioFiles.Failure {
    let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
    return ScenarioFiles.Failure(
      message: "is too much: the files of a scenario have at most \(most) in all",
      isMissing: false)
  }
}
