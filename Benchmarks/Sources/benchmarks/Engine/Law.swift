import Foundation
import Scheduler

/// How far ahead events are scheduled: the laws of the hold model, all with a mean of about 1 s.
enum Law: String, CaseIterable, Sendable {
  case exponential
  case uniform
  /// Nine in ten soon, the tenth ninety times as late.
  case bimodal
  /// Pareto with infinite variance.
  case heavyTailed = "heavy-tailed"
  /// All pending events share one instant, and the next one, and so on.
  case oneInstant = "all at one instant"
  /// Each event arms a timeout and cancels the one before; nine in ten never fire.
  case cancelHeavy = "cancel-heavy"

  /// Increments in a table, used over and over; a power of two.
  static let tableSize = 1 << 16

  /// When a timeout of the cancel-heavy law fires: exponential work of mean 1 s outlasts it with
  /// probability 1/10.
  static let timeout = SimDuration(nanoseconds: 2_302_585_093)

  /// The increments in nanoseconds, the same on every machine.
  var increments: [Int64] {
    get throws {
      switch self {
      case .exponential, .cancelHeavy: try Self.draw(.exponential(mean: 1e9), key: rawValue)
      case .uniform: try Self.draw(.uniform(low: 0, high: 2e9), key: rawValue)
      case .bimodal:
        try Self.draw(
          .mixture([
            WeightedSpec(weight: 0.9, spec: .uniform(low: 0, high: 0.2e9)),
            WeightedSpec(weight: 0.1, spec: .uniform(low: 8.2e9, high: 10e9)),
          ]), key: rawValue)
      case .heavyTailed: try Self.draw(.pareto(shape: 1.1, minimum: 0.09e9), key: rawValue)
      case .oneInstant: Array(repeating: 1_000_000_000, count: Self.tableSize)
      }
    }
  }

  /// A table of draws that depends on `key` only.
  static func draw(_ spec: DistributionSpec, key: String) throws -> [Int64] {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    let stream = RandomStream(seed: 42, replication: UInt64(NameHash.of(key)))
    return (0..<UInt64(tableSize)).map { subject in
      let uniform = stream.uniform(RandomCounter(subject: subject))
      return SimDuration.rounding(nanoseconds: pool.sample(id, uniform: uniform)).nanoseconds
    }
  }

  /// Writes a table where peers read it.
  static func write(_ table: [Int64], as name: String) throws -> String {
    let file = Peers.folder.appending(path: "\(name).table")
    try FileManager.default.createDirectory(at: Peers.folder, withIntermediateDirectories: true)
    var data = Data(capacity: table.count * 8)
    for value in table {
      for byte in 0..<8 { data.append(UInt8(truncatingIfNeeded: value >> (8 * Int64(byte)))) }
    }
    try data.write(to: file)
    return Paths.path(file)
  }
}

/// A hash over what was popped, in order; peers compute the same.
struct PopChecksum: Equatable {
  private(set) var state: UInt64 = 0

  @inline(__always)
  mutating func add(_ time: SimTime, _ payload: UInt64) {
    state = (state ^ (UInt64(bitPattern: time.nanoseconds) &+ payload)) &* 0x9E37_79B9_7F4A_7C15
  }

  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
