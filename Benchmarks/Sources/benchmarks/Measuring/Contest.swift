/// The same work done by several programs, each a number of times, one after the other.
///
/// Interleaved, so that what slows the machine down for a while slows all of them; the median of
/// a contender's runs counts.
struct Contest {
  /// Whether a figure is a cost, which is better small, or a rate.
  enum Kind: Sendable { case cost, rate }

  /// One run: its figure and, where all must find the same, what was found.
  struct Sample {
    var figure: Double
    var finding: String?
  }

  struct Contender {
    var name: String
    /// The remark in the table.
    var remark = ""
    var run: () throws -> Sample
  }

  var subject: String
  var size: String
  var unit: String
  var kind = Kind.cost
  /// The first is perfbench, with which the others are compared.
  var contenders: [Contender]
  /// Peers that cannot be measured, and why.
  var missing: [(name: String, reason: String)] = []

  func rows(runs: Int) throws -> [Row] {
    var figures = contenders.map { _ in [Double]() }
    var findings = contenders.map { _ in [String]() }
    for _ in 0..<runs {
      for (index, contender) in contenders.enumerated() {
        let sample = try contender.run()
        figures[index].append(sample.figure)
        if let finding = sample.finding { findings[index].append(finding) }
      }
    }
    let medians = figures.map(Self.median)
    var rows: [Row] = []
    for (index, contender) in contenders.enumerated() {
      var row = Row(
        subject: subject, size: size, contender: contender.name, figure: medians[index],
        unit: unit, remark: contender.remark)
      if index > 0 {
        row.ratio =
          kind == .cost ? medians[index] / medians[0] : medians[0] / medians[index]
      }
      if let expected = findings.joined().first,
        let other = findings[index].first(where: { $0 != expected })
      {
        row.failures.append(
          "\(subject), \(size): \(contender.name) found \(other) where others found \(expected)")
      }
      rows.append(row)
    }
    for peer in missing {
      rows.append(
        Row(subject: subject, size: size, contender: peer.name, remark: "missing: \(peer.reason)"))
    }
    return rows
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
