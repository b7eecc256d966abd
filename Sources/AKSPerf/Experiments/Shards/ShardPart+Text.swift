import Scheduler

/// The file of a part: its form with a version, the values, and a hash of all before it.
extension ShardPart {
  private static let form = "perfbench.part/1"

  /// The whole file.
  public var text: String {
    var archive = PartArchive()
    var copy = self
    do throws(ShardMistake) {
      try copy.code(&archive)
    } catch {
      preconditionFailure("writing a part cannot fail")
    }
    let body = "\(Self.form)\n\(archive.text)"
    return "\(body)end \(Fingerprint.ofText(body).hexDigits)\n"
  }

  /// Reads a part from the bytes of its file.
  ///
  /// - Throws: Why they are none: cut off, damaged, of another form or no part at all.
  public init(bytes: [UInt8]) throws(ShardMistake) {
    let start = Array("\(Self.form)\n".utf8)
    let family = start.prefix { $0 != Byte.slash }
    guard bytes.starts(with: family), bytes.count > family.count else {
      throw ShardMistake("is no part of a run of perfbench")
    }
    guard bytes.starts(with: start) else {
      let line = bytes.prefix(40).prefix { $0 > Byte.space && $0 < 127 }
      throw ShardMistake(
        "has the form '\(String(decoding: line, as: UTF8.self))', of which this version knows "
          + "'\(Self.form)' only; merge parts with the version that made them")
    }
    let tail = Array("end 00000000000000000000000000000000\n".utf8).count
    guard bytes.count >= start.count + tail else { throw Self.damage }
    let body = Array(bytes.dropLast(tail))
    let end = "end \(Fingerprint.ofBytes(body).hexDigits)\n"
    guard bytes.suffix(tail).elementsEqual(end.utf8) else { throw Self.damage }
    try self.init(body: Array(body.dropFirst(start.count)))
  }

  private static var damage: ShardMistake {
    ShardMistake("is cut off or damaged: its last line does not fit what stands before")
  }

  /// Reads a part from what stands between the first and the last line.
  init(body: [UInt8]) throws(ShardMistake) {
    var archive = PartArchive(body)
    guard let shard = Shard(1, of: 1) else { preconditionFailure("there is a whole") }
    let header = Sweep.Header(
      scenario: "", digest: "", overrides: [], seed: 0, replications: 1, axes: [])
    self.init(study: Study(header), shard: shard, points: [])
    try code(&archive)
    try archive.end()
  }

  /// Reads a part from its file.
  public init(contentsOf path: String) throws(ShardMistake) {
    let bytes: [UInt8]
    do throws(ScenarioFiles.Failure) {
      bytes = try ScenarioFiles.bytes(of: path, limit: Limits.partBytes)
    } catch {
      throw ShardMistake(error.message, isMissing: error.isMissing)
    }
    try self.init(bytes: bytes)
  }

  private mutating func code(_ archive: inout PartArchive) throws(ShardMistake) {
    try archive.string(&study.version)
    archive.endLine()
    var (number, count) = (shard.number, shard.count)
    try archive.keyword("shard")
    try archive.integer(&number)
    try archive.integer(&count)
    guard let shard = Shard(number, of: count) else { throw archive.mistake }
    self.shard = shard
    archive.endLine()
    try archive.header(&study.header)
    let grid = study.header.points ?? 0
    try archive.require(grid > 0 && grid <= Limits.sweepPoints)
    try archive.list(&points, new: Self.noPoint) { archive, point throws(ShardMistake) in
      archive.endLine()
      try archive.point(&point)
    }
    let indices = points.map(\.index)
    try archive.require(
      indices.allSatisfy { (0..<grid).contains($0) }
        && zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 })
    archive.endLine()
  }

  private static var noPoint: Point {
    let window = MeasurementPlan.Window(start: .zero, end: SimTime(nanoseconds: 1))
    return Point(
      index: 0, header: Report.Header(scenario: "", digest: "", seed: 0, fingerprint: ""),
      replications: 1, plan: MeasurementPlan(window: window), levels: [], results: [])
  }
}

extension PartArchive {
  fileprivate mutating func header(_ value: inout Sweep.Header) throws(ShardMistake) {
    try keyword("of")
    try string(&value.scenario)
    try string(&value.digest)
    try integer(&value.seed)
    try integer(&value.replications, upTo: Limits.replications)
    try overrides(&value.overrides)
    try list(&value.axes, new: SweepAxis(path: "", values: [])) {
      archive, axis throws(ShardMistake) in
      try archive.string(&axis.path)
      try archive.strings(&axis.values)
    }
    endLine()
  }
}
