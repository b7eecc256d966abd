/// What is counted.
public enum Count: UInt8, CaseIterable, Sendable, Hashable {
  // Sessions.
  case sessionsStarted, sessionsEnded, sessionsTerminated, dailyUsers
  // Opportunities.
  case opportunities, opportunitiesGated, eligible, found, hits, outcomes, shows
  case showsFromEarlierLoad, opportunitiesOpen, showCalls, showCallsEnded
  // Loads.
  case loadCalls, loadCallbacks, loads, loadsJoined, loadsAnswered, loadsGated, loadsFilled
  case loadFailures, loadsOpen, retries
  // Attempts and requests.
  case attempts, attemptOutcomes, requests, requestsAnswered, requestsTimedOut, requestsCancelled
  case requestsOpen, fills, fillDepthSum, lateAnswersDropped, lateAnswersCached
  case lateAnswersDelivered
  // Ads.
  case adsLoaded, adsShown, adsExpired, adsDisplaced, adsUnfit, adsLost, adsCachedAtEnd
  case adsWasted
  // What a show brings.
  case callbacks, impressions, clicks, rewards, completedViews, rewardedViews, revenue
  // Bytes.
  case bytesDownloaded, bytesWasted, bytesUploaded, creativesDownloaded, creativesCached
  // App open.
  case appOpenLaunches, appOpenInBudget, appOpenMissed, appOpenLate
  // Remote config.
  case configFetches, configFetchFailures
  // Life cycle and devices.
  case backgrounds, suspensions, transitions, bytesLeaked, bytesOnDisk
  case appOpenReturns, appOpenReturnsShown, showsBackToBack, adLeaves, earlyLeaves, adsOrphaned
  // Strategies and mediators inside networks.
  case loadsIgnored, fillsHeld, fillsDisplaced, fillsWasted, attemptsCancelled, bytesCancelled
  case auctions, bids, innerAttempts, exploredLoads, priceSum
  // Banners and native ads.
  case views, viewReloads, refreshes, sizeCallbacks, impressionsHidden
  case adsReshown
  // Backends; the last case bounds the recorder's tables.
  case backendArrived, backendServed, backendRejected, backendThrottled, backendLost
  case backendCancelled, backendOpen

  /// The name in scenario files and reports.
  public var name: String { entry.name }
  public var unit: String { entry.unit }
  public var labels: [Label] { entry.labels }
  public var entry: CatalogueEntry { Self.entries[Int(rawValue)] }

  /// Whether it is kept by backend instead of by placeholder, network and session class.
  public var isOfBackend: Bool { rawValue >= Count.backendArrived.rawValue }

  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  private static let entries: [CatalogueEntry] = {
    let facts =
      sessionFacts + absenceFacts + opportunityFacts + loadFacts + attemptFacts + adFacts
      + showFacts + backendFacts + lifeCycleFacts + strategyFacts + viewFacts
    return allCases.map { count in
      guard let fact = facts.first(where: { $0.count == count }) else {
        preconditionFailure("the catalogue lacks \(count)")
      }
      return CatalogueEntry(
        kind: .count, name: snakeCased(String(describing: count)), unit: fact.unit,
        labels: Label.inOrder(fact.labels), definition: fact.definition)
    }
  }()
}

/// One line of the catalogue of counts.
struct CountFact: Sendable {
  var count: Count
  var labels: [Label]
  var definition: String
  var unit = "1"

  init(_ count: Count, _ labels: [Label], _ definition: String, unit: String = "1") {
    self.count = count
    self.labels = labels
    self.definition = definition
    self.unit = unit
  }
}
