import Foundation

/// The text of one file of the package, with its path from the root.
struct SourceFile: Sendable {
  let path: String
  let lines: [Substring]
  /// The lines without comments and without what stands inside string literals.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
    var isInsideText = false
    code = lines.map { Self.code(of: $0, isInsideText: &isInsideText) }
  }

  /// Columns before the first character of a line.
  static func indentation(_ line: some StringProtocol) -> Int { line.prefix { $0 == " " }.count }

  /// A violation at a line, counted from zero, in compiler style.
  func violation(_ index: Int, _ message: String) -> String { "\(path):\(index + 1): \(message)" }

  /// The violations of a rule that looks at each line of code alone.
  func eachLineOfCode(_ check: (String) -> String?) -> [String] {
    code.enumerated().compactMap { index, line in check(line).map { violation(index, $0) } }
  }

  private static func code(of line: Substring, isInsideText: inout Bool) -> String {
    var out = ""
    var rest = line
    var isInsideString = false
    while let first = rest.first {
      if rest.hasPrefix("\"\"\"") {
        isInsideText.toggle()
        rest = rest.dropFirst(3)
      } else if isInsideText {
        rest = rest.dropFirst()
      } else if isInsideString {
        if first == "\"" { isInsideString = false }
        rest = rest.dropFirst(first == "\\" ? 2 : 1)
      } else if first == "\"" {
        isInsideString = true
        rest = rest.dropFirst()
      } else if rest.hasPrefix("//") {
        break
      } else {
        out.append(first)
        rest = rest.dropFirst()
      }
    }
    return out
  }
}

/// The files of the package.
enum Package {
  /// The folder of Package.swift.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files of sources, tests, benchmarks and examples, sorted by path.
  static let swiftFiles: [SourceFile] = ["Sources", "Tests", "Benchmarks", "Examples"]
    .flatMap(paths(under:))
    .filter { $0.hasSuffix(".swift") && !$0.contains("/.build/") && !$0.contains("/.installed/") }
    .sorted()
    .compactMap { path in text(of: path).map { SourceFile(path: path, text: $0) } }

  /// The text of a file, nil when it is missing.
  static func text(of path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Whether there is anything at a path.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
  }

  /// Paths of everything below a folder, folders included.
  static func paths(under folder: String) -> [String] {
    // Resolved, because an enumerator does not enter a folder that is itself a link.
    let top = root.appending(path: folder).resolvingSymlinksInPath().path(percentEncoded: false)
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: top)) ?? []
    return all.map { "\(folder)/\($0)" }
  }
}
