import Foundation
import Testing

@testable import AKSPerf

/// Texts nobody would write: the reader never traps, and every refusal names a place.
@Suite struct FuzzTests {
  private static let trials = 20_000
  private static let shares = 4

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "'", "//", "/*", "*/", "\\", "\\u", "\\uD800", "\n", "\r",
    "\t", "\0", "none", "null", "true", "NaN", "-Infinity", "0", "-1", "1e999", "1e-999", "0x",
    "99999999999999999999", ".", "\"10s\"", "\"0s\"", "\"-5s\"", "\"120/s\"", "\"80kB\"", "{}",
    "[]", "{ exponential: { mean: \"1s\" } }", "{ uniform: [1, 0] }", "\u{FEFF}", "\u{2028}", "é",
    "😀", "default", "\"ADMOB\"", "include: [\"latency.csv\"],", "$schema", "\u{80}",
  ].map { Array($0.utf8) }

  private static let example: [UInt8] = {
    // Comments are stripped: mutations in them would tell nothing.
    guard let text = try? String(contentsOfFile: Fixtures.example, encoding: .utf8) else {
      return []
    }
    let lines = text.split(separator: "\n").compactMap { line -> String? in
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      let trimmed = code.trimmingCharacters(in: .whitespaces)
      return trimmed.isEmpty ? nil : trimmed
    }
    return Array(lines.joined(separator: "\n").utf8)
  }()

  /// One to four changes of the example.
  private func mutated(_ generator: inout SplitMix) -> [UInt8] {
    var bytes = Self.example
    for _ in 0...Int(generator.next() % 4) {
      let place = Int(generator.next() % UInt64(bytes.count))
      let length = Int(generator.next() % 24)
      let end = min(bytes.count, place + length)
      switch generator.next() % 8 {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      case 1: bytes[place] ^= 1 << UInt8(generator.next() % 7)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes = Array(bytes[..<max(1, place)])
      case 5:
        let other = Int(generator.next() % UInt64(bytes.count))
        bytes.replaceSubrange(place..<end, with: bytes[other..<min(bytes.count, other + length)])
      default:
        let piece = Self.pieces[Int(generator.next() % UInt64(Self.pieces.count))]
        let cut = generator.next() % 2 == 0 ? place : min(bytes.count, place + piece.count)
        bytes.replaceSubrange(place..<cut, with: piece)
      }
      if bytes.isEmpty { bytes = [0x7B] }
    }
    return bytes
  }

  @Test(arguments: 0..<shares)
  func changedExamplesGiveAScenarioOrPlacedMistakes(_ share: Int) {
    var accepted = 0
    for trial in stride(from: share, to: Self.trials, by: Self.shares) {
      var generator = SplitMix(state: UInt64(trial))
      let bytes = mutated(&generator)
      do throws(ScenarioError) {
        let scenario = try Fixtures.readExample(bytes)
        if scenario.digest.count == 32 { accepted += 1 }
      } catch {
        let isPlaced = error.diagnostics.allSatisfy { finding in
          finding.line >= 1 && finding.column >= 1 && finding.severity == .error
            && !finding.message.isEmpty
        }
        if error.diagnostics.isEmpty || !isPlaced || ![65, 66].contains(error.exitCode) {
          Issue.record("trial \(trial): \(error)")
          return
        }
      }
    }
    // Some changes do no harm; if all did, the mutations would say nothing about the decoder.
    #expect(accepted > Self.trials / Self.shares / 100)
  }

  @Test func changedSettingsGiveAScenarioOrMistakes() {
    let paths = ["networks.MAX.fill", "sessions[0].weight", "arrivals.rate", "name", "slo"]
    for trial in 0..<2_000 {
      var generator = SplitMix(state: UInt64(trial))
      var path = Array(paths[trial % paths.count].utf8)
      var value = Array("{ a: [1, '2s'], b: none }".utf8)
      for _ in 0..<3 {
        let place = Int(generator.next() % UInt64(path.count))
        path[place] = UInt8(generator.next() % 128)
        let other = Int(generator.next() % UInt64(value.count))
        value[other] = UInt8(generator.next() % 256)
      }
      let setting = ScenarioOverride(
        path: String(decoding: path, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
      do throws(ScenarioError) {
        _ = try Minimal.read(overrides: [setting])
      } catch {
        #expect(!error.diagnostics.isEmpty && [64, 65, 66].contains(error.exitCode))
      }
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
