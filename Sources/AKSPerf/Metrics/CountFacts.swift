extension Count {
  static let sessionFacts: [CountFact] = [
    .init(.sessionsStarted, Label.ofSession, "Sessions launched in the window."),
    .init(.sessionsEnded, Label.ofSession, "Sessions launched in the window that ended."),
    .init(
      .sessionsTerminated, Label.ofSession, "Sessions that the system or their user killed."),
    .init(
      .dailyUsers, Label.ofSession,
      "Users with a session, counted once a virtual day, from midnight to midnight."),
    .init(.configFetches, Label.ofSession, "Remote configs asked for."),
    .init(.configFetchFailures, Label.ofSession + [.reason], "Remote configs that did not come."),
    .init(
      .appOpenLaunches, Label.ofCall,
      "Launches whose app-open opportunity, the first of each, was eligible."),
    .init(
      .appOpenInBudget, Label.ofCall,
      "App-open ads ready within the splash or budget, and shown; the show's overhead is beyond it."
    ),
    .init(
      .appOpenMissed, Label.ofCall,
      "App-open opportunities of launches that ended without a show, whatever the reason."),
    .init(.appOpenLate, Label.ofCall, "Missed app-open ads that loaded after the miss."),
  ]

  static let absenceFacts: [CountFact] = [
    .init(.backgrounds, Label.ofSession, "Times an app went to background."),
    .init(.suspensions, Label.ofSession, "Times the system suspended an app."),
    .init(
      .appOpenReturns, Label.ofCall,
      "Returns that wanted an app-open ad: those not ignored, long enough and not gated."),
    .init(.appOpenReturnsShown, Label.ofCall, "Returns that showed an ad."),
    .init(
      .showsBackToBack, Label.ofAd + [.source],
      "Shows since whose last ad the journey has not waited and the user not left."),
  ]

  static let opportunityFacts: [CountFact] = [
    .init(.opportunities, Label.ofCall, "Instants at which the app wants an ad on screen."),
    .init(
      .opportunitiesGated, Label.ofCall + [.reason],
      "Opportunities gated by a cap, a gap, missing consent or removed ads."),
    .init(.eligible, Label.ofCall, "Opportunities that were not gated."),
    .init(.found, Label.ofCall + [.found], "Eligible opportunities by what they found."),
    .init(.hits, Label.ofCall, "Eligible opportunities that found a fresh ad."),
    .init(
      .outcomes, Label.ofCall + [.outcome, .reason], "Ends of eligible opportunities by outcome."),
    .init(.shows, Label.ofAd + [.source], "Eligible opportunities that ended shown."),
    .init(
      .showsFromEarlierLoad, Label.ofAd + [.source],
      "Shows of an ad that was loaded strictly before the opportunity."),
    .init(.opportunitiesOpen, Label.ofCall, "Eligible opportunities still open at the end."),
    .init(.showCalls, Label.ofCall, "Calls of show."),
    .init(.showCallsEnded, Label.ofCall + [.outcome, .reason], "Ends of show calls."),
  ]

  static let loadFacts: [CountFact] = [
    .init(.loadCalls, Label.ofCall, "Calls of load, retries and refills included."),
    .init(
      .loadCallbacks, Label.ofCall, "Ends of load calls, those that the app never hears of too."),
    .init(.loads, Label.ofCall, "Load calls that started a load."),
    .init(.loadsJoined, Label.ofCall, "Load calls that joined a load in flight."),
    .init(.loadsAnswered, Label.ofCall, "Load calls answered at once by a full slot."),
    .init(.loadsGated, Label.ofCall + [.reason], "Load calls refused by a gate."),
    .init(.loadsFilled, Label.ofAd + [.suspended], "Loads that ended loaded."),
    .init(
      .priceSum, Label.ofAd + [.suspended],
      "Sum over filled loads of the ad's price, in millionths of a dollar per thousand shows.",
      unit: "uUSD"),
    .init(.loadFailures, Label.ofLoad + [.reason], "Loads that ended failed."),
    .init(.loadsOpen, Label.ofCall, "Loads still open at the end."),
    .init(.retries, Label.ofCall, "Loads started by the retry policy."),
  ]

  static let attemptFacts: [CountFact] = [
    .init(.attempts, Label.ofAd, "Attempts of loads on a network."),
    .init(.attemptOutcomes, Label.ofAd + [.outcome, .reason], "Ends of attempts by outcome."),
    .init(
      .requests, Label.ofAd,
      "Ad requests sent to a network's backend, or, without a network, to an auction's server."),
    .init(.requestsAnswered, Label.ofAd, "Ad requests that were answered."),
    .init(.requestsTimedOut, Label.ofAd, "Ad requests given up at a timeout."),
    .init(.requestsCancelled, Label.ofAd, "Ad requests cancelled by the client."),
    .init(.requestsOpen, Label.ofAd, "Ad requests without an end when the run ended."),
    .init(.fills, Label.ofAd, "Ads brought by attempts, also those too late for their load."),
    .init(
      .fillDepthSum, Label.ofAd, "Sum over filled loads of the waterfall entry that filled, from 1."
    ),
    .init(
      .lateAnswersDropped, Label.ofAd,
      "Fills that came too late for their load, or would have, and were dropped."),
    .init(
      .lateAnswersCached, Label.ofAd, "Fills too late for their load that entered the slot."),
    .init(
      .lateAnswersDelivered, Label.ofAd,
      "Fills too late for their load that were reported to the app once more."),
  ]

  static let adFacts: [CountFact] = [
    .init(.adsLoaded, Label.ofAd, "Ads that entered a slot."),
    .init(.adsShown, Label.ofAd, "Loaded ads that were shown."),
    .init(.adsExpired, Label.ofAd, "Loaded ads that expired."),
    .init(
      .adsDisplaced, Label.ofAd,
      "Loaded ads that gave way to a dearer or newer one, or to a load anew after a resize."),
    .init(.adsUnfit, Label.ofAd, "Loaded ads that could not be presented."),
    .init(
      .adsLost, Label.ofAd, "Loaded ads that ended with their session, or with their activity."),
    .init(.adsOrphaned, Label.ofAd, "Loaded ads that ended with their activity."),
    .init(.adsCachedAtEnd, Label.ofAd, "Loaded ads still ready when the run ended."),
    .init(.adsWasted, Label.ofAd, "Ads of fills that are never shown."),
  ]

  static let showFacts: [CountFact] = [
    .init(.callbacks, [.callback, .format, .placeholder], "Callbacks the app received, by name."),
    .init(.impressions, Label.ofAd + [.source], "Impressions; a banner has one per refresh."),
    .init(.clicks, Label.ofAd, "Clicks on ads."),
    .init(
      .adLeaves, Label.ofAd, "Times a user has left a full-screen ad by their own wish."),
    .init(
      .earlyLeaves, Label.ofAd + [.found],
      "Times a user has left between the call of show and the ad."),
    .init(.rewards, Label.ofAd, "Rewards earned."),
    .init(.completedViews, Label.ofAd, "Ads viewed to their end."),
    .init(.rewardedViews, Label.ofAd, "Rewarded ads viewed to their end."),
    .init(
      .revenue, Label.ofAd + [.source], "Revenue of impressions, in millionths of a dollar.",
      unit: "uUSD"),
    .init(
      .bytesDownloaded, Label.ofAd,
      "Bytes received by devices: answers, creatives and remote configs.", unit: "B"),
    .init(
      .bytesWasted, Label.ofAd, "Bytes received of creatives of ads that are never shown.",
      unit: "B"),
    .init(.bytesUploaded, Label.ofAd, "Bytes sent by devices.", unit: "B"),
    .init(
      .creativesDownloaded, Label.ofAd,
      "Creatives downloaded of networks that have a number of them."),
    .init(
      .creativesCached, Label.ofAd,
      "Creatives that were not downloaded, as the process still had them."),
  ]

  static let backendFacts: [CountFact] = [
    .init(.backendArrived, [.backend], "Requests that arrived at a backend."),
    .init(.backendServed, [.backend], "Requests that a backend answered."),
    .init(
      .backendRejected, [.backend], "Requests rejected by a full queue, a rate limit or an outage."
    ),
    .init(
      .backendThrottled, [.backend], "Requests refused by a per-session throttle."),
    .init(.backendLost, [.backend], "Requests lost in an outage."),
    .init(.backendCancelled, [.backend], "Requests dropped because their client had gone."),
    .init(.backendOpen, [.backend], "Requests queued or in service when the run ended."),
  ]
}
