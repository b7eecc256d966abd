import Testing

@testable import AKSPerf

/// What `run` refuses by key and position, and that nothing else is.
@Suite struct UnbuiltKeyTests {
  private func uses(_ changes: [(String, String?)]) throws -> [String] {
    try Minimal.read(changes).unbuilt.map { String($0.message.split(separator: "' is read")[0]) }
  }

  /// Every object of a scenario.
  static func shapes() -> [ObjectShape] {
    var known: Set<String> = []
    var found: [ObjectShape] = []
    func walk(_ kind: ValueKind) {
      switch kind {
      case .object(let shape): visit(shape)
      case .map(let inner), .list(let inner, _), .perFormat(let inner), .orNone(let inner),
        .orWord(let inner, _):
        walk(inner)
      case .choice(let keys, _): for key in keys { walk(key.kind) }
      case .variant(_, let variants): for variant in variants { visit(variant.shape) }
      case .steps: for step in Shapes.steps { visit(step) }
      default: break
      }
    }
    func visit(_ shape: ObjectShape) {
      guard known.insert(shape.name).inserted else { return }
      found.append(shape)
      for key in shape.keys { walk(key.kind) }
    }
    visit(Shapes.root)
    return found
  }

  @Test func everyFeatureNamesKeysThatExistAndWordsThatTheyTake() {
    let shapes = Self.shapes()
    for feature in ScenarioDecoder.unbuilt {
      #expect(!feature.keys.isEmpty && !feature.remedy.isEmpty)
      for name in feature.keys {
        let owner = shapes.first { name.hasPrefix($0.name + ".") && $0.has(last(name)) }
        #expect(owner != nil, "\(name)")
        guard let key = owner?[last(name)] else { continue }
        var words: [String] = []
        switch key.kind {
        case .word(let list): words = list
        case .choice(let keys, let list): words = list + keys.map(\.name)
        case .orWord(_, let word): words = [word]
        default: break
        }
        #expect(feature.words.allSatisfy(words.contains), "\(name)")
      }
    }
  }

  private func last(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  @Test func defaultsAreNotRefusedHoweverTheyAreWritten() throws {
    #expect(
      try uses([
        (
          "app",
          """
          { mode: 'production', presentFrom: 'top', canPresent: true, pays: 'once',
            watchdog: 'none', features: [], memoryLimit: 'none', reinitAfter: 'none',
            transition: '0.3s' }
          """
        ), ("users", "{ ownsFeature: 0 }"), ("radios", "{ lte: { offline: false } }"),
        (
          "networks",
          """
          { ADMOB: { backend: 'exchange', mainThread: '0ms', breaker: 'none', expiryEvent: true,
              checksExpiry: true, timeoutCovers: 'all', settle: 0, rewardCallbacks: 'both',
              rewardAfterDismiss: 0, sizes: 'any', leak: 0, disk: '0B', rebuildAfter: 'none',
              inner: { waterfall: [] },
              faults: { lostLoad: 0, duplicateReward: 0.0, phantomShow: 0, rules: [] } },
            MAX: { backend: 'exchange' } }
          """
        ),
        (
          "placeholders",
          """
          { level_end: { format: 'interstitial', primary: 'ADMOB', strategy: 'sequential',
              enabled: true, onResize: 'none', onBusy: 'join', busyFlag: 'none',
              showOnLoad: 'none', staleTimer: false, reacts: 'once',
              cache: { ttl: 'none', reuse: false, keyedBy: 'placeholder' } },
            launch: { format: 'appOpen', primary: 'ADMOB' },
            top: { format: 'banner', primary: 'MAX', size: 'BANNER', refresh: '1m',
                   refreshAfterFailure: 'continues', repeatsLoaded: false, onReturn: 'runs',
                   reloads: 'transition' } }
          """
        ),
        (
          "journeys",
          """
          { main: [{ appOpen: 'launch', minAway: '17s', trigger: 'active' },
              { load: 'level_end', guard: false, scene: 'own' },
              { show: 'level_end', ifNotReady: 'load' }] }
          """
        ), ("backends", "{ exchange: { throttle: 'none' } }"), ("click", "{ p: 0, away: '3s' }"),
        ("sweep", "{}"),
      ]) == [])
  }

  @Test func noKeyOfANetworkIsRefused() throws {
    #expect(
      try uses([
        (
          "networks",
          """
          { ADMOB: { backend: 'exchange', mainThread: '5ms', breaker: { failures: 3, for: '1m' },
              inner: { waterfall: [{ network: 'MAX' }] }, expiryEvent: false, checksExpiry: false,
              timeoutCovers: 'nothing', settle: '1s', rewardCallbacks: 'earned',
              rewardAfterDismiss: 0.5, sizes: [{ width: 5, height: 5 }],
              bannerSize: 'BANNER', leak: '5kB',
              disk: { uniform: ['1MB', '2MB'] }, rebuildAfter: 9,
              faults: { duplicateCallback: 1, lostDismiss: 1, lateDismiss: 1, earlyDismiss: 1,
                        lostReward: 1, lostLoad: 1, duplicateReward: 0.5, phantomShow: 1,
                        failedAfterLoaded: 1, rules: [{ on: 'load', do: 'lose' },
                          { on: 'load', do: 'block', delay: '1s', when: { awayAtLeast: '1h' } },
                          { on: 'request', do: 'amplify', when: { window: 'resized' } }] } },
            MAX: { backend: 'exchange' } }
          """
        )
      ]) == [])
  }

  @Test func ofAppUsersRadiosAndClicksNoKeyIsRefused() throws {
    #expect(
      try uses([
        (
          "app",
          """
          { mode: 'test', presentFrom: 'root', canPresent: false, pays: 'earned', watchdog: '9s',
            features: ['a'], memoryLimit: '1GB', reinitAfter: '1h', transition: 0 }
          """
        ), ("users", "{ ownsFeature: 0.1 }"), ("radios", "{ lte: { offline: true } }"),
        ("click", "{ p: 0.03 }"), ("warmup", "'auto'"), ("sweep", "{ seed: [1, 2] }"),
        ("backends", "{ exchange: { throttle: { failures: 1, per: '1s', for: '1s' } } }"),
      ]) == ["'warmup: \"auto\""])
  }

  @Test func noKeyOfAPlaceholderIsRefused() throws {
    #expect(
      try uses([
        (
          "placeholders",
          """
          { level_end: { format: 'interstitial', waterfall: [{ network: 'MAX', bid: false }],
              strategy: { own: { name: 'x' } }, enabled: false, onResize: 'check', onBusy: 'drop',
              busyFlag: 'resets', showOnLoad: 'once', staleTimer: true,
              cache: { ttl: '1h', reuse: true, keyedBy: 'network' },
              defaultConfig: { enabled: true, strategy: { adaptive: {} } } },
            low: { format: 'banner', primary: 'MAX', refreshAfterFailure: 'stops' },
            top: { format: 'banner', primary: 'MAX', size: 'adaptive', refresh: 'none',
                   repeatsLoaded: true, reloads: 'none', strategy: { hybrid: {} } },
            row: { format: 'native', primary: 'MAX', scrollView: true, scrollIn: '1s',
                   strategy: { parallel: {} } },
            b: { format: 'native', primary: 'MAX', strategy: { bidding: {} } } }
          """
        )
      ]) == [])
  }

  @Test func noStepAndNoKeyOfAStepIsRefused() throws {
    #expect(
      try uses([
        (
          "placeholders",
          """
          { level_end: { format: 'interstitial', primary: 'ADMOB' },
            launch: { format: 'appOpen', primary: 'ADMOB' },
            top: { format: 'banner', primary: 'MAX' }, row: { format: 'native', primary: 'MAX' } }
          """
        ),
        (
          "journeys",
          """
          { main: [
              { banner: 'top', at: 'viewDidLoad', guard: true, scene: 'first' },
              { native: 'row', scene: 0 }, { hide: 'row' }, { load: 'top' },
              { load: 'level_end', at: 'viewDidAppear', guard: true, scene: 'none' },
              { show: 'level_end', ifNotReady: 'call', scene: 0 },
              { loadAndShow: 'level_end', scene: 'key' },
              { appOpen: 'launch', onReturn: true, minAway: 0, ignores: [], trigger: 'both' },
              { background: 0, terminated: 1, kind: 'click' }, { sheet: '1s', kind: 'store' },
              { window: 0 }, { radio: 'ideal' }, 'fold', 'unfold', { fold: false },
              { resize: { width: 5, height: 5 }, window: 0 } ] }
          """
        ),
      ]) == [])
  }

  @Test func whatIsNotSimulatedIsMarkedByItsValues() {
    func note(_ shape: ObjectShape, _ key: String) -> String? { shape[key]?.unbuiltNote }
    let start = "Not simulated by this version"
    #expect(note(Shapes.app, "mode") == nil && note(Shapes.placeholder, "refresh") == nil)
    #expect(note(Shapes.network, "breaker") == nil)
    #expect(note(Shapes.network, "expiryEvent") == nil)
    #expect(note(Shapes.root, "warmup") == start + ": \"auto\".")
    #expect(note(Shapes.root, "sweep") == nil)
    #expect(note(Shapes.faultRule, "do") == nil)
    #expect(note(Shapes.network, "mainThread") == nil)
    #expect(note(Shapes.network, "sizes") == nil)
    #expect(note(Shapes.placeholder, "strategy") == nil)
    #expect(note(Shapes.network, "timeout") == nil)
  }
}
