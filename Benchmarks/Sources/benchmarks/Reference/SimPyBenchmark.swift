import AKSPerf
import Foundation

/// The reference model beside the same model in SimPy: speed, and counts that must agree.
enum SimPyBenchmark {
  /// What both count, for each session launched.
  static let counts: [(name: String, of: @Sendable (ReferenceRun) -> UInt64)] = [
    ("attempts", { $0.attempts }), ("loads", { $0.loads }), ("fills", { $0.fills }),
    ("shows", { $0.shows }),
  ]

  /// Runs of perfbench with seeds of their own, from which the sampling error is known.
  static let seeds = 24

  static func rows(_ plan: Plan) throws -> [Row] {
    let load =
      plan.isSmall
      ? ReferenceLoad(sessions: 200, minutes: 6) : ReferenceLoad(sessions: 1_000, minutes: 20)
    let own = try (1...UInt64(seeds)).map { try ReferenceRun.measured(load, seed: $0) }
    var peers: [ReferenceRun] = []
    var seed: UInt64 = 0
    var contest = Contest(
      subject: "mediation model beside SimPy", size: "\(load.sessions) sessions",
      unit: "sessions/s", kind: .rate,
      contenders: [
        .init(name: "perfbench", remark: "launched and simulated, on one core") {
          seed += 1
          let run = try ReferenceRun.measured(load, seed: seed)
          return .init(figure: Double(run.sessions) / run.seconds)
        }
      ])
    contest.add(.simpyReference) {
      let run = try simpy(load, seed: seed)
      peers.append(run)
      return .init(figure: Double(run.sessions) / run.seconds)
    }
    var rows = try contest.rows(runs: plan.runs)
    if !peers.isEmpty {
      let differences = differences(own, peers)
      rows[1].remark += "; " + differences.map(\.text).joined(separator: ", ")
      rows[1].failures += differences.filter { !$0.isWithinError }.map {
        "SimPy and perfbench disagree: \($0.text) a session, \($0.errors) standard errors"
      }
    }
    return rows
  }

  private static func simpy(_ load: ReferenceLoad, seed: UInt64) throws -> ReferenceRun {
    var pairs = try Peers.simpyReference.run([
      Paths.scenario, "\(load.minutes * 60)", "\(seed)", "\(load.firstMinuteRate)",
      "\(load.rate)", "\(load.servers)",
    ])
    for name in ["peakResidentBytes", "events", "peakConcurrent", "meanConcurrent"] {
      pairs[name] = "0"
    }
    pairs["fingerprint"] = "none"
    return try ReferenceRun(pairs)
  }

  /// How much more of something SimPy counted for each session.
  struct Difference {
    var name: String
    /// Relative to perfbench.
    var share: Double
    /// In standard errors of the difference.
    var errors: Double

    var isWithinError: Bool { abs(errors) <= 4 }

    var text: String { "\(name) " + String(format: "%+.1f %%", share * 100) }
  }

  /// Compares counts a session; both sides vary from seed to seed as perfbench does.
  static func differences(_ own: [ReferenceRun], _ peers: [ReferenceRun]) -> [Difference] {
    counts.map { name, of in
      let ratio = { (run: ReferenceRun) in Double(of(run)) / Double(run.sessions) }
      let values = own.map(ratio)
      let mean = values.reduce(0, +) / Double(values.count)
      let squares = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      let variance = squares / Double(values.count - 1)
      let other = peers.map(ratio).reduce(0, +) / Double(peers.count)
      let error = (variance / Double(own.count) + variance / Double(peers.count)).squareRoot()
      return Difference(name: name, share: other / mean - 1, errors: (other - mean) / error)
    }
  }
}
