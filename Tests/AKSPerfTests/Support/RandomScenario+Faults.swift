import Scheduler

@testable import AKSPerf

/// Networks whose callbacks cannot be trusted, and apps that make mistakes.
extension RandomScenario {
  mutating func addFaults(to scenario: inout Scenario) {
    guard chance(0.6) else { return }
    for index in scenario.networks.indices {
      scenario.networks[index].expiryEvent = chance(0.7)
      scenario.networks[index].checksExpiry = chance(0.7)
      scenario.networks[index].timeoutCovers = pick([.all, .all, .connect, .nothing])
      scenario.networks[index].settle = span([0, 0, 800])
      scenario.networks[index].readyAfter = span([0, 0, 0, 600])
      scenario.networks[index].rewardCallbacks = pick([.both, .earned, .completed])
      scenario.networks[index].oneLive = chance(0.2)
      scenario.networks[index].rewardAfterDismiss = pick([0, 0.5, 1])
      guard chance(0.7) else { continue }
      scenario.networks[index].faults = words()
      scenario.networks[index].faults.rules = (0..<below(4)).map { _ in rule() }
    }
    for index in scenario.placeholders.indices {
      scenario.placeholders[index].cache.ttl = pick([nil, nil, .seconds(2)])
      scenario.placeholders[index].cache.reuse = chance(0.3)
      scenario.placeholders[index].appCode.staleTimer = chance(0.2)
      scenario.placeholders[index].appCode.busyFlag = pick([.nothing, .nothing, .resets, .sticky])
      scenario.placeholders[index].appCode.onBusy = pick(AppCode.OnBusy.allCases)
      scenario.placeholders[index].appCode.reacts = pick(AppCode.Reacts.allCases)
      scenario.placeholders[index].appCode.showOnLoad = pick([.never, .never, .once, .always])
      // Where nothing takes time, an ad that is shown as it comes and refilled has no end.
      if scenario.placeholders[index].appCode.showOnLoad == .always {
        scenario.placeholders[index].cache.refill.formIntersection(.onExpiry)
      }
    }
    if chance(0.3) {
      let every = pick([SimDuration.milliseconds(900), .seconds(7)])
      let placeholder = below(scenario.placeholders.count)
      scenario.app.timers = [
        AppTimer(every: every, placeholder: placeholder, action: .show(stacks: chance(0.5)))
      ]
      if chance(0.5) {
        scenario.app.timers.append(
          AppTimer(every: every, placeholder: placeholder, action: .load))
      }
    }
    if chance(0.3) {
      var backend = RewardBackend()
      backend.answer = time(3_000)
      backend.lost = pick([0, 0.3])
      backend.timeout = pick([nil, .seconds(2)])
      scenario.app.rewardBackend = backend
    }
    scenario.app.pays = pick(AppTraits.Pays.allCases)
    scenario.app.watchdog = pick([nil, .zero, .seconds(3)])
    for index in scenario.journeys.indices {
      scenario.journeys[index].steps = scenario.journeys[index].steps.map { step in
        guard case .show(let placeholder, .skip, let budget, let scene, let instead) = step,
          chance(0.5)
        else { return step }
        return .show(
          placeholder: placeholder, ifNotReady: .call, budget: budget, scene: scene,
          instead: instead)
      }
    }
  }

  private mutating func words() -> NetworkFaults {
    var faults = NetworkFaults()
    faults.duplicateCallback = pick([0, 0.2])
    faults.lostDismiss = pick([0, 0.2])
    faults.lateDismiss = pick([0, 0.2])
    faults.earlyDismiss = pick([0, 0.2])
    faults.lostReward = pick([0, 0.2])
    faults.lostLoad = pick([0, 0.2])
    faults.duplicateReward = pick([0, 0.2])
    faults.phantomShow = pick([0, 0.2])
    faults.failedAfterLoaded = pick([0, 0.2])
    faults.closedByClick = pick([0, 0.5])
    return faults
  }

  private mutating func rule() -> FaultRule {
    let pairs: [(FaultRule.Trigger, FaultRule.Effect)] = [
      (.request, .fail), (.request, .hang), (.request, .delay), (.load, .delay), (.load, .hang),
      (.load, .fail), (.show, .fail), (.show, .hang), (.show, .phantom), (.reward, .delay),
      (.reward, .lose), (.dismiss, .lose), (.load, .lose), (.load, .duplicate),
      (.reward, .early), (.dismiss, .early), (.dismiss, .delay), (.callback(.onAdShown), .lose),
      (.callback(.onRewardedAdSuccess), .delay), (.dismiss, .duplicate), (.request, .block),
      (.load, .block), (.show, .block), (.dismiss, .block), (.request, .amplify),
      (.load, .amplify),
    ]
    let (trigger, effect) = pick(pairs)
    var rule = FaultRule(on: trigger, do: effect)
    rule.probability = pick([0.1, 0.5, 1])
    if effect.needsDelay || chance(0.3) && effect.takesDelay(on: trigger) {
      rule.delay = .exponential(mean: pick([2e8, 9e9]))
    }
    rule.isUntilDismissal = effect == .delay && trigger != .request && chance(0.3)
    if rule.isUntilDismissal { rule.delay = nil }
    rule.times = 1 + below(2)
    rule.isClearedByLoad = chance(0.5)
    rule.condition.earlyClose = pick([nil, nil, true, false])
    rule.condition.within = pick([nil, nil, .seconds(2)])
    rule.condition.showsAtLeast = pick([nil, nil, 2])
    rule.condition.awayAtLeast = pick([nil, nil, .seconds(3)])
    rule.condition.leftWithin = pick([nil, nil, .seconds(3)])
    rule.condition.isResized = chance(0.1)
    rule.condition.isLoadedMeanwhile = chance(0.1)
    rule.condition.from = pick([nil, .seconds(20)])
    rule.condition.to = pick([nil, .seconds(70)])
    return rule
  }
}
