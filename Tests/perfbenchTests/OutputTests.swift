import Foundation
import Testing

@testable import perfbench

@Suite struct OutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Invocation {
    try Invocation(["run"] + Invocation.quick + words, in: folder.url)
  }

  @Test func theResultGoesToStandardOutputAloneAndIsQuietElsewhere() throws {
    let result = try run([])
    #expect(result.code == 0, "\(result.messages)")
    #expect(!result.output.isEmpty)
    #expect(!result.output.contains("\u{1B}"))
    #expect(!result.messages.contains("events/s"))
    #expect(try Invocation(Invocation.quick).output == result.output)
    #expect(try run(["-o", "-"]).output == result.output)
    #expect(try run(["-o", "/dev/stdout"]).output == result.output)
  }

  @Test func aFileHoldsWhatStandardOutputWould() throws {
    for format in ["text", "json", "csv"] {
      let printed = try run(["--format", format])
      let written = try run(["--format", format, "--output", "result"])
      #expect(written.code == 0)
      #expect(written.output.isEmpty)
      #expect(folder.text(of: "result") == printed.output)
      #expect(folder.names == ["result"])
    }
  }

  @Test func theSummaryComesOnlyWhereItIsWanted() throws {
    let result = try run(["--verbose", "--format", "json"])
    #expect(result.messages.contains("events/s"))
    #expect(!result.output.contains("provenance"))
    #expect(try run(["--provenance", "--format", "json"]).output.contains("\"provenance\""))
    #expect(try run(["--provenance"]).output.contains("provenance: "))
  }

  @Test func anExistingFileKeepsItsPermissionsAndALinkItsTarget() throws {
    try folder.write("old", to: "target")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("target"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "target")
    #expect(try run(["-o", "link"]).code == 0)
    #expect(folder.names == ["link", "target"])
    #expect(folder.text(of: "target") != "old")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("target"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) != "")
  }

  @Test func aDanglingLinkIsFilledAndACircleRefused() throws {
    for (link, target) in [("a", "new"), ("b", "c"), ("c", "b")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    #expect(try run(["-o", "a"]).code == 0)
    #expect(folder.text(of: "new") != "")
    #expect(try run(["-o", "b"]).code == 73)
    #expect(folder.names == ["a", "b", "c", "new"])
  }

  @Test(arguments: [".", "/", "missing/result", "result/", "/proc/result"])
  func whatCannotBeWrittenIsRefusedBeforeTheSimulation(_ path: String) throws {
    // A simulation of this size would outlast the test.
    let result = try Invocation(
      ["--replications", "100000", "-o", path], in: folder.url)
    #expect(result.code == 73)
    #expect(result.messages.hasPrefix("Error: Cannot write '\(path)': "))
    #expect(folder.names.isEmpty)
  }

  @Test func theOutputNeverReplacesWhatTheScenarioIsReadFrom() throws {
    let starter = try Invocation(["init", "-"]).output
    try folder.write(starter, to: "base.json5")
    try folder.write("wait_ms\n7\n", to: "sample.csv")
    let own = """
      { include: ["base.json5"],
        click: { away: { empirical: { file: "sample.csv", column: "wait_ms", unit: "ms" } } } }
      """
    try folder.write(own, to: "my.json5")
    for (link, target) in [("link.json5", "base.json5"), ("link.csv", "sample.csv")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    try FileManager.default.linkItem(atPath: folder.path("base.json5"), toPath: folder.path("hard"))
    for (output, name) in [
      ("./my.json5", "'my.json5'"), ("base.json5", "'base.json5'"), ("link.json5", "'base.json5'"),
      ("hard", "'base.json5'"), ("sample.csv", "'sample.csv'"), ("link.csv", "'sample.csv'"),
    ] {
      let result = try run(["my.json5", "-o", output])
      #expect(result.code == 64, "\(output): \(result.messages)")
      #expect(
        result.messages == """
          Error: The output would replace \(name), which the scenario is read from; give another \
          name to --output

          """)
    }
    let quick = Invocation.quick.joined(separator: " ")
    for line in ["run - -o base.json5", "explain - -o link.json5", "run - >> base.json5"] {
      let result = try Invocation(
        shell: "\"$perfbench\" \(line) \(quick) < base.json5", in: folder.url)
      #expect(result.code == 64, "\(line)")
      #expect(result.messages.contains("replace standard input, which"))
    }
    #expect(folder.text(of: "base.json5") == starter)
    #expect(folder.text(of: "sample.csv") == "wait_ms\n7\n")
    #expect(folder.text(of: "my.json5") == own)
    #expect(try run(["my.json5", "-o", "other.json5"]).code == 0)
  }

  @Test func aFullDiskLeavesTheOldFile() throws {
    #expect(try run(["-o", "/dev/full"]).code == 74)
    let full = try Invocation(shell: "\"$perfbench\" schema > /dev/full")
    #expect(full.code == 74)
    #expect(full.messages.hasPrefix("Error: Cannot write standard output: "))
    try folder.write("old", to: "schema.json")
    let limited = try Invocation(
      shell: "ulimit -f 1; \"$perfbench\" schema -o schema.json", in: folder.url)
    #expect(limited.code == 74, "\(limited.messages)")
    #expect(!limited.isSignalled)
    #expect(folder.text(of: "schema.json") == "old")
    #expect(folder.names == ["schema.json"])
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let line = "\"$perfbench\" schema | true; echo ${PIPESTATUS[0]}"
    for _ in 0..<5 {
      let result = try Invocation(shell: line)
      #expect(result.output == "0\n")
      #expect(result.messages.isEmpty)
    }
  }

  @Test func closedStandardStreamsAreNoPlaceForFiles() throws {
    let closed = try Invocation(shell: "\"$perfbench\" schema >&-")
    #expect(closed.code == 74)
    let file = try Invocation(
      shell: "\"$perfbench\" schema -o out >&- 2>&- <&-", in: folder.url)
    #expect(file.code == 0)
    #expect(folder.text(of: "out") == (try Invocation(["schema"]).output))
  }

  @Test func progressAppearsOnATerminalAloneAndIsErased() throws {
    let words = ["--replications", "100000"]
    for (extra, environment, isShown) in [
      ([], [:], true), (["--quiet"], [:], false), ([], ["TERM": "dumb"], false),
    ] as [([String], [String: String], Bool)] {
      let terminal = try Terminal()
      let running = try Running(words + extra, environment: environment, errors: terminal.line)
      try running.waitUntilListening(and: 1)
      kill(running.process.processIdentifier, SIGTERM)
      #expect(running.wait().code == 143)
      let text = terminal.received()
      #expect(text.contains("\r\u{1B}[K") == isShown)
      if isShown { #expect(text.contains("\r\u{1B}[KInterrupted after ")) }
    }
  }

  @Test func aSignalEndsAWriteThatWaitsForItsReader() throws {
    let result = try Invocation(
      shell: """
        mkfifo pipe; "$perfbench" schema -o pipe & sleep 2; kill -TERM $!; wait $!; echo $?
        """, in: folder.url)
    #expect(result.output == "143\n")
    #expect(result.messages.contains("Interrupted: nothing was written."))
  }

  @Test(arguments: [("> pipe", "standard output"), ("-o pipe", "'pipe'")])
  func aSignalTellsWhatAReaderHasBeenGiven(_ target: String, _ name: String) throws {
    let cutOff = "Interrupted: \(name) is cut off after 65536 bytes or a few more."
    var messages = ""
    // A busy machine may take longer to come to the writing.
    for seconds in [3, 10, 30] {
      // The reader opens the pipe and reads nothing: it takes 65 536 bytes, and the rest waits.
      let result = try Invocation(
        shell: """
          rm -f pipe; mkfifo pipe; sleep \(2 * seconds + 9) < pipe & reader=$!
          "$perfbench" run --format csv --replications 1 --set duration=1m --set warmup=0s \
          \(target) & program=$!
          sleep \(seconds); kill -TERM $program; wait $program; echo $?; kill $reader
          """, in: folder.url)
      #expect(result.output == "143\n")
      messages = result.messages
      if !messages.contains("nothing was written") { break }
    }
    #expect(messages.contains(cutOff), "\(messages)")
  }

  @Test(arguments: ["HUP", "INT"])
  func aSignalIgnoredFromTheStartStaysIgnored(_ signal: String) throws {
    let result = try Invocation(
      shell: """
        trap '' \(signal)
        "$perfbench" --replications 100000 --quiet & program=$!
        sleep 2; kill -\(signal) $program; sleep 1; kill -0 $program && echo alive
        kill -TERM $program; wait $program; echo $?
        """)
    #expect(result.output == "alive\n143\n", "\(result.messages)")
  }

  @Test func theMessageOfASignalIsTrueWhateverWasWritten() {
    var written = Written()
    #expect(written.message == "Interrupted: nothing was written.")
    written.files = ["result"]
    #expect(written.message == "Interrupted: 'result' was written.")
    written.files = []
    (written.stream, written.isUnderWay) = ("standard output", true)
    #expect(
      written.message == "Interrupted: standard output may have taken a part of the result.")
    written.bytes = 4_096
    #expect(
      written.message
        == "Interrupted: standard output is cut off after 4096 bytes or a few more.")
    written.isUnderWay = false
    #expect(written.message == "Interrupted: 4096 bytes were written to standard output.")
  }

  @Test func whatATerminalWouldObeyIsEscapedInEveryMessage() throws {
    let name = "\u{1B}[31mred\u{7}"
    let shown = "\\u{1b}[31mred\\u{7}"
    let missing = try run(["./" + name])
    #expect(missing.messages == "./\(shown): error: no such file\n")
    try folder.write("{", to: name)
    try folder.write(try Invocation(["init", "-"]).output, to: name + "2")
    let wrong = try run(["./" + name])
    #expect(wrong.code == 65)
    #expect(try Invocation(["validate", name + "2"], in: folder.url).output == "\(shown)2: ok\n")
    let usage = try run(["--\(name)"])
    let refused = try run(["-o", "none/\(name)"])
    let created = try Invocation(["init", name + "3"], in: folder.url)
    for result in [wrong, usage, refused, created] {
      #expect(result.messages.contains(shown), "\(result.messages)")
      #expect(!result.messages.contains { "\u{1B}\u{7}".contains($0) })
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalEndsCleanlyAndLeavesNothing(_ signal: Int32, _ code: Int32) throws {
    try folder.write("old", to: "result")
    let running = try Running(
      ["--replications", "100000", "-o", "result"], in: folder.url)
    try running.waitUntilListening(and: 0.3)
    kill(running.process.processIdentifier, signal)
    let result = running.wait()
    #expect(result.code == code)
    #expect(!result.isSignalled)
    #expect(result.output.isEmpty)
    #expect(result.messages.contains("nothing was written"))
    #expect(folder.text(of: "result") == "old")
    #expect(folder.names == ["result"])
  }
}
