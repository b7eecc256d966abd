extension AdNetwork {
  /// Whether what it reports needs an app that remembers.
  var mayMisleadApp: Bool {
    settle > .zero || rewardCallbacks != .both || rewardAfterDismiss > 0 || rewardAt < 1 || oneLive
      || latePresentation == .shown || readyAfter > .zero
  }

  /// Whether its ads leave memory or files behind.
  var leavesSomething: Bool { leak != .constant(0) || disk != .constant(0) }

  /// Whether its ads may stall on screen.
  var mayStall: Bool { stalls && ready != .full }

  /// Whether its faults block the main thread.
  var blocksByRule: Bool { faults.rules.contains { $0.effect == .block } }
}

extension AppTraits {
  /// Whether its own code does more than pay once for each view.
  var remembers: Bool { pays != .once || rewardBackend != nil || !timers.isEmpty }
}

extension LaunchPath {
  /// Whether the demand depends on what users are asked.
  var limitsDemand: Bool {
    if case .limited? = consent?.refused { return true }
    return tracking != nil
  }
}

extension Placeholder {
  /// Whether the app's code for it does more than load and show.
  var isMisused: Bool {
    appCode.busyFlag != .nothing || appCode.onBusy != .join || appCode.showOnLoad != .never
      || appCode.onFull != .loaded || cache.reuse || appCode.staleTimer || appCode.reacts != .once
  }
}

extension Scenario {
  /// Whether some step calls show although no ad is ready.
  var callsShowUnasked: Bool { journeys.contains { $0.steps.contains(where: \.callsShowUnasked) } }
}

extension JourneyStep {
  fileprivate var callsShowUnasked: Bool {
    switch self {
    case .show(_, .call, _, _, _): true
    case .repeated(_, let steps): steps.contains(where: \.callsShowUnasked)
    case .choose(let branches):
      branches.contains { $0.steps.contains(where: \.callsShowUnasked) }
    default: false
    }
  }
}
