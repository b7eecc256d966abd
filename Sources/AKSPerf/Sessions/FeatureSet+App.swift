extension AdNetwork {
  /// Whether what it reports needs an app that remembers.
  var mayMisleadApp: Bool {
    settle > .zero || rewardCallbacks != .both || rewardAfterDismiss > 0
  }
}

extension Placeholder {
  /// Whether the app's code for it does more than load and show.
  var isMisused: Bool {
    appCode.busyFlag != .nothing || appCode.onBusy != .join || appCode.showOnLoad != .never
      || cache.reuse
  }
}

extension Scenario {
  /// Whether some step calls show although no ad is ready.
  var callsShowUnasked: Bool { journeys.contains { $0.steps.contains(where: \.callsShowUnasked) } }
}

extension JourneyStep {
  fileprivate var callsShowUnasked: Bool {
    switch self {
    case .show(_, .call, _, _): true
    case .repeated(_, let steps): steps.contains(where: \.callsShowUnasked)
    case .choose(let branches):
      branches.contains { $0.steps.contains(where: \.callsShowUnasked) }
    default: false
    }
  }
}
