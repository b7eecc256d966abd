/// What launches, devices, radios and networks ask for.
extension FeatureSet {
  /// - Parameter asked: The networks that the placeholders in use ask.
  mutating func addWorld(_ scenario: Scenario, asked: [AdNetwork]) {
    if asked.contains(where: \.initNeedsNetwork) { insert(.adapterStarts) }
    let devices = scenario.sessionClasses.map { scenario.devices[$0.device] }
    if devices.contains(where: { $0.slowdown != Slowdown() }) { insert(.slowDevices) }
    if let config = scenario.config,
      config.isAwaited || config.timeout != nil || config.retry != nil
    {
      insert(.configWaits)
    }
    if scenario.launch.consent?.backend != nil { insert(.consentBackend) }
    if scenario.launch.mainThread != .constant(0) { formUnion([.blockingStart, .holds]) }
    if asked.contains(where: { $0.cap != nil }) { insert(.networkCaps) }
    if asked.contains(where: { $0.prepareFirst != nil || $0.mainThreadFirst != nil }) {
      insert(.firstUse)
    }
    let steps = scenario.journeys.flatMap { JourneyStep.flattened($0.steps) }
    let radios = scenario.sessionClasses.map(\.radio) + steps.compactMap(\.radioUsed)
    if radios.contains(where: { !scenario.radios[$0].blocks.isEmpty }) { insert(.blockedBackends) }
    if asked.contains(where: \.waitsForRadio) { insert(.radioWaits) }
    if asked.contains(where: \.expiresUnevenly) { insert(.adExpiry) }
    if asked.contains(where: { $0.expiryFrom == .bid }) { insert(.bidExpiry) }
    if asked.contains(where: { $0.bidsAt > 0 }) { insert(.timedBids) }
    if asked.contains(where: { $0.creatives != nil }) { insert(.creatives) }
    // A process that its user has ended is launched again, as one that the system has ended.
    if scenario.users.killsAfter != nil { formUnion([.kills, .absences, .holds]) }
  }
}

extension Placeholder {
  /// Whether several refresh timers of it may run.
  var stacksRefreshLoops: Bool {
    format == .banner && view.refreshes && view.refreshLoops == .stack
  }
}

extension AdNetwork {
  /// Whether its adapter blocks the main thread before a request.
  var blocksMainThread: Bool {
    mainThread != .constant(0) || mainThreadFirst.map { $0 != .constant(0) } ?? false
  }

  /// Whether an ad's own age decides, or what it is paid.
  var expiresUnevenly: Bool {
    !expiredPays || AdFormat.allCases.contains { expirySpread[$0] != nil }
  }
}

extension JourneyStep {
  fileprivate var radioUsed: Int? { if case .radio(let index) = self { index } else { nil } }
}
