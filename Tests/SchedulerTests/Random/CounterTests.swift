import Foundation
import Scheduler
import Testing

/// Neighbouring keys: the test a hand-mixed key fails.
struct CounterTests {
  enum Field: String, CaseIterable, Sendable {
    case seed, replication, subject, purpose, placeholder, network, cycle, retry, attempt, block

    /// The draw number `i` of a walk along this field; 16-bit fields wrap into the subject.
    func draw(_ i: UInt64) -> RandomBlock {
      var counter = RandomCounter(
        subject: 77, purpose: 3, placeholder: 0x9E37_79B9, network: 0x7F4A_7C15, cycle: 5,
        retry: 1, attempt: 2, block: 0)
      var seed: UInt64 = 2_026
      var replication: UInt64 = 1
      let short = UInt16(truncatingIfNeeded: i)
      switch self {
      case .seed: seed = i
      case .replication: replication = i
      case .subject: counter.subject = i
      case .purpose: (counter.purpose, counter.subject) = (short, i >> 16)
      case .placeholder: counter.placeholder = UInt32(i)
      case .network: counter.network = UInt32(i)
      case .cycle: counter.cycle = UInt32(i)
      case .retry: (counter.retry, counter.subject) = (short, i >> 16)
      case .attempt: (counter.attempt, counter.subject) = (short, i >> 16)
      case .block: counter.block = i
      }
      return RandomStream(seed: seed, replication: replication).block(counter)
    }
  }

  /// 2²² keys in the slow suite, 2²⁰ else.
  static let bits = ProcessInfo.processInfo.environment["PERFBENCH_SLOW"] == "1" ? 22 : 20

  @Test(arguments: Field.allCases)
  func `Neighbouring keys give no duplicate and independent neighbours`(field: Field) {
    let count = 1 << Self.bits
    var seen = [UInt64](repeating: 0, count: 4 * count)
    var duplicates = 0
    var cells = [Double](repeating: 0, count: 256)
    var before = Int(field.draw(UInt64(count))[0] >> 60)
    for i in 0..<count {
      let word = field.draw(UInt64(i))[0]
      var place = Int(word >> UInt64(64 - Self.bits - 2))
      while seen[place] != 0, seen[place] != word { place = (place + 1) & (4 * count - 1) }
      if seen[place] == word { duplicates += 1 }
      seen[place] = word
      let now = Int(word >> 60)
      cells[before << 4 | now] += 1
      before = now
    }
    #expect(duplicates == 0)
    let expected = Double(count) / 256
    let square = cells.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    let p = ExactMath.gammaQ(255.0 / 2, square / 2)
    #expect(p > 1e-4 && p < 1 - 1e-4, "neighbours: χ² \(square), p \(p)")
  }

  @Test(arguments: Field.allCases)
  func `One changed bit of a field changes half of the bits`(field: Field) {
    let width = [.purpose, .retry, .attempt].contains(field) ? 16 : 20
    var flipped = 0
    var total = 0
    for i in 0..<(40 as UInt64) {
      let base = i &* 0x9E37_79B9 & (1 << UInt64(width) - 1)
      let a = field.draw(base)
      for bit in 0..<width {
        let b = field.draw(base ^ 1 << UInt64(bit))
        for w in 0..<4 { flipped += (a[w] ^ b[w]).nonzeroBitCount }
        total += 256
      }
    }
    let share = Double(flipped) / Double(total)
    #expect((share - 0.5).magnitude < 0.005, "\(share)")
  }
}
