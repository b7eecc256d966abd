import Foundation

/// Programs run from here.
enum Subprocess {
  /// Runs a program to its end and returns its standard output; throws when it fails.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // A peer writes little to standard error, so a pipe takes it while the output is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = String(decoding: complaint, as: UTF8.self)
      throw Failure("\(program) ended with code \(process.terminationStatus): \(reason)")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The lines of the form `name=value`.
  static func pairs(in text: String) -> [String: String] {
    var pairs: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      pairs[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    return pairs
  }
}
