import Foundation
import Scheduler
import Testing

@testable import AKSPerf

/// Files: what they include and measure, and those that cannot be read.
@Suite struct ScenarioFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func report(_ path: String) -> String {
    do throws(ScenarioError) {
      _ = try Scenario(contentsOf: path)
      return "fine"
    } catch {
      return folder.stable("\(error)\nexit \(error.exitCode)")
    }
  }

  // MARK: Includes

  @Test func objectsOfIncludedFilesAreMergedAndTheIncludingFileWins() throws {
    try folder.write(
      "parts/common.json5", Minimal.text([("duration", "\"5m\""), ("seed", "7")]))
    try folder.write("more.json5", "{ seed: 8, networks: { MAX: { fill: 0.5, timeout: '9s' } } }")
    let path = try folder.write(
      "main.json5",
      """
      { include: ["parts/common.json5", "more.json5"], name: "main",
        networks: { MAX: { fill: 0.25 }, NEW: { backend: "exchange" } } }
      """)
    let scenario = try Scenario(contentsOf: path)
    #expect(scenario.name == "main")
    #expect(scenario.seed == 8)
    #expect(scenario.duration == .minutes(5))
    #expect(scenario.networks.map(\.name) == ["ADMOB", "MAX", "NEW"])
    #expect(scenario.networks[1].fill[.banner] == 0.25)
    #expect(scenario.networks[1].timeout == .seconds(9))
  }

  @Test func mistakesAreToldInTheFileTheyAreIn() throws {
    try folder.write("parts/common.json5", Minimal.text([("networks", "{ ADMOB: { fil: 1 } }")]))
    let path = try folder.write("main.json5", "{ include: ['parts/common.json5'], sed: 5 }")
    #expect(
      report(path) == """
        main.json5:1:36: error: unknown key 'sed' of a scenario; did you mean 'seed'?
          { include: ['parts/common.json5'], sed: 5 }
                                             ^~~
        parts/common.json5:5:22: error: missing key 'backend' of a network
            networks: { ADMOB: { fil: 1 } },
                               ^
        parts/common.json5:5:24: error: unknown key 'fil' of a network; did you mean 'fill'?
            networks: { ADMOB: { fil: 1 } },
                                 ^~~
        3 mistakes
        exit 65
        """)
  }

  @Test func aRingOfFilesIsNamed() throws {
    let path = try folder.write("a.json5", "{ include: ['b.json5'] }")
    try folder.write("b.json5", "{ include: ['./c.json5'] }")
    try folder.write("c.json5", "{ include: ['b.json5'] }")
    #expect(report(path).contains("files include each other: b.json5 → ./c.json5 → b.json5"))
    let own = try folder.write("own.json5", "{ include: ['own.json5'] }")
    #expect(report(own).contains("files include each other: own.json5 → own.json5"))
  }

  @Test(arguments: [
    ("../out.json5", "the path cannot leave the folder of this file with '..'", 65),
    ("in/../../out.json5", "the path cannot leave the folder of this file with '..'", 65),
    ("/etc/passwd", "the path must be relative, to a file in this folder or below it", 65),
    ("~/x.json5", "the path must be relative, to a file in this folder or below it", 65),
    ("", "the name of a file cannot be empty or contain a zero byte", 65),
    ("link.json5", "'link.json5' leads out of the folder of this file by a symbolic link", 65),
    (
      "dir/out.json5", "'dir/out.json5' leads out of the folder of this file by a symbolic link", 65
    ),
    ("absent.json5", "'absent.json5' no such file", 66),
    ("in", "'in' is a folder, not a file", 66),
    ("in/", "'in/' names a folder, not a file", 66),
    (".", "'.' names a folder, not a file", 66),
    ("in/x.json5/", "'in/x.json5/' names a folder, not a file", 66),
    ("in/x.json5/.", "'in/x.json5/.' names a folder, not a file", 66),
  ])
  func pathsThatLeaveTheFolderAreRefused(_ name: String, _ message: String, _ code: Int32) throws {
    try folder.write("out.json5", "{}")
    try folder.write("here/in/x.json5", "{}")
    try folder.link("here/link.json5", to: "../out.json5")
    try folder.link("here/dir", to: "..")
    let path = try folder.write("here/main.json5", "{ include: ['\(name)'] }")
    let error = try #require(mistake { () throws(ScenarioError) in try Scenario(contentsOf: path) })
    #expect(error.diagnostics.map(\.message) == [message])
    #expect(error.exitCode == code)
    #expect(error.diagnostics[0].line == 1)
    #expect(error.diagnostics[0].column == 13)
  }

  @Test func aLinkInsideTheFolderMayBeFollowed() throws {
    try folder.write("real/common.json5", Minimal.text())
    try folder.link("common.json5", to: "real/common.json5")
    let path = try folder.write("main.json5", "{ include: ['common.json5'] }")
    #expect(report(path) == "fine")
  }

  @Test func anIncludedFileMayNameFilesOfItsOwnFolderOnly() throws {
    try folder.write("top.json5", "{}")
    try folder.write("sub/b.json5", "{ include: ['c.json5', '../top.json5'] }")
    try folder.write("sub/c.json5", Minimal.text())
    let path = try folder.write("a.json5", "{ include: ['sub/b.json5'] }")
    #expect(report(path).contains("sub/b.json5:1:24: error: the path cannot leave the folder"))
  }

  @Test func theNumberOfIncludesHasALimit() throws {
    try folder.write("x.json5", "{}")
    let names = Array(repeating: "'x.json5'", count: Limits.includes + 5).joined(separator: ", ")
    let path = try folder.write("main.json5", "{ include: [\(names)] }")
    let error = try #require(mistake { () throws(ScenarioError) in try Scenario(contentsOf: path) })
    #expect(error.diagnostics.map(\.message) == ["more than 64 files are included"])
  }

  // MARK: Files that cannot be read

  @Test func filesThatCannotBeReadAreTold() throws {
    let missing = folder.url.appendingPathComponent("absent.json5").path
    #expect(report(missing) == "absent.json5: error: no such file\nexit 66")
    let directory = folder.url.path
    let error = try #require(
      mistake { () throws(ScenarioError) in try Scenario(contentsOf: directory) })
    #expect(error.diagnostics.map(\.message) == ["is a folder, not a file"])
    #expect(error.exitCode == 66)
    let large = try folder.write("large.json5", "")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
    try handle.truncate(atOffset: 200 << 20)
    try handle.close()
    #expect(report(large) == "large.json5: error: is larger than 64 MiB\nexit 65")
    #expect(report("/dev/zero") == "/dev/zero: error: is larger than 64 MiB\nexit 65")
    #expect(report("") == ": error: the name of a file is empty\nexit 66")
    try folder.link("ring.json5", to: "other.json5")
    try folder.link("other.json5", to: "ring.json5")
    let ring = folder.url.appendingPathComponent("ring.json5").path
    #expect(
      report(ring)
        == "ring.json5: error: cannot be read: its symbolic links form a ring\nexit 66")
    #expect(
      report("/proc/self/mem")
        == "/proc/self/mem: error: cannot be read: input or output error\nexit 66")
    let file = try folder.write("file.json5", Minimal.text())
    for end in ["/", "/."] {
      #expect(report(file + end).contains(" is written as a folder and is a file\nexit 66"))
    }
    let empty = try folder.write("empty.json5", "")
    #expect(report(empty) == "empty.json5:1:1: error: the file is empty\nexit 65")
  }

  @Test func allFilesTogetherHaveALimit() throws {
    try folder.write("a.json5", "{ seed: 1 }")
    let path = try folder.write("main.json5", "{ include: ['a.json5', 'a.json5'] }")
    let mistake = "'a.json5' is too much: the files of a scenario have at most 56 bytes in all"
    for (limit, messages) in [(57, []), (56, [mistake])] {
      let log = SourceLog()
      let loader = ScenarioLoader(log: log, read: FilesRead(limit: limit))
      _ = loader.load(path: path)
      #expect((log.failure?.diagnostics ?? []).map(\.message) == messages)
      #expect(loader.read.files.map(\.name) == [path, folder.url.path + "/a.json5"])
    }
  }

  @Test func theFilesOfAScenarioAreKnown() throws {
    try folder.write("m.csv", "v\n1\n")
    try folder.write("n.csv", "v\n1\n")
    try folder.write("base.json5", Minimal.text())
    let path = try folder.write(
      "main.json5",
      """
      { include: ["base.json5"],
        patience: { empirical: { file: "m.csv", column: "v", unit: "s" } },
        sweep: { "patience.empirical.file": ["n.csv"] } }
      """)
    let files = try Scenario(contentsOf: path).files
    #expect(
      files.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        == ["main.json5", "base.json5", "m.csv", "n.csv"])
  }

  @Test func aPipeIsReadButCannotNameFiles() throws {
    let pipe = folder.url.appendingPathComponent("pipe").path
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    let text = Minimal.text([
      ("patience", "{ empirical: { file: 'pipe', column: 'a', unit: 's' } }")
    ])
    let writer = Thread {
      FileHandle(forWritingAtPath: pipe)?.write(Data(text.utf8))
    }
    writer.start()
    #expect(report(pipe).contains("a scenario that is not a file cannot name other files"))
  }

  // MARK: Measurements

  private func measured(_ csv: String, _ keys: String) throws -> DistributionSpec? {
    try folder.write("m.csv", csv)
    let path = try folder.write(
      "main.json5", Minimal.text([("patience", "{ empirical: { file: 'm.csv', \(keys) } }")]))
    return try Scenario(contentsOf: path).patience
  }

  @Test func aColumnOfAFileBecomesASample() throws {
    let csv =
      "\u{FEFF}host, wait_ms ,note\r\na,10,\"x, \"\"y\"\"\"\r\nb,,z\r\n\"a\",2.5,\r\n\r\nc,40,w"
    #expect(
      try measured(csv, "column: 'wait_ms', unit: 'ms'") == .empirical([10e6, 2.5e6, 40e6]))
    #expect(
      try measured(csv, "column: 'wait_ms', unit: 's', subtract: '5s'")
        == .empirical([5e9, 0, 35e9]))
    #expect(
      try measured(csv, "column: 'wait_ms', unit: 'ms', where: { host: ['a', 'x'] }")
        == .empirical([10e6, 2.5e6]))
    #expect(
      try measured(csv, "column: 'wait_ms', unit: 'ms', where: { note: 'x, \"y\"', host: 'a' }")
        == .empirical([10e6]))
    #expect(try measured("v\n7\n", "column: 'v', unit: 's'") == .empirical([7e9]))
    #expect(try measured("v\r1e1\r2\r", "column: 'v', unit: 's'") == .empirical([10e9, 2e9]))
  }

  @Test func mistakesInMeasurementsAreTold() throws {
    let cases: [(String, String, String)] = [
      ("empty", "", "column: 'v', unit: 's'"), ("header only", "v,w\n", "column: 'v', unit: 's'"),
      ("unknown column", "host,wait_ms\na,1\n", "column: 'wait', unit: 's'"),
      (
        "unknown filter", "host,wait_ms\na,1\n",
        "column: 'wait_ms', unit: 's', where: { hots: 'a' }"
      ),
      ("nothing fits", "host,wait_ms\na,1\n", "column: 'wait_ms', unit: 's', where: { host: 'b' }"),
      ("empty column", "a,v\n1,\n2,\n", "column: 'v', unit: 's'"),
      ("texts", "a,v\n1,2\n2,n/a\n3,1,5\n4,-1\n5,nan\n6,\"7,5\"\n", "column: 'v', unit: 's'"),
      ("open quote", "a,v\n1,\"2\n", "column: 'v', unit: 's'"),
      ("too large", "v\n1e9\n", "column: 'v', unit: 'd'"), ("no unit", "v\n1\n", "column: 'v'"),
      ("no column", "v\n1\n", "unit: 's'"),
      ("two columns of a name", "v,w,v\n1,2,3\n", "column: 'v', unit: 's'"),
      ("two filters of a name", "v,w,w\n1,2,3\n", "column: 'v', unit: 's', where: { w: '2' }"),
      ("wrong unit", "v\n1\n", "column: 'v', unit: 'sec'"),
      ("zero bytes", "a\u{0},v\n1,2\u{0}\n", "column: 'v', unit: 's'"),
    ]
    var text = ""
    for (title, csv, keys) in cases {
      try folder.write("m.csv", csv)
      let path = try folder.write(
        "main.json5", Minimal.text([("patience", "{ empirical: { file: 'm.csv', \(keys) } }")]))
      text += "== \(title)\n\(report(path))\n\n"
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("measurements.txt")))
  }

  @Test func aTraceIsSortedAndHasDefaults() throws {
    try folder.write("launches.csv", "start_ms\n300\n100\n200.5\n")
    let path = try folder.write(
      "main.json5", Minimal.text([("arrivals", "{ process: 'trace', file: 'launches.csv' }")]))
    #expect(
      try Scenario(contentsOf: path).arrivals
        == .trace([.milliseconds(100), .microseconds(200_500), .milliseconds(300)]))
  }

  @Test func measurementsOfIncludedFilesLieBesideThem() throws {
    try folder.write("sub/m.csv", "v\n3\n")
    try folder.write(
      "sub/part.json5", "{ patience: { empirical: { file: 'm.csv', column: 'v', unit: 's' } } }")
    let path = try folder.write(
      "main.json5", "{ include: ['sub/part.json5'],\n" + Minimal.text().dropFirst())
    #expect(try Scenario(contentsOf: path).patience == .empirical([3e9]))
  }
}
