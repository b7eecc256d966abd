/// Levels over virtual time: exact time-weighted means over the window, and peaks in it.
public enum Gauge: UInt8, CaseIterable, Sendable, Hashable {
  case concurrentSessions, utilisation, queueLength, requestsPerSecond, adsCached

  /// The name in scenario files and reports.
  public var name: String { entry.name }
  public var unit: String { entry.unit }
  public var labels: [Label] { entry.labels }
  public var entry: CatalogueEntry { Self.entries[Int(rawValue)] }
  public var isOfBackend: Bool { !labels.isEmpty }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private static let entries: [CatalogueEntry] = allCases.map { gauge in
    let (unit, labels, definition) = gauge.facts
    return CatalogueEntry(
      kind: .gauge, name: snakeCased(String(describing: gauge)), unit: unit, labels: labels,
      definition: definition)
  }

  private var facts: (String, [Label], String) {
    switch self {
    case .concurrentSessions:
      ("1", [], "Sessions launched, not ended and not paused.")
    case .utilisation:
      ("1", [.backend], "Busy servers of an owned backend ÷ its servers.")
    case .queueLength:
      ("1", [.backend], "Requests that wait at an owned backend.")
    case .requestsPerSecond:
      (
        "1/s", [.backend],
        "Requests that arrive at a backend, external or owned; peak is the busiest whole second."
      )
    case .adsCached:
      (
        "1", [],
        "Ads ready in the slots of all sessions; the peak counts an expired one until it is found."
      )
    }
  }
}
