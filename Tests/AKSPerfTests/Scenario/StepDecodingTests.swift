import Scheduler
import Testing

@testable import AKSPerf

/// The steps of journeys as values, whether or not they are simulated.
@Suite struct StepDecodingTests {
  private func steps(_ text: String) throws -> [JourneyStep] {
    try Minimal.read([
      (
        "placeholders",
        """
        { level_end: { format: 'interstitial', primary: 'ADMOB' },
          launch: { format: 'appOpen', primary: 'ADMOB' },
          top: { format: 'banner', primary: 'ADMOB' }, row: { format: 'native', primary: 'MAX' },
          offer: { format: 'featurePromotion', primary: 'HOUSE' } }
        """
      ),
      (
        "networks",
        """
        { ADMOB: { backend: 'exchange' }, MAX: { backend: 'exchange' },
          HOUSE: { backend: 'exchange', house: true } }
        """
      ), ("radios", "{ lte: {}, wifi: {} }"),
      (
        "devices",
        "{ ipad: { windows: [{ width: 1024, height: 1366 }, { width: 320, height: 1366 }] } }"
      ), ("journeys", "{ main: [\(text)] }"),
    ]).journeys[0].steps
  }

  private func place(
    _ moment: LoadPlace.Moment? = nil, isGuarded: Bool = false, _ scene: SceneChoice = .own
  ) -> LoadPlace {
    var place = LoadPlace()
    place.moment = moment
    place.isGuarded = isGuarded
    place.scene = scene
    return place
  }

  @Test func loadsAndShowsSayWhereAndForWhichScene() throws {
    #expect(
      try steps(
        """
        { load: 'level_end', at: 'viewDidAppear', guard: true, scene: 1 },
        { load: 'row', at: 'viewDidLoad', scene: 'none' }, { load: 'level_end' },
        { show: 'level_end', ifNotReady: 'call', scene: 'first' },
        { loadAndShow: 'level_end', scene: 'key' }, { show: 'level_end', scene: 'own' },
        { show: 'level_end', orShow: 'launch' }
        """) == [
          .load(
            placeholder: 0, awaited: false, budget: nil,
            place: place(.viewDidAppear, isGuarded: true, .window(1))),
          .load(placeholder: 3, awaited: false, budget: nil, place: place(.viewDidLoad, .missing)),
          .load(placeholder: 0, awaited: false, budget: nil),
          .show(placeholder: 0, ifNotReady: .call, budget: nil, scene: .first),
          .loadAndShow(placeholder: 0, budget: nil, scene: .key),
          .show(placeholder: 0, ifNotReady: .skip, budget: nil),
          .show(placeholder: 0, ifNotReady: .skip, budget: nil, instead: 1),
        ])
  }

  @Test func viewsArePutUpAndTakenDown() throws {
    #expect(
      try steps(
        """
        { banner: 'top' }, { banner: 'top', at: 'viewDidAppear' }, { native: 'row', scene: 'key' },
        { hide: 'top' }, { featurePromotion: 'offer' }, { cover: 'top' }, { uncover: 'row' }
        """) == [
          .banner(placeholder: 2), .banner(placeholder: 2, place: place(.viewDidAppear)),
          .native(placeholder: 3, place: place(nil, .key)), .hide(placeholder: 2),
          .featurePromotion(placeholder: 4), .cover(placeholder: 2), .uncover(placeholder: 3),
        ])
  }

  @Test func devicesAndAbsencesAreAsWritten() throws {
    #expect(
      try steps(
        """
        { resize: { width: 320, height: 480 } }, { resize: { width: 5, height: 6 }, window: 1 },
        { window: 1 }, 'fold', 'unfold', { fold: true }, { fold: false }, { unfold: false },
        { background: '5m' }, { background: '1s', terminated: 0.3, kind: 'picker' },
        { sheet: '2s' }, { sheet: 0, kind: 'overlay' }, { radio: 'wifi' }
        """) == [
          .resize(WindowSize(width: 320, height: 480), window: nil),
          .resize(WindowSize(width: 5, height: 6), window: 1), .window(1), .fold, .unfold, .fold,
          .unfold, .fold,
          .background(away: .constant(300e9), terminated: 0, kind: .home),
          .background(away: .constant(1e9), terminated: 0.3, kind: .picker),
          .sheet(time: .constant(2e9), kind: .system),
          .sheet(time: .constant(0), kind: .overlay), .radio(1),
        ])
  }

  @Test func anAppOpenStepSaysWhatReturnsDo() throws {
    var returns = AppOpenReturns()
    returns.isOn = true
    returns.minAway = .seconds(30)
    returns.ignores = [.ad, .picker]
    returns.trigger = .both
    var open = AppOpenReturns()
    open.ignores = []
    let automatic = AppOpenFlow.automatic(splash: .seconds(5))
    #expect(
      try steps(
        """
        { appOpen: 'launch', flow: 'manual', onReturn: true, minAway: '30s', trigger: 'both',
          ignores: ['ad', 'picker'] },
        { appOpen: 'launch', ignores: [] }, { appOpen: 'launch' }
        """) == [
          .appOpen(placeholder: 1, flow: .manual(budget: nil), returns: returns),
          .appOpen(placeholder: 1, flow: automatic, returns: open),
          .appOpen(placeholder: 1, flow: automatic),
        ])
    var chained = AppOpenReturns()
    chained.isOn = true
    chained.placeholder = 0
    chained.chains = true
    #expect(
      try steps("{ appOpen: 'launch', onReturn: true, show: 'level_end', chain: true }")
        == [.appOpen(placeholder: 1, flow: automatic, returns: chained)])
    #expect(AppOpenReturns().placeholder == nil && !AppOpenReturns().chains)
    #expect(AppOpenReturns().ignores == [.ad, .click, .picker, .sheet])
    #expect(AppOpenReturns().minAway == .seconds(17) && AppOpenReturns().isOn == nil)
  }

  @Test func everyStepKnowsItsKey() throws {
    let known = Set(Shapes.steps.map { $0.keys[0].name } + Shapes.stepWords)
    let list = try steps(
      """
      { wait: '1s' }, { load: 'level_end' }, { show: 'level_end' }, { loadAndShow: 'level_end' },
      { appOpen: 'launch' }, { repeat: 1, steps: [] }, { choose: [{ weight: 1, steps: [] }] },
      { banner: 'top' }, { native: 'row' }, { hide: 'top' }, { featurePromotion: 'offer' },
      { cover: 'top' }, { uncover: 'top' },
      { resize: { width: 1, height: 1 } }, { window: 0 }, 'fold', 'unfold', { background: '1s' },
      { sheet: '1s' }, { radio: 'lte' }, 'end'
      """)
    #expect(Set(list.map(\.key)) == known)
  }
}
