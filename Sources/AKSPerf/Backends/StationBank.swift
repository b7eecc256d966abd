import Scheduler

/// The stations of a run: one for each backend that is owned.
struct StationBank {
  private(set) var stations: [Station] = []
  /// Backend of each station.
  private(set) var owned: [Int] = []

  /// Makes idle stations; throws what a station finds wrong with its plan.
  init(_ backends: [Backend]) throws(StationPlanError) {
    for (index, backend) in backends.enumerated() where backend.owned {
      let outages = backend.outages.map { outage in
        let kind: Outage.Kind =
          switch outage.kind {
          case .down: .down
          case .blackhole: .blackhole
          case .slow(let factor): .slow(factor: factor)
          }
        return Outage(kind, from: .zero + outage.from, to: .zero + outage.to)
      }
      let plan = try StationPlan(
        servers: backend.servers, queueLimit: backend.queueLimit,
        ratePerSecond: backend.rateLimitPerSecond, outages: outages)
      stations.append(Station(plan))
      owned.append(index)
    }
  }

  subscript(station: Int) -> Station {
    _read { yield stations[station] }
    _modify { yield &stations[station] }
  }

  /// Whether each request that arrived has one end or is still there.
  var areBalanced: Bool { stations.allSatisfy { $0.isBalanced } }
}
