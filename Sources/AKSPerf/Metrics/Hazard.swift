/// What a configured fault or the user's own code got wrong, counted by rule.
public enum Hazard: UInt8, CaseIterable, Sendable, Hashable {
  case callbackDuplicated, callbackLost, callbackEarly, callbackLate, callbackStale
  case loadedThenFailed, rewardPaidTwice, rewardWithoutView, rewardNotPaid
  case showBeforeLoad, expiredAdShown, appOpenOverContent, duplicateLoad, wrongWindowLoad
  case loadWithoutScene, stickyBusyFlag, retryStorm, cacheGrowth
  case playbackStalled, impressionHidden, bannerClipped, bannerWrongSize, viewNotRemoved
  case failedThenShown

  /// The name in reports.
  public var name: String { entry.name }
  public var entry: CatalogueEntry { Self.entries[Int(rawValue)] }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private static let entries: [CatalogueEntry] = allCases.map { rule in
    CatalogueEntry(
      kind: .hazard, name: snakeCased(String(describing: rule)), unit: "1",
      labels: [.placeholder, .network], definition: rule.definition)
  }

  private var definition: String {
    switch self {
    case .callbackDuplicated: "A callback came more than once."
    case .callbackLost: "A callback never came."
    case .callbackEarly: "A callback came before its event."
    case .callbackLate: "A callback came long after its event."
    case .callbackStale: "A callback of an earlier request came for a later one."
    case .loadedThenFailed: "A load was reported loaded and then failed."
    case .rewardPaidTwice: "A reward was paid more than once for one view."
    case .rewardWithoutView: "A reward was paid without a completed view."
    case .rewardNotPaid: "A completed view was not rewarded."
    case .showBeforeLoad: "Show was called before an ad was loaded."
    case .expiredAdShown: "A network that does not check showed an expired ad."
    case .appOpenOverContent: "An app-open ad came up over content."
    case .duplicateLoad:
      "Load was called again for a need that a load under way, a ready ad or one on screen served."
    case .wrongWindowLoad: "A load was for another window than that of the view that asked."
    case .loadWithoutScene: "A load of an app of several scenes named none."
    case .stickyBusyFlag: "A flag that blocks ads was never reset."
    case .retryStorm:
      "Retried loads sent over 30 ad requests in a minute of one session; one for each minute."
    case .cacheGrowth:
      "A cache grew without bound: something of 100 ads was kept, and none of it given back."
    case .playbackStalled:
      "A streamed ad on screen stalled, since the rest of it came too late or never."
    case .impressionHidden: "An ad of a view that nobody sees was paid for as an impression."
    case .failedThenShown: "A show was reported failed, and its ad came on screen all the same."
    case .viewNotRemoved:
      "An ad came up in a view that the app had taken down before, and that nothing removes."
    case .bannerClipped: "A banner on screen was wider or higher than its window."
    case .bannerWrongSize:
      "A banner on screen had another size than the one asked for, or than its window asks for."
    }
  }
}
