import AKSPerf
import Testing

@testable import perfbench

@Suite struct ShardOptionTests {
  private func shard(_ text: String, _ environment: [String: String] = [:]) -> String {
    do {
      return try ShardOption.shard(text) { environment[$0] }.description
    } catch {
      return error.text
    }
  }

  private func slurm(_ id: Int, _ first: Int, _ last: Int, _ count: Int) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)",
      "SLURM_ARRAY_TASK_MAX": "\(last)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
  }

  @Test func aShardIsWrittenAsItsNumberAndTheirCount() {
    #expect(shard("3/16") == "3/16")
    #expect(shard("17/16").contains("I from 1 to N"))
    #expect(shard("auto").contains("none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX"))
    #expect(shard("auto/0").contains("followed by the number"))
  }

  @Test func slurmSaysWhichOfHowMany() {
    #expect(shard("auto", slurm(1, 1, 16, 16)) == "1/16")
    #expect(shard("auto", slurm(16, 1, 16, 16)) == "16/16")
    #expect(shard("auto", slurm(0, 0, 15, 16)) == "1/16")
    #expect(shard("auto/16", slurm(3, 3, 7, 2)) == "3/16")
    // A part of an array that runs again must not be taken for a whole one.
    #expect(shard("auto", slurm(3, 3, 3, 1)).contains("write auto/N"))
    #expect(shard("auto", slurm(1, 1, 7, 2)).contains("write auto/N"))
    #expect(shard("auto/16", slurm(0, 0, 15, 16)).contains("number the array from 1 to 16"))
    #expect(shard("auto", ["SLURM_ARRAY_TASK_ID": "x"]).contains("'x', which is no number"))
  }

  @Test func kubernetesAndBatchCountFromZero() {
    #expect(shard("auto/4", ["JOB_COMPLETION_INDEX": "0"]) == "1/4")
    #expect(shard("auto/4", ["JOB_COMPLETION_INDEX": "3"]) == "4/4")
    #expect(shard("auto/4", ["JOB_COMPLETION_INDEX": "4"]).contains("shard 5 of 4"))
    #expect(shard("auto", ["JOB_COMPLETION_INDEX": "3"]).contains("write auto/N"))
    let batch = ["AWS_BATCH_JOB_ARRAY_INDEX": "2", "AWS_BATCH_JOB_ARRAY_SIZE": "8"]
    #expect(shard("auto", batch) == "3/8")
    #expect(shard("auto/8", batch) == "3/8")
    #expect(shard("auto/9", batch).contains("is 8, not 9"))
    #expect(shard("auto/9", ["AWS_BATCH_JOB_ARRAY_INDEX": "2"]) == "3/9")
    #expect(shard("auto", ["AWS_BATCH_JOB_ARRAY_INDEX": "2"]).contains("write auto/N"))
    #expect(
      shard("auto/9", ["AWS_BATCH_JOB_ARRAY_INDEX": "2", "JOB_COMPLETION_INDEX": "2"])
        .contains("both set"))
  }

  @Test func numbersAreWrittenAsRanges() {
    #expect(MergeCommand.ranges([2]) == "2")
    #expect(MergeCommand.ranges([1, 2, 3, 7, 9, 10]) == "1-3, 7, 9-10")
  }
}
