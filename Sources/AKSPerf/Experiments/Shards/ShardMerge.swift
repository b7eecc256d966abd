/// Parts of one run or sweep, put together again to what it would have been in one piece.
public struct ShardMerge: Sendable {
  /// A part with the name by which messages call it.
  public struct Named: Sendable {
    public var name: String
    public var part: ShardPart

    public init(_ name: String, _ part: ShardPart) {
      self.name = name
      self.part = part
    }
  }

  public let study: ShardPart.Study
  /// How many shards there are.
  public let count: Int
  /// The numbers of those that no part is of, ascending.
  public let missing: [Int]
  /// By index, with the results of all parts.
  private let points: [Int: ShardPart.Point]

  /// Takes the parts, in any order; one that is there twice counts once.
  ///
  /// - Throws: When they are not all of one run or sweep dealt to the same number of shards.
  public init(_ parts: [Named]) throws(ShardMistake) {
    guard let first = parts.first else { throw ShardMistake("there is no part to merge") }
    let count = first.part.shard.count
    study = first.part.study
    self.count = count
    var seen: [Int: Named] = [:]
    var points: [Int: ShardPart.Point] = [:]
    for item in parts {
      if let difference = item.part.study.difference(from: study) {
        throw ShardMistake("'\(item.name)' is not of the run of '\(first.name)': \(difference)")
      }
      if item.part.shard.count != count {
        throw ShardMistake(
          "'\(item.name)' is shard \(item.part.shard), '\(first.name)' \(first.part.shard): "
            + "parts of one run are dealt to the same number of shards")
      }
      if let other = seen[item.part.shard.number] {
        if other.part == item.part { continue }
        throw ShardMistake(
          "'\(item.name)' and '\(other.name)' are both shard \(item.part.shard) and differ; "
            + "one was not made by this program")
      }
      seen[item.part.shard.number] = item
      for point in item.part.points { try Self.add(point, item.name, to: &points) }
    }
    missing = (1...count).filter { seen[$0] == nil }
    self.points = points
    if missing.isEmpty { try checkComplete() }
  }

  private static func add(
    _ point: ShardPart.Point, _ name: String, to points: inout [Int: ShardPart.Point]
  ) throws(ShardMistake) {
    guard var known = points[point.index] else {
      points[point.index] = point
      return
    }
    guard known.header == point.header, known.plan == point.plan, known.levels == point.levels,
      known.replications == point.replications,
      known.results[0].gauges.map(\.kind) == point.results[0].gauges.map(\.kind)
    else {
      throw ShardMistake("'\(name)' measures something else than the other parts")
    }
    known.results += point.results
    points[point.index] = known
  }

  /// With all shards there, every replication of every point has to be.
  private func checkComplete() throws(ShardMistake) {
    for index in 0..<(study.header.points ?? 0) {
      let results = points[index]?.results.map(\.index).sorted()
      guard let point = points[index], results == Array(0..<point.replications) else {
        throw ShardMistake("the parts do not hold each replication once")
      }
    }
  }

  /// The report of a run in one piece; of a sweep that of a point.
  ///
  /// To be asked for when nothing is missing.
  public func report(of point: Int = 0) -> Report {
    guard missing.isEmpty, let item = points[point] else {
      preconditionFailure("a report of a part of a run")
    }
    let results = item.results.sorted { $0.index < $1.index }
    var header = item.header
    header.fingerprint = Report.fingerprint(of: results)
    return Report(header, plan: item.plan, results: results, levels: item.levels)
  }

  /// The whole table of a sweep; to be asked for when nothing is missing.
  public func render(_ table: SweepTable) -> String {
    table.render((0..<(study.header.points ?? 0)).map { table.rows(of: $0, report(of: $0)) })
  }
}

extension GaugeTally {
  /// What has to be alike in all replications.
  fileprivate struct Kind: Hashable {
    var gauge: Gauge
    var labels: LabelSet
    var divisor: UInt64
  }
  fileprivate var kind: Kind { Kind(gauge: gauge, labels: labels, divisor: divisor) }
}
