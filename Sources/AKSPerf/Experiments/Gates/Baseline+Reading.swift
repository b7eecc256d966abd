extension Baseline {
  /// Reads a file that `render` wrote.
  ///
  /// - Throws: `BaselineError` when it is missing, is no baseline or of another version.
  public init(contentsOf path: String) throws(BaselineError) {
    let bytes: [UInt8]
    do throws(ScenarioFiles.Failure) {
      bytes = try ScenarioFiles.bytes(of: path)
    } catch {
      throw BaselineError("baseline \(quoted(path)): \(error.message)")
    }
    do throws(BaselineError) {
      try self.init(bytes: bytes)
    } catch {
      throw BaselineError("baseline \(quoted(path)): \(error.description)")
    }
  }

  /// Reads the text of a file.
  init(bytes: [UInt8]) throws(BaselineError) {
    var parser = JSONParser(bytes, source: 0)
    let root = parser.document()
    if let problem = parser.problems.first { throw BaselineError(problem.message) }
    guard let root, root.members != nil else { throw BaselineError("it is no JSON object") }
    let schema = root["schema"]?.text
    guard schema == Self.schema else {
      throw BaselineError(
        "its schema is \(schema.map { quoted($0) } ?? "missing") and this version reads "
          + "\(quoted(Self.schema)); write a new baseline")
    }
    scenario = try Self.text(root["scenario"], "name")
    scenarioDigest = try Self.text(root["scenario"], "digest")
    fingerprint = try Self.text(root, "fingerprint")
    metricDigest = try Self.text(root, "metric_digest")
    modelVersion = try Self.text(root, "model_version")
    guard let seed = root["seed"]?.number?.unsigned,
      let count = root["replications"]?.number?.unsigned,
      (1...UInt64(Limits.replications)).contains(count)
    else { throw BaselineError("'seed' or 'replications' is missing or no number of them") }
    self.seed = seed
    replications = Int(count)
    guard let rows = root["figures"]?.elements else {
      throw BaselineError("'figures' is missing")
    }
    figures = []
    for row in rows { figures.append(try Self.entry(row, replications: replications)) }
  }

  private static func text(
    _ object: JSONValue?, _ key: String
  ) throws(BaselineError) -> String {
    guard let text = object?[key]?.text else { throw BaselineError("'\(key)' is missing") }
    return text
  }

  private static func entry(
    _ row: JSONValue, replications: Int
  ) throws(BaselineError) -> Entry {
    let name = try text(row, "figure")
    let figure: GateFigure
    do throws(SLOSyntaxError) {
      figure = try GateFigure(name)
    } catch {
      throw BaselineError("figure \(quoted(name)): \(error.message)")
    }
    func list(_ key: String) throws(BaselineError) -> [Double?] {
      let items = row[key]?.elements ?? []
      guard items.count == replications,
        items.allSatisfy({ $0.number != nil || $0.noun == "null" })
      else {
        throw BaselineError(
          "figure \(quoted(name)): '\(key)' does not hold \(replications) numbers")
      }
      let values = items.map { $0.number?.value }
      guard values.allSatisfy({ $0.map { $0 >= 0 && $0 < 1e30 } ?? true }) else {
        throw BaselineError("figure \(quoted(name)): '\(key)' holds a number that no run gives")
      }
      return values
    }
    func numbers(_ key: String) throws(BaselineError) -> [Double] {
      let all = try list(key)
      let known = all.compactMap { $0 }
      guard known.count == all.count, known.allSatisfy({ $0 >= 0 && $0 < 1e30 }) else {
        throw BaselineError("figure \(quoted(name)): '\(key)' needs a number of each replication")
      }
      return known
    }
    if let value = row["value"]?.number?.value, value < 0 || value >= 1e30 {
      throw BaselineError("figure \(quoted(name)): 'value' is a number that no run gives")
    }
    var samples: FigureSamples
    if case .percentile = figure.statistic {
      let counts = try numbers("counts").map { UInt64(min($0, 1e15)) }
      samples = FigureSamples(
        .percentile(
          pooled: row["value"]?.number?.value, each: try list("values"), counts: counts))
    } else {
      samples = FigureSamples(
        .quotient(
          numerators: try numbers("numerators"), denominators: try numbers("denominators")))
    }
    samples.shortage = row["shortage"]?.text
    return Entry(figure: figure, samples: samples)
  }
}
