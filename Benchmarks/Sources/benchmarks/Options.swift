/// How much is measured: all of it, or as much as shows that everything works.
struct Plan: Sendable, Equatable {
  enum Size: String, CaseIterable, Sendable {
    /// Some seconds in all; its figures say nothing about speed.
    case small
    case full
  }

  var size = Size.full
  /// How often each contender runs; the median counts.
  var runs = 5

  var isSmall: Bool { size == .small }
}

/// What the command line asks for.
struct Options: Equatable {
  var plan = Plan()
  /// The parts that are measured; all of them when empty.
  var names: [String] = []
  var wantsHelp = false

  static var help: String {
    """
    Measures perfbench beside its peers and prints one table.

    usage: benchmarks [--size small|full] [--runs COUNT] [NAME…]

      --size   full by default; small takes seconds, and shows only that everything works
      --runs   how often each contender runs, one after the other; the median counts
      NAME     \(Benchmarks.catalogue.map(\.name).joined(separator: ", ")); all by default

    Peers are put into Benchmarks/.peers by Benchmarks/Peers/install.sh. What is missing is said in
    the table. A result that is wrong is printed last and ends the program with code 1.
    """
  }

  init(_ arguments: [String]) throws {
    var runs: Int?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--size":
        guard let size = rest.popFirst().flatMap(Plan.Size.init) else {
          throw Failure("--size is small or full")
        }
        plan.size = size
      case "--runs":
        guard let count = rest.popFirst().flatMap(Int.init), count > 0 else {
          throw Failure("--runs takes a count above 0")
        }
        runs = count
      default:
        guard Benchmarks.catalogue.contains(where: { $0.name == argument }) else {
          throw Failure("'\(argument)' is not measured here; --help lists what is")
        }
        names.append(argument)
      }
    }
    plan.runs = runs ?? (plan.isSmall ? 1 : 5)
  }

  func includes(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
}
