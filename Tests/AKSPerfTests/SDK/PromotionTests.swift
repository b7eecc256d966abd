import Scheduler
import Testing

@testable import AKSPerf

@Suite("Feature promotion")
struct PromotionTests {
  typealias W = TinyWorld

  private let offer = JourneyStep.featurePromotion(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], at: [SimDuration] = [.zero],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: .featurePromotion, at: at) {
      $0.networks[0].isHouse = true
      change(&$0)
    }
  }

  @Test("a promotion is shown without a callback, and clicked with one")
  func shown() throws {
    let report = try run([offer, W.wait(200)])
    #expect(report.us(.timeToShow) == 100_000 && report.n(.shown) == 1)
    #expect(report.n(.impressions) == 1 && report.n(.callbacks) == 0 && report.n(.clicks) == 0)
    #expect(report.n(.views) == 0)
    let clicked = try run([offer, W.wait(200)]) {
      $0.click = ClickBehaviour(probability: 1, away: .constant(0))
    }
    #expect(clicked.n(.onFeaturePromotionClicked) == 1 && clicked.n(.callbacks) == 1)
    #expect(clicked.n(.clicks) == 1)
  }

  @Test("a promotion without an ad says why it is not shown")
  func failed() throws {
    let report = try run([offer, W.wait(200)]) { $0.networks[0].fill = PerFormat(repeating: 0) }
    #expect(report.n(.onFailToShowFeaturePromotion) == 1 && report.n(.callbacks) == 1)
    #expect(report.n(.noFill, of: .outcomes) == 1)
    let ended = try run([offer, W.wait(50)])
    #expect(ended.n(.sessionEnded, of: .outcomes) == 1)
    #expect(ended.n(.onFailToShowFeaturePromotion) == 0)
  }

  @Test("a user who owns every feature is offered none")
  func ownedFeaturesAreExcluded() throws {
    let report = try run([offer, W.wait(200)]) { $0.users.ownsFeature = 1 }
    #expect(report.n(.noFeature, of: .outcomes) == 1 && report.n(.requests) == 0)
    #expect(report.n(.onFailToShowFeaturePromotion) == 1 && report.us(.timeToOutcome) == 0)
  }

  @Test("each feature is owned alone: of two, one user in four owns both at a half each")
  func shares() throws {
    let at = (0..<2_000).map { SimDuration.seconds($0) }
    let report = try run([offer, W.wait(200)], at: at) {
      $0.users.ownsFeature = 0.5
      $0.app.features = ["themes", "no ads"]
    }
    let none = report.n(.noFeature, of: .outcomes)
    // Three standard deviations of a binomial count are 58.
    #expect(abs(none - 500) < 58, "\(none)")
    #expect(report.n(.shown) == 2_000 - none)
  }

  @Test("what a user owns does not change from launch to launch")
  func keeps() throws {
    let report = try W.run([offer, W.wait(200)], format: .featurePromotion) {
      $0.networks[0].isHouse = true
      $0.arrivals = .closed(sessions: 40, pause: .constant(60e9), rampUp: .zero)
      $0.users.ownsFeature = 0.5
      $0.duration = .minutes(5)
    }
    let launches = report.n(.sessionsStarted)
    #expect(launches == 200)
    #expect(report.n(.noFeature, of: .outcomes) % 5 == 0)
    #expect(report.n(.noFeature, of: .outcomes) > 0 && report.n(.shown) > 0)
  }

  @Test("house networks only")
  func houseNetworksOnly() throws {
    #expect(
      throws: SimulationError.invalidScenario(
        "placeholder 'slot' of format featurePromotion takes house networks only")
    ) { try W.run([offer], format: .featurePromotion) }
  }

  @Test("a load of a promotion has no callback, and the promotion finds its ad")
  func preloaded() throws {
    let report = try run([W.load(), W.wait(200), offer, W.wait(10)])
    #expect(report.n(found: .hit) == 1 && report.us(.timeToShow) == 0)
    #expect(report.n(.callbacks) == 0 && report.n(.loadCallbacks) == 1)
  }
}
