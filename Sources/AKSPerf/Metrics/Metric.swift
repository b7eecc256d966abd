/// The latencies that are measured: integer microseconds, kept as histograms.
public enum Metric: UInt8, CaseIterable, Sendable, Hashable {
  case timeToShow, timeToOutcome, loadLatency, loadFailureLatency, attemptLatency
  case appOpenTime, appOpenReady, timeToContent, cacheAge, auctionLatency
  case mainThreadBlock, timeToCallback, stallTime, viewBlankTime, backendWait
  case backendService

  /// The name in scenario files and reports.
  public var name: String { entry.name }
  public var labels: [Label] { entry.labels }
  public var entry: CatalogueEntry { Self.entries[Int(rawValue)] }

  /// Whether it is kept by backend instead of by placeholder, network and session class.
  public var isOfBackend: Bool { self == .backendWait || self == .backendService }

  /// Whether rows with `of=opportunities` exist.
  public var countsOpportunities: Bool { self == .timeToShow }

  /// Whether reports have a row of it where nothing of it was recorded.
  var isReportedEmpty: Bool { self != .viewBlankTime }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private static let entries: [CatalogueEntry] = allCases.map { metric in
    let (labels, definition) = metric.facts
    return CatalogueEntry(
      kind: .metric, name: snakeCased(String(describing: metric)), unit: "us",
      labels: Label.inOrder(labels), definition: definition)
  }

  private var facts: ([Label], String) {
    switch self {
    case .timeToShow:
      (Label.ofShow + [.found, .of], "From the opportunity to the ad shown.")
    case .timeToOutcome:
      (
        Label.ofShow + [.outcome, .reason, .found],
        "From the opportunity to shown, failed, skipped or abandoned."
      )
    case .loadLatency:
      (
        Label.ofLoad + [.network],
        "From an accepted load call (not joined, not answered) to loaded; network is the winner."
      )
    case .loadFailureLatency:
      (
        Label.ofLoad + [.reason],
        "From an accepted load call (not joined, not answered) to failed."
      )
    case .attemptLatency:
      (
        Label.ofLoad + [.network, .outcome, .reason],
        "From the start of an attempt on a network to its outcome."
      )
    case .appOpenTime:
      (Label.ofShow, "From launch or foreground to the app-open ad shown.")
    case .appOpenReady:
      (Label.ofLoad + [.network], "From launch to the app-open ad loaded, also past the budget.")
    case .timeToContent:
      (Label.ofSession + [.suspended], "From launch to content on screen.")
    case .cacheAge:
      (
        Label.ofAd,
        "From loaded to shown, of ads that were loaded strictly before the opportunity."
      )
    case .auctionLatency:
      (Label.ofLoad, "From the start of an auction to its close.")
    case .mainThreadBlock:
      (
        Label.ofLoad + [.network],
        "How long an adapter, or the start of the SDK, blocks the main thread."
      )
    case .timeToCallback:
      (
        Label.ofLoad + [.network],
        "From what a callback tells of to the callback; of callbacks that a fault puts off only."
      )
    case .stallTime:
      (Label.ofAd, "How long a streamed ad on screen waits for the rest of it, of ads that do.")
    case .viewBlankTime:
      (
        Label.ofCall,
        "How long a banner or native ad is up and not covered without an ad, each time; where some "
          + "banner does not keep its ad during refreshes."
      )
    case .backendWait:
      (
        [.backend],
        "From a request's arrival at an owned backend to the start of its service; of requests "
          + "that were not rejected."
      )
    case .backendService:
      ([.backend], "From the start of service at an owned backend to its end.")
    }
  }
}
