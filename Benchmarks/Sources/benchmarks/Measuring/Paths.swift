import Foundation

/// Where things are.
enum Paths {
  /// The folder of the benchmarks' Package.swift.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let repository = package.deletingLastPathComponent()

  static let scenario = path(repository.appending(path: "scenarios/reference.json5"))

  /// This program; also from inside a test, which is built into the same folder.
  static let program: String = {
    let link = "/proc/self/exe"
    let running =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
      ?? CommandLine.arguments[0]
    return path(
      URL(filePath: running).deletingLastPathComponent().appending(path: "benchmarks"))
  }()

  static func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
