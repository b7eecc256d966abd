extension ScenarioCompiler {
  /// Refuses what a reader of files refuses, in scenarios made by a program.
  func checkFormats() throws(SimulationError) {
    for placeholder in scenario.placeholders where placeholder.format == .featurePromotion {
      for network in scenario.networksAsked(by: [placeholder])
      where !scenario.networks[network].isHouse {
        throw SimulationError.invalidScenario(
          "placeholder '\(placeholder.name)' of format featurePromotion takes house networks only")
      }
    }
    for journey in scenario.journeys { try checkFormats(of: journey.steps) }
  }

  private func checkFormats(of steps: [JourneyStep]) throws(SimulationError) {
    for step in steps {
      switch step {
      case .repeated(_, let body): try checkFormats(of: body)
      case .choose(let branches): for branch in branches { try checkFormats(of: branch.steps) }
      case .show, .loadAndShow:
        for shown in step.placeholders {
          try check(step, shown, [.interstitial, .rewarded, .appOpen])
        }
      case .appOpen(let placeholder, _, let returns):
        for opened in [placeholder, returns.placeholder].compactMap({ $0 }) {
          try check(step, opened, [.interstitial, .rewarded, .appOpen])
        }
      case .banner(let placeholder, _): try check(step, placeholder, [.banner])
      case .native(let placeholder, _): try check(step, placeholder, [.native])
      case .hide(let placeholder), .cover(let placeholder), .uncover(let placeholder):
        try check(step, placeholder, [.banner, .native])
      case .featurePromotion(let placeholder): try check(step, placeholder, [.featurePromotion])
      default: break
      }
    }
  }

  private func check(
    _ step: JourneyStep, _ index: Int, _ fitting: [AdFormat]
  ) throws(SimulationError) {
    let placeholder = scenario.placeholders[index]
    guard !fitting.contains(placeholder.format) else { return }
    throw SimulationError.invalidScenario(
      "step '\(step.key)' cannot have placeholder '\(placeholder.name)' of format "
        + placeholder.format.name)
  }
}
