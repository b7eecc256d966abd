import Scheduler

@testable import AKSPerf

/// One session on a device whose windows change, with an ad after 100 ms that is up for 5 s.
enum WindowWorld {
  static let foldable = Device(
    name: "duo", windows: [WindowSize(width: 390, height: 844)],
    fold: Device.Fold(
      outer: WindowSize(width: 390, height: 844), inner: WindowSize(width: 780, height: 844)))

  /// A wide window and a narrow one.
  static let tablet = Device(
    name: "tablet",
    windows: [WindowSize(width: 1024, height: 1366), WindowSize(width: 320, height: 1366)])

  static func run(
    _ steps: [JourneyStep], on device: Device = foldable, format: AdFormat = .interstitial,
    at: [SimDuration] = [.zero], answer: Int64 = 100, onResize: AppCode.OnResize = .nothing,
    canPresent: Bool = true, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try TinyWorld.run(steps, format: format, at: at, answer: answer) {
      $0.devices = [device]
      $0.app.canPresent = canPresent
      $0.placeholders[0].appCode.onResize = onResize
      change(&$0)
    }
  }

  static func place(
    _ moment: LoadPlace.Moment? = nil, isGuarded: Bool = false, _ scene: SceneChoice = .own
  ) -> LoadPlace {
    var place = LoadPlace()
    place.moment = moment
    place.isGuarded = isGuarded
    place.scene = scene
    return place
  }

  static func load(
    _ moment: LoadPlace.Moment? = nil, isGuarded: Bool = false, _ scene: SceneChoice = .own
  ) -> JourneyStep {
    .load(
      placeholder: 0, awaited: false, budget: nil,
      place: place(moment, isGuarded: isGuarded, scene))
  }
}

extension Report {
  func n(_ hazard: Hazard) -> Int {
    Int(hazards.filter { $0.rule == hazard }.reduce(0) { $0 + $1.count })
  }
}
