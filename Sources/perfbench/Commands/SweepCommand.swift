import AKSPerf

/// `perfbench sweep`: a scenario at every point of a grid over some of its keys.
struct SweepCommand: Command {
  static let declaration = CommandDeclaration(
    name: "sweep",
    abstract: "Run a scenario at every point of a grid and print one table.",
    discussion: """
      The grid is that of the scenario's key 'sweep', or of --vary, once for each key: values with \
      commas between them, or FROM..TO:COUNT for evenly spaced ones. All points see the same \
      random numbers. CSV and NDJSON have a row for each point, replication and figure; the text \
      has a line for each point. With --shard it simulates a part of all replications, as 'run' \
      does.

      Exit codes are those of 'run'.
      """,
    arguments: [.scenario],
    options: [
      .vary, .set, .seed, .replications, .jobs, .tableFormat, .tableMetrics, .output, .quiet,
      .verbose,
      .colour, .shard,
    ])

  let options: SimulationOptions
  let axes: [SweepAxis]
  let form: SweepTable.Form
  let names: [String]
  let shard: Shard?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments, hasOwnFormat: true)
    axes = try Self.axes(arguments)
    form = try arguments.choice(.tableFormat, of: SweepTable.Form.self) ?? .text
    names = try Self.names(arguments)
    shard = try ShardOption.shard(arguments)
    try ShardRun.check(arguments)
    let fixed: [(OptionDeclaration, String)] = [(.seed, "seed"), (.replications, "replications")]
    for (option, path) in fixed where arguments.has(option) {
      if axes.contains(where: { $0.path == path }) {
        throw arguments.failure("'--vary \(path)=…' and '--\(option.long)' exclude each other")
      }
    }
  }

  func run() throws -> Int32 {
    let jobs = options.jobs
    if let shard {
      let sweep = try read()
      return try ShardRun(
        shard: shard, options: options, study: sweep.study, scenario: sweep.scenario
      ).perform { try sweep.run(shard, jobs: jobs, progress: $1, isCancelled: $2) }
    }
    let output = try OutputFile.prepare(options.output)
    let sweep = try read()
    try ScenarioLoading.check(output, doesNotReplace: sweep.scenario)
    let table = SweepTable(sweep.header, form: form, names: names)
    return try SimulationSession(options, sweep.scenario, output).perform(
      { _, progress, isCancelled in
        try sweep.run(jobs: jobs, progress: progress, isCancelled: isCancelled) { point, report in
          table.rows(of: point.index, report)
        }
      },
      events: { $0.reduce(0) { $0 + $1.events } }, render: { points, _, _ in table.render(points) })
  }

  /// The sweep, of which every point can be simulated.
  private func read() throws -> Sweep {
    let sweep = try ScenarioLoading.readSweep(options, axes: axes)
    // Those of --vary have been looked at; these are of the scenario's key.
    for (isGiven, path) in [
      (options.seed != nil, "seed"), (options.replications != nil, "replications"),
    ]
    where isGiven && sweep.header.axes.contains(where: { $0.path == path }) {
      throw Failure(
        "the scenario's key 'sweep' varies '\(path)', and --\(path) sets it; leave one of them out",
        code: ExitCode.usage)
    }
    if !options.isQuiet {
      ScenarioLoading.printEach(sweep.scenario.warnings + sweep.scenario.advice)
    }
    for point in sweep.points {
      try ScenarioLoading.refuseUnbuilt(of: point.scenario)
    }
    return sweep
  }

  private static func axes(_ arguments: ParsedArguments) throws(UsageError) -> [SweepAxis] {
    var axes: [SweepAxis] = []
    for text in arguments.values(of: .vary) {
      do throws(SweepMistake) {
        axes.append(try SweepAxis.parse(text))
      } catch {
        throw arguments.failure(
          "The value '\(text)' is invalid for '--vary <path=values>': \(error.message)")
      }
    }
    return axes
  }

  /// The names of `--metrics`, each of the catalogue.
  static func names(_ arguments: ParsedArguments) throws(UsageError) -> [String] {
    guard let text = arguments.value(of: .tableMetrics) else { return [] }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    let known = Catalogue.entries.filter { $0.kind != .hazard }.map(\.name)
    for name in names where !known.contains(name) {
      let nearest = Catalogue.suggestion(for: name).map { "; did you mean '\($0)'?" } ?? ""
      throw arguments.failure(
        "The value '\(text)' is invalid for '--metrics <names>': "
          + "'\(name)' is no figure of 'perfbench schema metrics'\(nearest)")
    }
    return names
  }
}

extension OptionDeclaration {
  static let vary = OptionDeclaration(
    long: "vary", value: "path=values",
    help:
      "A key with its values, such as arrivals.rate=50/s,100/s or networks.MAX.timeout=2s..8s:4. "
      + "Repeatable.",
    isRepeatable: true, defaultText: "the scenario's key sweep")
  static let tableFormat = OptionDeclaration(
    long: "format", value: "format", help: "The form of the table.", defaultText: "text",
    completion: .words(SweepTable.Form.allCases.map(\.rawValue)))
  static let tableMetrics = OptionDeclaration(
    long: "metrics", value: "names",
    help: "The figures of the table, as 'perfbench schema metrics' names them, with commas.",
    defaultText: "all, in a text the usual ones")
}
