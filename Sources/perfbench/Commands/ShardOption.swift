import AKSPerf

/// Reads `--shard`: `3/16`, or `auto` where the environment of a job array says which.
enum ShardOption {
  /// The variables that tell a task of an array its index.
  private static let indices = [
    "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
  ]

  /// The shard that a command line asks for; nil without the option.
  static func shard(
    _ arguments: ParsedArguments, environment: (String) -> String? = Posix.environment
  ) throws(UsageError) -> Shard? {
    guard let text = arguments.value(of: .shard) else { return nil }
    do throws(Reason) {
      return try shard(text, environment)
    } catch {
      throw arguments.failure(
        "The value '\(text)' is invalid for '--shard <shard>': \(error.text)")
    }
  }

  /// Why there is no shard.
  struct Reason: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  static func shard(
    _ text: String, _ environment: (String) -> String?
  ) throws(Reason) -> Shard {
    if text == "auto" { return try automatic(of: nil, environment) }
    if text.hasPrefix("auto/") {
      guard let count = Int(text.dropFirst(5)), Shard(1, of: count) != nil else {
        throw Reason("'auto/' is followed by the number of shards")
      }
      return try automatic(of: count, environment)
    }
    guard let shard = Shard(text) else {
      throw Reason(
        "it must be I/N with I from 1 to N, 'auto' or 'auto/N'; N is at most \(Limits.shards)")
    }
    return shard
  }

  private static func automatic(
    of count: Int?, _ environment: (String) -> String?
  ) throws(Reason) -> Shard {
    let found = indices.filter { environment($0) != nil }
    if found.isEmpty {
      throw Reason("no array is there: none of \(indices.joined(separator: ", ")) is set")
    }
    if found.count > 1 {
      throw Reason("\(found.joined(separator: " and ")) are both set; write I/N")
    }
    let index = try number(found[0], environment)
    switch found[0] {
    case indices[0]: return try slurm(index, of: count, environment)
    case indices[1]:
      guard let count else { throw Reason("Kubernetes does not tell the number: write auto/N") }
      return try shard(index + 1, of: count, found[0])
    default: return try batch(index, of: count, environment)
    }
  }

  /// Slurm numbers tasks as the array says; of a part of an array it tells only that part.
  private static func slurm(
    _ index: Int, of count: Int?, _ environment: (String) -> String?
  ) throws(Reason) -> Shard {
    if let count { return try shard(index, of: count, "SLURM_ARRAY_TASK_ID") }
    let first = try number("SLURM_ARRAY_TASK_MIN", environment)
    let tasks = try number("SLURM_ARRAY_TASK_COUNT", environment)
    let last = environment("SLURM_ARRAY_TASK_MAX") ?? String(first + tasks - 1)
    guard first <= 1, last == String(first + tasks - 1) else {
      throw Reason(
        "the array is not numbered from 0 or 1 without gaps, so it may be a part of another one: "
          + "number it from 1 and write auto/N, where N is the number of all shards")
    }
    return try shard(index - first + 1, of: tasks, "SLURM_ARRAY_TASK_ID")
  }

  private static func batch(
    _ index: Int, of count: Int?, _ environment: (String) -> String?
  ) throws(Reason) -> Shard {
    let size = "AWS_BATCH_JOB_ARRAY_SIZE"
    let told = environment(size) == nil ? nil : try number(size, environment)
    if let count, let told, count != told {
      throw Reason("\(size) is \(told), not \(count)")
    }
    guard let count = count ?? told else { throw Reason("\(size) is not set: write auto/N") }
    return try shard(index + 1, of: count, indices[2])
  }

  private static func shard(
    _ number: Int, of count: Int, _ variable: String
  ) throws(Reason) -> Shard {
    if let shard = Shard(number, of: count) { return shard }
    let advice =
      variable == "SLURM_ARRAY_TASK_ID"
      ? "number the array from 1 to \(count)" : "there are \(count)"
    throw Reason("\(variable) leads to shard \(number) of \(count): \(advice)")
  }

  private static func number(
    _ variable: String, _ environment: (String) -> String?
  ) throws(Reason) -> Int {
    let text = environment(variable) ?? ""
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number < Limits.shards * 10
    else { throw Reason("\(variable) is '\(text)', which is no number of a task") }
    return number
  }
}

extension OptionDeclaration {
  static let shard = OptionDeclaration(
    long: "shard", value: "shard",
    help: "Simulate one part of the replications, such as 3/16, and write a part for 'merge'; "
      + "auto and auto/16 take the index of Slurm, Kubernetes or AWS Batch.")
}
