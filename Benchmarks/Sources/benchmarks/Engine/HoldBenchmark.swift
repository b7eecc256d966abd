/// The pending-event set beside those of peers: sizes by laws, one pop and one push a hold.
enum HoldBenchmark {
  static func rows(_ plan: Plan) throws -> [Row] {
    let sizes = plan.isSmall ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
    var rows: [Row] = []
    for law in Law.allCases {
      let table = try law.increments
      let file = try Law.write(table, as: law.rawValue)
      for size in sizes {
        // Long enough to be timed, and for every event to leave once before and once after.
        let holds = plan.isSmall ? 20_000 : max(1_000_000, 2 * size)
        let model = HoldModel(
          law: law, size: size, warm: plan.isSmall ? 2 * size : max(200_000, 2 * size),
          holds: holds)
        rows += try contest(model, table, file).rows(runs: plan.runs)
      }
    }
    return rows
  }

  static func contest(_ model: HoldModel, _ table: [Int64], _ file: String) -> Contest {
    var contest = Contest(
      subject: "hold, \(model.law.rawValue)", size: "\(model.size) pending",
      unit: model.law == .cancelHeavy ? "ns/pop, push, arm, cancel" : "ns/pop and push",
      contenders: [
        .init(name: "perfbench") {
          let outcome = model.run(table)
          return .init(figure: outcome.nanoseconds, finding: outcome.checksum.text)
        }
      ])
    let mode = model.law == .cancelHeavy ? "cancel" : "hold"
    let arguments = [mode, "\(model.size)", "\(model.warm)", "\(model.holds)", file]
    for peer in [Peers.priorityQueue, .cimba, .ns3Heap, .ns3] {
      contest.add(peer) {
        let pairs = try peer.run(arguments)
        guard let nanoseconds = pairs["ns"].flatMap(Double.init) else {
          throw Failure("\(peer.name) gave no time")
        }
        return .init(figure: nanoseconds, finding: pairs["checksum"])
      }
    }
    return contest
  }
}
