/// Ratios of two counts, estimated as ΣN ÷ ΣD.
public enum Ratio: UInt8, CaseIterable, Sendable, Hashable {
  case coverage, cacheHit, cacheReuse, fillRate, matchRate, showRate, waste
  case attemptsPerLoad, waterfallDepthAtFill, requestsPerImpression
  case appOpenInBudget, appOpenMissed, appOpenLate
  case rewardsPerCompletedView, clickRate
  case revenuePerSession, revenuePerThousandEligible
  case impressionsPerDailyUser, revenuePerDailyUser
  case bytesPerSession, bytesWastedPerSession
  case loss, throttled
  case requestsPerLoad, winnerPrice, appOpenOnReturn, backToBack

  /// The name in scenario files and reports.
  public var name: String { entry.name }
  public var unit: String { entry.unit }
  /// The labels valid for both its counts.
  public var labels: [Label] { entry.labels }
  public var entry: CatalogueEntry { Self.entries[Int(rawValue)] }
  public var numerator: Count { facts.0 }
  public var denominator: Count { facts.1 }

  /// Factor on numerator ÷ denominator.
  public var scale: Double {
    switch self {
    case .revenuePerSession, .revenuePerDailyUser, .winnerPrice: 1e-6
    case .revenuePerThousandEligible: 1e-3
    default: 1
    }
  }

  /// Whether the numerator counts some of the items of the denominator, so that it is at most 1.
  var isShare: Bool {
    switch self {
    case .attemptsPerLoad, .waterfallDepthAtFill, .requestsPerImpression, .revenuePerSession,
      .revenuePerThousandEligible, .impressionsPerDailyUser, .revenuePerDailyUser,
      .bytesPerSession, .bytesWastedPerSession, .requestsPerLoad, .winnerPrice:
      false
    case .coverage, .cacheHit, .cacheReuse, .fillRate, .matchRate, .showRate, .waste,
      .appOpenInBudget, .appOpenMissed, .appOpenLate, .rewardsPerCompletedView, .clickRate,
      .loss, .throttled, .appOpenOnReturn, .backToBack:
      true
    }
  }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private static let entries: [CatalogueEntry] = allCases.map { ratio in
    let (numerator, denominator, unit, definition) = ratio.facts
    let shared = numerator.labels.filter(denominator.labels.contains)
    return CatalogueEntry(
      kind: .ratio, name: snakeCased(String(describing: ratio)), unit: unit, labels: shared,
      definition: definition)
  }

  private var facts: (Count, Count, String, String) {
    switch self {
    case .coverage: (.shows, .eligible, "1", "Shows ÷ eligible opportunities.")
    case .cacheHit: (.hits, .eligible, "1", "Hits ÷ eligible opportunities.")
    case .cacheReuse:
      (.showsFromEarlierLoad, .shows, "1", "Shows of an ad loaded before the opportunity ÷ shows.")
    case .fillRate: (.loadsFilled, .loads, "1", "Loads filled ÷ loads.")
    case .matchRate: (.fills, .requests, "1", "Fills ÷ ad requests.")
    case .showRate: (.adsShown, .fills, "1", "Ads shown ÷ fills, both by the ad's load.")
    case .waste: (.adsWasted, .fills, "1", "Ads never shown ÷ fills, both by the ad's load.")
    case .attemptsPerLoad: (.attempts, .loads, "1", "Attempts ÷ loads.")
    case .waterfallDepthAtFill:
      (.fillDepthSum, .loadsFilled, "1", "Mean waterfall entry, from 1, at which a load filled.")
    case .requestsPerImpression:
      (.requests, .impressions, "1", "Ad requests ÷ impressions.")
    case .appOpenInBudget:
      (.appOpenInBudget, .appOpenLaunches, "1", "App-open ads shown in budget ÷ those due.")
    case .appOpenMissed:
      (.appOpenMissed, .appOpenLaunches, "1", "App-open opportunities not shown ÷ those due.")
    case .appOpenLate:
      (.appOpenLate, .appOpenLaunches, "1", "Missed app-open ads loaded later ÷ those due.")
    case .rewardsPerCompletedView:
      (.rewards, .rewardedViews, "1", "Rewards earned ÷ completed views of rewarded ads.")
    case .clickRate: (.clicks, .impressions, "1", "Clicks ÷ impressions.")
    case .revenuePerSession: (.revenue, .sessionsStarted, "USD", "Revenue ÷ sessions.")
    case .revenuePerThousandEligible:
      (.revenue, .eligible, "USD", "Revenue per thousand eligible opportunities.")
    case .impressionsPerDailyUser:
      (.impressions, .dailyUsers, "1", "Impressions ÷ daily users.")
    case .revenuePerDailyUser: (.revenue, .dailyUsers, "USD", "Revenue ÷ daily users.")
    case .bytesPerSession:
      (.bytesDownloaded, .sessionsStarted, "B", "Bytes received ÷ sessions.")
    case .bytesWastedPerSession:
      (.bytesWasted, .sessionsStarted, "B", "Bytes of ads never shown ÷ sessions.")
    case .loss: (.backendRejected, .backendArrived, "1", "Requests rejected ÷ arrived.")
    case .throttled: (.backendThrottled, .backendArrived, "1", "Requests throttled ÷ arrived.")
    case .requestsPerLoad: (.requests, .loads, "1", "Ad requests ÷ loads.")
    case .winnerPrice:
      (.priceSum, .loadsFilled, "USD", "Mean price per thousand shows of the ads of filled loads.")
    case .appOpenOnReturn:
      (.appOpenReturnsShown, .appOpenReturns, "1", "Returns that opened an ad ÷ those that may.")
    case .backToBack:
      (.showsBackToBack, .shows, "1", "Shows right after another ad ÷ shows.")
    }
  }
}
