import Foundation

/// A piece of work done in a process of its own, so that its memory is its own.
///
/// The program starts itself with `child` as its first argument; the result goes to standard
/// output as lines of `name=value`.
struct Child {
  let name: String
  let arguments: [String]

  /// The child a command line asks for; nil when it asks for none.
  init?(_ arguments: [String]) throws {
    guard arguments.first == "child" else { return nil }
    guard arguments.count > 1 else { throw Failure("a child without a name") }
    name = arguments[1]
    self.arguments = Array(arguments.dropFirst(2))
  }

  func run() throws {
    switch name {
    case "reference":
      guard arguments.count == 2, let sessions = Int(arguments[0]), let minutes = Int(arguments[1])
      else { throw Failure("child reference takes sessions and minutes") }
      let run = try ReferenceRun.measured(ReferenceLoad(sessions: sessions, minutes: minutes))
      print(run.lines.joined(separator: "\n"))
    default:
      throw Failure("no child '\(name)'")
    }
  }

  /// Runs a child and returns what it printed, by name.
  static func run(_ name: String, _ arguments: [String]) throws -> [String: String] {
    let text = try Subprocess.run(Paths.program, ["child", name] + arguments)
    return Subprocess.pairs(in: text)
  }
}
