extension Baseline {
  /// The file: one line a figure, in a fixed order, so that a change shows as the lines it is.
  public func render() -> String {
    var writer = JSONWriter()
    writer.object {
      $0.field("schema", Self.schema)
      $0.key("scenario")
      $0.inlineObject {
        $0.field("name", scenario)
        $0.field("digest", scenarioDigest)
      }
      $0.field("seed", seed)
      $0.field("replications", replications)
      $0.field("fingerprint", fingerprint)
      $0.field("metric_digest", metricDigest)
      $0.field("model_version", modelVersion)
      $0.key("figures")
      $0.array { writer in
        for entry in figures { writer.inlineObject { Self.write(entry, &$0) } }
      }
    }
    return writer.text + "\n"
  }

  private static func write(_ entry: Entry, _ writer: inout JSONWriter) {
    writer.field("figure", entry.figure.text)
    writer.field("value", entry.samples.value)
    switch entry.samples.content {
    case .percentile(_, let each, let counts):
      list("values", each, &writer)
      list("counts", counts.map { Double($0) }, &writer)
    case .quotient(let numerators, let denominators):
      list("numerators", numerators, &writer)
      list("denominators", denominators, &writer)
    }
    if let shortage = entry.samples.shortage { writer.field("shortage", shortage) }
  }

  private static func list(_ key: String, _ values: [Double?], _ writer: inout JSONWriter) {
    writer.key(key)
    writer.inlineArray(values) { $0.number($1) }
  }
}
