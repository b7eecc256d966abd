import Scheduler

/// Sizes of windows, each once, by the number that records keep.
struct WindowSizes {
  private(set) var rows: [SizeRow] = []
  private let windows: Int

  /// - Parameter windows: The most that a device of the app has.
  init(windows: Int) { self.windows = windows }

  /// The number of a size; throws when there are more sizes than one byte tells apart.
  mutating func index(of size: WindowSize) throws(SimulationError) -> UInt8 {
    if let known = rows.firstIndex(where: { $0.width == size.width && $0.height == size.height }) {
      return UInt8(known)
    }
    guard (rows.count + 1) * windows < 255 else {
      throw SimulationError.invalidScenario(
        "a scenario has at most \(254 / windows) different sizes of windows where a device has "
          + "\(windows == 1 ? "one window" : "\(windows) windows"); use fewer")
    }
    rows.append(SizeRow(width: size.width, height: size.height))
    return UInt8(rows.count - 1)
  }
}

extension ScenarioCompiler {
  /// The most windows that a device of the app has; an app of one scene has one.
  static func windows(of scenario: Scenario) -> Int {
    windows(of: scenario.devices, scenario.app)
  }

  static func windows(of devices: [Device], _ app: AppTraits) -> Int {
    app.multiScene ? devices.map(\.windows.count).max() ?? 1 : 1
  }

  func appRow() -> AppRow {
    let app = scenario.app
    return AppRow(
      isMultiScene: app.multiScene, isTest: app.mode == .test,
      presentFrom: app.presentFrom, asksWhetherAdsFit: app.canPresent,
      transition: app.transition, features: max(1, app.features.count),
      ownsFeature: scenario.users.ownsFeature, clickShare: scenario.click?.probability ?? 0,
      windows: Self.windows(of: scenario),
      memoryLimit: app.memoryLimit.map { UInt64($0.rounded(.up)) } ?? .max,
      checksRadio: app.checksRadio,
      stopsClocks: scenario.usesViews
        && scenario.placeholders.contains { $0.view.onReturn != .runs })
  }

  /// Devices, and their windows one behind the other.
  mutating func deviceRows() throws(SimulationError) -> (devices: [DeviceRow], windows: [UInt8]) {
    var devices: [DeviceRow] = []
    var windows: [UInt8] = []
    for device in scenario.devices {
      var row = DeviceRow(firstWindow: windows.count)
      let own = device.windows.prefix(Self.windows(of: scenario))
      guard !own.isEmpty else {
        throw SimulationError.invalidScenario("device '\(device.name)' has no window")
      }
      for window in own { windows.append(try sizes.index(of: window)) }
      row.windowCount = own.count
      if let fold = device.fold {
        row.folds = true
        row.outer = try sizes.index(of: fold.outer)
        row.inner = try sizes.index(of: fold.inner)
      }
      devices.append(row)
    }
    return (devices, windows)
  }

  mutating func viewRow(_ placeholder: Placeholder) throws(SimulationError) -> ViewRow {
    let view = placeholder.view
    let size = view.size.points.map { SizeRow(width: $0.width, height: $0.height).packed }
    return ViewRow(
      size: size ?? 0, refresh: view.refresh, refreshAfterFailure: view.timeAfterFailure,
      stopsAfterFailure: view.refreshAfterFailure == .stops,
      refreshKeeps: view.refreshKeeps,
      stacksLoops: placeholder.stacksRefreshLoops, pausesHidden: view.pausesHidden,
      onReturn: placeholder.format == .banner ? view.onReturn : .runs,
      ghost: view.ghost, repeatsLoaded: view.repeatsLoaded, repeatsFailed: view.repeatsFailed,
      isInScrollView: placeholder.format == .native && view.isInScrollView,
      reloads: view.reloads.code, onResize: placeholder.appCode.onResize.code,
      scrollIn: try drawn(view.scrollIn))
  }
}

extension ViewTraits {
  /// Time after which a banner whose load has failed asks again.
  fileprivate var timeAfterFailure: SimDuration? {
    switch refreshAfterFailure {
    case .continues: refresh
    case .stops: nil
    case .after(let time): time
    }
  }
}

extension ViewTraits.Reloads {
  fileprivate var code: ReloadCode {
    switch self {
    case .transition: .transition
    case .sizeChange: .sizeChange
    case .never: .never
    }
  }
}

extension AppCode.OnResize {
  fileprivate var code: OnResizeCode {
    switch self {
    case .nothing: .nothing
    case .check: .check
    case .reload: .reload
    }
  }
}

extension Scenario {
  /// Whether a step of a journey, inside loops and branches too, is one of those asked for.
  func hasStep(where isWanted: (JourneyStep) -> Bool) -> Bool {
    func has(_ steps: [JourneyStep]) -> Bool {
      steps.contains { step in
        switch step {
        case .repeated(_, let body): has(body)
        case .choose(let branches): branches.contains { has($0.steps) }
        default: isWanted(step)
        }
      }
    }
    return journeys.contains { has($0.steps) }
  }

  /// Whether it puts banners or native ads up, or offers features.
  var usesViews: Bool {
    hasStep { step in
      switch step {
      case .banner, .native, .hide, .cover, .uncover, .featurePromotion: true
      default: false
      }
    }
  }

  /// Whether it puts up views that may be clicked; a promotion is clicked or not as it is shown.
  var usesClickableViews: Bool {
    hasStep { step in
      switch step {
      case .banner, .native: true
      default: false
      }
    }
  }

  /// Whether windows get another size.
  var resizesWindows: Bool {
    hasStep { step in
      switch step {
      case .resize, .fold, .unfold: true
      default: false
      }
    }
  }

  /// Whether it matters which window an ad is for, and what size it has.
  var usesScenes: Bool {
    if app.mode == .test || app.presentFrom == .first { return true }
    return hasStep { step in
      switch step {
      case .resize, .window, .fold, .unfold: true
      case .load(_, _, _, let place), .banner(_, let place), .native(_, let place):
        place != LoadPlace()
      case .show(_, _, _, let scene, _), .loadAndShow(_, _, let scene): scene != .own
      default: false
      }
    }
  }
}
