import Scheduler

@testable import AKSPerf

/// Absences, clicks, sheets, blocks of the main thread and changes of radio.
extension RandomScenario {
  /// Users who leave before an ad, requests that wait for a radio, and loads of full slots.
  mutating func addEarlyLeaves(to scenario: inout Scenario) {
    if chance(0.3) {
      var leave = EarlyLeave(probability: pick([0.3, 1]), away: time(4000))
      leave.terminated = pick([0, 0, 0.3])
      leave.onReturn = pick(EarlyLeave.OnReturn.allCases)
      scenario.leaveBeforeAd = leave
    }
    scenario.app.checksRadio = chance(0.5)
    for index in scenario.networks.indices where chance(0.3) {
      scenario.networks[index].waitsForRadio = true
    }
    for index in scenario.networks.indices where chance(0.3) {
      scenario.networks[index].rewardAt = pick([0, 0.5])
    }
    for index in scenario.placeholders.indices where chance(0.3) {
      scenario.placeholders[index].appCode.onFull = pick(AppCode.OnFull.allCases)
    }
  }

  mutating func addLife(_ scenario: inout Scenario) {
    guard chance(0.5) else { return }
    scenario.launch.suspendAfter = span([0, 1000, 5000])
    if chance(0.5) {
      scenario.click = ClickBehaviour(probability: pick([0.2, 1]), away: time(4000))
      scenario.click?.terminated = pick([0, 0.3])
      scenario.click?.reports = pick([.atEnd, .atEnd, .atLeave])
    }
    if chance(0.4) {
      var leave = AdLeave(probability: pick([0.3, 1]), away: time(4000))
      leave.terminated = pick([0, 0, 0.3])
      leave.onReturn = pick(AdLeave.OnReturn.allCases)
      leave.reports = pick([.atEnd, .atEnd, .atLeave])
      scenario.leaveDuringAd = leave
    }
    if chance(0.3) { scenario.app.reinitAfter = span([0, 3000]) }
    for index in scenario.networks.indices where chance(0.3) {
      scenario.networks[index].mainThread = time(pick([20, 800]))
    }
    for index in scenario.placeholders.indices where chance(0.2) {
      scenario.placeholders[index].remote.enabled = false
    }
    if chance(0.5) {
      var none = Radio(name: "none")
      none.isOffline = true
      scenario.radios.append(none)
    }
    for index in scenario.journeys.indices {
      let steps = scenario.journeys[index].steps
      scenario.journeys[index].steps = lively(steps, radios: scenario.radios.count)
    }
  }

  /// Steps with others of the kind between them, and with rules for returns.
  private mutating func lively(_ steps: [JourneyStep], radios: Int) -> [JourneyStep] {
    var result: [JourneyStep] = []
    for step in steps {
      if chance(0.4) { result.append(lifeStep(radios: radios)) }
      switch step {
      case .repeated(let count, let inner):
        result.append(.repeated(count: count, steps: lively(inner, radios: radios)))
      case .choose(let branches):
        result.append(
          .choose(
            branches.map { branch in
              JourneyStep.Branch(
                weight: branch.weight, steps: lively(branch.steps, radios: radios))
            }))
      case .appOpen(let placeholder, let flow, _):
        var rules = returns()
        if chance(0.4) { rules.placeholder = placeholder }
        // Where times may be all but 0, a chain has all but no end.
        rules.chains = !isOdd && chance(0.4)
        result.append(.appOpen(placeholder: placeholder, flow: flow, returns: rules))
      default: result.append(step)
      }
    }
    return result
  }

  private mutating func lifeStep(radios: Int) -> JourneyStep {
    switch below(4) {
    case 0, 1:
      .background(
        away: time(5000), terminated: pick([0, 0, 0.3]), kind: pick(AwayKind.allCases))
    case 2: .sheet(time: time(3000), kind: pick(SheetKind.allCases))
    default: .radio(below(radios))
    }
  }

  private mutating func returns() -> AppOpenReturns {
    var returns = AppOpenReturns()
    returns.isOn = pick([nil, true, true])
    returns.minAway = span([0, 3000, 17_000])
    returns.ignores = AppOpenReturns.Origins(rawValue: UInt8(below(16)))
    returns.trigger = pick(AppOpenReturns.Trigger.allCases)
    return returns
  }
}
