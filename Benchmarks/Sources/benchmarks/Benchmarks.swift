import Foundation

/// The program: measures what it is asked to and prints one table.
@main
struct Benchmarks {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let child = try Child(arguments) {
        try child.run()
        return
      }
      let options = try Options(arguments)
      if options.wantsHelp {
        print(Options.help)
        return
      }
      try Peers.install(options.plan.isSmall ? ["cpp", "simpy"] : [])
      try run(options)
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) throws {
    var rows: [Row] = []
    for benchmark in catalogue where options.includes(benchmark.name) {
      FileHandle.standardError.write(Data("\(benchmark.name) …\n".utf8))
      do {
        rows += try benchmark.measure(options.plan)
      } catch {
        // The rest of the table is worth having all the same.
        rows.append(
          Row(
            subject: benchmark.name, size: "", contender: "perfbench", remark: "failed",
            failures: ["\(benchmark.name): \(error)"]))
      }
    }
    print(Table(rows).text, terminator: "")
    let failures = rows.flatMap(\.failures)
    if !failures.isEmpty {
      throw Failure("\n  " + failures.joined(separator: "\n  "))
    }
  }

  /// Everything there is to measure, in the order of the table.
  static let catalogue: [Benchmark] = [
    Benchmark(name: "reference") { try ReferenceBenchmark.rows($0) },
    Benchmark(name: "cores") { try CoresBenchmark.rows($0) },
    Benchmark(name: "simpy") { try SimPyBenchmark.rows($0) },
    Benchmark(name: "hold") { try HoldBenchmark.rows($0) },
    Benchmark(name: "mm1") { try SingleServerBenchmark.rows($0) },
    Benchmark(name: "draws") { try DrawBenchmark.rows($0) },
    Benchmark(name: "records") { try RecordBenchmark.rows($0) },
    Benchmark(name: "stations") { try StationBenchmark.rows($0) },
  ]
}

/// A part of the table under a name of its own.
struct Benchmark: Sendable {
  let name: String
  let measure: @Sendable (Plan) throws -> [Row]
}

/// Why the program cannot go on, or what it found to be wrong.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
