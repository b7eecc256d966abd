import Foundation
import Testing

@testable import perfbench

/// What stands in `deploy/` to run on several machines; `Tests/deploy.sh` runs it on real ones.
@Suite struct DeployTests {
  private static let deploy = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: deploy.appending(path: name), encoding: .utf8)
  }

  private func path(_ name: String) -> String {
    Self.deploy.appending(path: name).path(percentEncoded: false)
  }

  @Test(arguments: ["slurm.sh", "parallel.sh"])
  func theScriptIsOneOfBash(_ name: String) throws {
    let result = try Invocation(shell: "bash -n '\(path(name))'")
    #expect(result.code == 0, "\(result.messages)")
    #expect(try Self.text(name).hasPrefix("#!/usr/bin/env bash\n"))
  }

  @Test func theArrayHasAsManyTasksAsThereAreShards() throws {
    let script = try Self.text("slurm.sh")
    let array = try #require(script.firstMatch(of: /#SBATCH --array=1-(\d+)\n/)?.1)
    #expect(script.contains("\nshards=\(array)\n"))
    let job = try Self.text("kubernetes.yaml")
    let completions = try #require(job.firstMatch(of: /\n  completions: (\d+)\n/)?.1)
    #expect(job.contains("--shard=auto/\(completions)\n"))
    #expect(job.contains("\n  completionMode: Indexed\n"))
  }

  @Test func theCommandOfTheJobIsOneOfTheProgram() throws {
    let job = try Self.text("kubernetes.yaml")
    let words = job.matches(of: /\n            - (\S+)(?=\n)/).map { String($0.1) }
    #expect(words.prefix(2) == ["perfbench", "run"])
    let arguments = try ArgumentParser.parse(
      words.dropFirst(2), for: RunCommand.declaration, path: "perfbench run")
    #expect(arguments.value(of: .shard) == "auto/16")
    #expect(arguments.value(of: .output) == "/parts")
    #expect(!job.contains("\t"))
  }

  /// Each task as Slurm starts it, one of them twice.
  @Test func theTasksOfAnArrayMakeThePartsOfOneRun() throws {
    let folder = try TemporaryFolder()
    let words = "run --replications 3 --set duration=1m --set warmup=0s"
    let tasks = [2, 16, 1, 3, 2] + Array(4...15)
    for (turn, task) in tasks.enumerated() {
      let result = try Invocation(
        shell: """
          export PERFBENCH="$perfbench" SLURM_ARRAY_TASK_ID=\(task) SLURM_ARRAY_TASK_MIN=1
          export SLURM_CPUS_PER_TASK=1 SLURM_ARRAY_TASK_COUNT=16
          bash '\(path("slurm.sh"))' \(words)
          """, in: folder.url)
      #expect(result.code == 0, "\(result.messages)")
      #expect(result.messages.contains("shard 2/16 is done") == (turn == 4))
    }
    let merged = try Invocation(shell: "\"$perfbench\" merge parts/*", in: folder.url)
    #expect(merged.output == (try Invocation(shell: "\"$perfbench\" \(words)")).output)
  }
}
