import Scheduler

@testable import AKSPerf

/// Banners, native ads, promotions and windows that change, put into a random scenario.
extension RandomScenario {
  mutating func addViews(_ scenario: inout Scenario) {
    let networks = scenario.networks.count
    var house = scenario.networks[0]
    house.name = "house"
    house.isHouse = true
    // What answers inside a house network is not of the house.
    house.inner?.waterfall = []
    scenario.networks.append(house)
    let first = scenario.placeholders.count
    for (k, format) in [AdFormat.banner, .native, .featurePromotion].enumerated() {
      var placeholder = Placeholder(name: "v\(k)", format: format, remote: mediation(networks))
      if format == .featurePromotion {
        placeholder.remote.waterfall = [WaterfallEntry(network: networks)]
      }
      placeholder.cache.depth = pick([1, 1, 3])
      placeholder.cache.refill = CachePolicy.Refill(rawValue: UInt8(below(16)))
      placeholder.view.size = pick(BannerSize.allCases)
      placeholder.view.refresh = pick([nil, .milliseconds(700), .seconds(5), .seconds(30)])
      placeholder.view.refreshAfterFailure = pick([
        .continues, .continues, .stops, .after(.milliseconds(300)),
      ])
      placeholder.view.pausesHidden = chance(0.5)
      placeholder.view.onReturn = pick(ViewTraits.OnReturn.allCases)
      placeholder.view.ghost = pick([0, 0, 0.5])
      placeholder.view.repeatsLoaded = chance(0.5)
      placeholder.view.repeatsFailed = chance(0.5)
      placeholder.view.refreshKeeps = chance(0.7)
      placeholder.view.refreshLoops = pick([.one, .one, .stack])
      placeholder.view.reloads = pick(ViewTraits.Reloads.allCases)
      placeholder.view.isInScrollView = chance(0.5)
      placeholder.view.scrollIn = time(800)
      if chance(0.2) { placeholder.cap = FrequencyCap(shows: 2, per: .seconds(20)) }
      scenario.placeholders.append(placeholder)
    }
    for k in scenario.placeholders.indices {
      scenario.placeholders[k].appCode.onResize = pick(AppCode.OnResize.allCases)
    }
    for k in scenario.networks.indices {
      scenario.networks[k].bannerSize = pick([nil, nil, nil, .fullBanner])
    }
    addDevices(&scenario)
    scenario.app.recreates = chance(0.5)
    for k in scenario.placeholders.indices where chance(0.5) {
      scenario.placeholders[k].cache.heldBy = .activity
    }
    for k in scenario.journeys.indices {
      scenario.journeys[k].steps = mixed(scenario.journeys[k].steps, views: first)
    }
  }

  private mutating func addDevices(_ scenario: inout Scenario) {
    let (outer, inner) = (
      WindowSize(width: 390, height: 844), WindowSize(width: 780, height: 844)
    )
    scenario.devices = [
      Device(name: "duo", windows: [outer], fold: Device.Fold(outer: outer, inner: inner)),
      Device(name: "tablet", windows: [inner, WindowSize(width: 320, height: 1366), outer]),
      Device(name: "phone", windows: [outer]),
    ]
    for k in scenario.sessionClasses.indices { scenario.sessionClasses[k].device = below(3) }
    scenario.app.mode = pick([.production, .production, .test])
    scenario.app.multiScene = chance(0.8)
    scenario.app.canPresent = chance(0.5)
    scenario.app.presentFrom = pick(AppTraits.PresentFrom.allCases)
    scenario.app.transition = span([0, 300, 2000])
    scenario.app.features = pick([[], ["a"], ["a", "b", "c"]])
    scenario.users.ownsFeature = pick([0, 0.5, 1])
    scenario.click = chance(0.5) ? nil : ClickBehaviour(probability: 0.5, away: time(4000))
  }

  /// Steps with views and windows between them, in loops and branches too.
  private mutating func mixed(_ steps: [JourneyStep], views: Int) -> [JourneyStep] {
    var result: [JourneyStep] = []
    for step in steps {
      if chance(0.5) { result.append(viewStep(views)) }
      switch step {
      case .repeated(let count, let body):
        result.append(.repeated(count: count, steps: mixed(body, views: views)))
      case .choose(let branches):
        result.append(
          .choose(
            branches.map {
              JourneyStep.Branch(weight: $0.weight, steps: mixed($0.steps, views: views))
            }
          ))
      case .load(let placeholder, let awaited, let budget, _):
        result.append(
          .load(placeholder: placeholder, awaited: awaited, budget: budget, place: place()))
      case .show(let placeholder, let ifNotReady, let budget, _, let instead):
        result.append(
          .show(
            placeholder: placeholder, ifNotReady: ifNotReady, budget: budget, scene: scene(),
            instead: instead))
      default: result.append(step)
      }
    }
    return result
  }

  private mutating func viewStep(_ views: Int) -> JourneyStep {
    switch below(14) {
    case 0, 1: .banner(placeholder: views, place: place())
    case 2, 3: .native(placeholder: views + 1, place: place())
    case 4: .featurePromotion(placeholder: views + 2)
    case 5: .hide(placeholder: views + below(2))
    case 6: .fold
    case 7: .unfold
    case 8: .window(below(4))
    case 9:
      .resize(
        WindowSize(width: pick([320, 390, 1024]), height: pick([400, 844])),
        window: pick([nil, 0, 2]))
    case 10: .load(placeholder: views + below(3), awaited: chance(0.5), budget: nil, place: place())
    case 11: .cover(placeholder: views + below(2))
    case 12: .uncover(placeholder: views + below(2))
    default: .wait(time(300))
    }
  }

  private mutating func place() -> LoadPlace {
    var place = LoadPlace()
    place.moment = pick([nil, nil, .viewDidLoad, .viewDidAppear])
    place.isGuarded = place.moment != nil && chance(0.4)
    place.scene = scene()
    return place
  }

  private mutating func scene() -> SceneChoice {
    pick([.own, .own, .own, .key, .first, .missing, .window(1)])
  }
}
