/// Counts of devices, of what ads leave behind, of strategies and of views.
extension Count {
  static let lifeCycleFacts: [CountFact] = [
    .init(.transitions, Label.ofSession, "Changes of a window's size, folds included."),
    .init(.bytesLeaked, Label.ofAd, "Memory that ads did not give back.", unit: "B"),
    .init(.bytesOnDisk, Label.ofAd, "Bytes of creatives kept on disk.", unit: "B"),
  ]

  static let strategyFacts: [CountFact] = [
    .init(
      .loadsIgnored, Label.ofCall,
      "Load calls that the app's own flag held back, which no other count has, or that were "
        + "dropped while it loaded."),
    .init(
      .fillsHeld, Label.ofAd, "Fills that waited for the other attempts of their load."),
    .init(
      .fillsDisplaced, Label.ofAd, "Fills that lost to a better one and entered the slot."),
    .init(
      .fillsWasted, Label.ofAd,
      "Fills that lost to a better one, or whose load ended without them or had others beside it, "
        + "and found no room."),
    .init(
      .attemptsCancelled, Label.ofAd, "Attempts cancelled because another one had won."),
    .init(
      .bytesCancelled, Label.ofAd, "Bytes that cancelled attempts had received.", unit: "B"),
    .init(.auctions, Label.ofCall, "Auctions held."),
    .init(.bids, Label.ofAd, "Bids that came in time."),
    .init(
      .innerAttempts, Label.ofAd, "Attempts of a waterfall inside a network."),
    .init(
      .exploredLoads, Label.ofCall, "Loads that tried a network to learn of it."),
  ]

  static let viewFacts: [CountFact] = [
    .init(.views, Label.ofCall, "Banners and native ads put up."),
    .init(.viewReloads, Label.ofCall, "Loads of a view because its window changed."),
    .init(.refreshes, Label.ofCall, "Loads of a banner because its time was over."),
    .init(.sizeCallbacks, Label.ofCall, "Callbacks of a banner's size."),
    .init(.impressionsHidden, Label.ofAd, "Impressions of views that nobody sees."),
    .init(
      .adsReshown, Label.ofAd,
      "Native ads that were put up once more, which is no impression: nobody pays for it."),
  ]
}
