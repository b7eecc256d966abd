import Scheduler
import Testing

@testable import AKSPerf

/// Files that are no parts any more, or never were.
@Suite struct DamagedPartTests {
  /// The part of some launches, small enough to be read a thousand times.
  static func part() throws -> ShardPart {
    let steps = [TinyWorld.load(awaited: true), TinyWorld.show(.skip)]
    let launches = (0..<40 as Range<Int64>).map { SimDuration.seconds(60 * $0) }
    let scenario = TinyWorld.scenario(steps, at: launches) {
      $0.replications = 2
      $0.networks[0].fill = PerFormat(repeating: 0.7)
      $0.networks[0].faults.rules = [TinyWorld.rule(on: .load, do: .duplicate)]
    }
    return try Simulation(scenario).run(try #require(Shard(1, of: 1)))
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try ShardPart(bytes: bytes)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func whatIsNoPartSaysSo() throws {
    let text = try Self.part().text
    for other in ["", "{", "perfbench", "perfbench.part", "PK\u{3}\u{4}", " " + text] {
      #expect(
        refusal(Array(other.utf8)) == "is no part of a run of perfbench", "\(other.prefix(9))")
    }
    let newer = "perfbench.part/2" + text.dropFirst("perfbench.part/1".count)
    #expect(refusal(Array(newer.utf8))?.contains("has the form 'perfbench.part/2'") == true)
    #expect(refusal(Array((text + "\n").utf8))?.hasPrefix("is cut off or damaged") == true)
  }

  @Test func aFileCutOffAnywhereIsRefused() throws {
    let bytes = Array(try Self.part().text.utf8)
    let places = Array(stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)))
    for end in places + Array(bytes.count - 60..<bytes.count) {
      #expect(refusal(Array(bytes[..<end])) != nil)
    }
  }

  @Test func aFlippedBitAnywhereIsRefused() throws {
    let bytes = Array(try Self.part().text.utf8)
    for trial in 0..<400 {
      var damaged = bytes
      let stream = RandomStream.of(trial)
      damaged[Int(stream.0 % UInt64(bytes.count))] ^= 1 << UInt8(stream.1 % 8)
      #expect(refusal(damaged) != nil, "trial \(trial)")
    }
  }

  /// Whoever changes a part and mends its hash gets an error or a report, and never a trap.
  @Test func aChangedPartWithAFittingHashIsNeverATrap() throws {
    let text = try Self.part().text
    let lines = text.split(separator: "\n")
    let body = Array(lines.dropFirst().dropLast().joined(separator: "\n").utf8) + [10]
    _ = try ShardPart(body: body)
    let words = ["0", "1", "18446744073709551615", "9999999999999999", "-1", "x", "\"", "end"]
    var readable = 0
    for trial in 0..<1_500 {
      let stream = RandomStream.of(trial)
      var changed = body
      let start = Int(stream.0 % UInt64(body.count))
      switch trial % 4 {
      case 0: changed[start] = UInt8(truncatingIfNeeded: 48 + stream.1 % 10)
      case 1: changed.remove(at: start)
      case 2:
        // A whole word for another.
        let from = changed[..<start].lastIndex { $0 <= 32 }.map { $0 + 1 } ?? 0
        let to = changed[start...].firstIndex { $0 <= 32 } ?? changed.count
        let word = words[Int(stream.1 % UInt64(words.count))]
        changed.replaceSubrange(min(from, to)..<to, with: Array(word.utf8))
      default: changed[start] ^= 1 << UInt8(stream.1 % 8)
      }
      guard let part = try? ShardPart(body: changed),
        let merge = try? ShardMerge([.init("changed", part)]), merge.missing.isEmpty
      else { continue }
      readable += 1
      _ = JSONReport(merge.report()).render()
      _ = TextReport(merge.report()).render()
    }
    #expect(readable > 5)
  }
}

extension RandomStream {
  /// Two numbers for a trial.
  static func of(_ trial: Int) -> (UInt64, UInt64) {
    var print = Fingerprint()
    print.combine(UInt64(trial))
    let digits = print.hexDigits
    return (
      UInt64(digits.prefix(16), radix: 16) ?? 0, UInt64(digits.suffix(16), radix: 16) ?? 0
    )
  }
}
