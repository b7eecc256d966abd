import Scheduler
import Testing

@testable import AKSPerf

/// What fits together: networks and formats, steps and placeholders, bounds and distributions.
@Suite("Fit of networks, formats and steps")
struct OfferTests {
  /// A scenario of two networks and one placeholder, by the texts of its parts.
  private func text(
    networks: String = "A: { backend: 'b' }",
    placeholder: String = "format: 'rewarded', primary: 'A'",
    steps: String = "{ show: 'p' }", more: String = ""
  ) -> String {
    """
    {
      name: 's', arrivals: { process: 'poisson', rate: '1/s' },
      backends: { b: {} },
      networks: { \(networks) },
      placeholders: { p: { \(placeholder) } },
      journeys: { main: [\(steps)] },
      \(more)
    }
    """
  }

  private func mistakes(_ text: String) -> [String] {
    do throws(ScenarioError) {
      let scenario = try ScenarioReader.read(text: text, named: "s")
      return scenario.unbuilt.map { "\($0.line):\($0.column): unbuilt: \($0.message)" }
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test("A fill by format must name the format of each placeholder it serves")
  func fillOfTheFormat() throws {
    let partial = "A: { backend: 'b', fill: { interstitial: 0.5 } }"
    #expect(
      mistakes(text(networks: partial)) == [
        "5:53: network 'A' has no fill for rewarded; add 'rewarded' or 'default' to its fill"
      ])
    let withDefault = "A: { backend: 'b', fill: { interstitial: 0.5, default: 0.2 } }"
    let scenario = try ScenarioReader.read(text: text(networks: withDefault), named: "s")
    #expect(scenario.networks[0].fill[.rewarded] == 0.2)
    #expect(scenario.networks[0].fill[.interstitial] == 0.5)
    #expect(mistakes(text(networks: "A: { backend: 'b', fill: 0.4 }")) == [])
  }

  @Test("A price by format must name it too, and neither may be empty")
  func priceOfTheFormat() throws {
    let partial = "A: { backend: 'b', price: { interstitial: 2 } }"
    #expect(
      mistakes(text(networks: partial)) == [
        "5:53: network 'A' has no price for rewarded; add 'rewarded' or 'default' to its price"
      ])
    let whole = [
      "{ interstitial: 2, default: 1 }", "{ rewarded: 3 }", "{ exponential: { mean: 6 } }",
    ]
    for price in whole {
      #expect(mistakes(text(networks: "A: { backend: 'b', price: \(price) }")) == [])
    }
    for key in ["fill", "price", "creative"] {
      let found = mistakes(text(networks: "A: { backend: 'b', \(key): {} }"))
      #expect(found.count == 1)
      #expect(found[0].hasSuffix("'\(key)' is empty: write one value, or one for each format"))
    }
  }

  @Test("A network is refused once a placeholder, in every form of a waterfall")
  func refusedOnce() {
    let networks = "A: { backend: 'b', fill: { appOpen: 1 } }, B: { backend: 'b' }"
    let waterfall =
      "format: 'rewarded', waterfall: [{ network: 'A' }, { network: 'B' }, { network: 'A' }], "
      + "defaultConfig: { primary: 'B', fallback: ['A'] }"
    #expect(mistakes(text(networks: networks, placeholder: waterfall)).count == 1)
    let fallback = "format: 'rewarded', primary: 'B', defaultConfig: { primary: 'A' }"
    #expect(mistakes(text(networks: networks, placeholder: fallback)).count == 1)
  }

  @Test("Feature promotion takes house networks only; a house network serves any format")
  func houses() {
    let networks = "A: { backend: 'b' }, H: { backend: 'b', house: true }"
    let promotion = "format: 'featurePromotion', primary: "
    #expect(
      mistakes(text(networks: networks, placeholder: promotion + "'A'", steps: "'end'")) == [
        "5:61: a placeholder of format featurePromotion takes house networks only; 'A' is none"
      ])
    #expect(
      mistakes(text(networks: networks, placeholder: promotion + "'H'", steps: "'end'")) == [])
    let mediator =
      "A: { backend: 'b' }, "
      + "H: { backend: 'b', house: true, inner: { waterfall: [{ network: 'A' }] } }"
    #expect(
      mistakes(text(networks: mediator, placeholder: promotion + "'H'", steps: "'end'")) == [
        "5:61: a placeholder of format featurePromotion takes house networks only; "
          + "'A', asked by 'H', is none"
      ])
    #expect(
      mistakes(text(networks: networks, placeholder: "format: 'rewarded', primary: 'H'")) == [])
  }

  @Test("A mediator's inner networks must fill and price the format too")
  func innerNetworks() {
    let networks =
      "A: { backend: 'b', inner: { waterfall: [{ network: 'B' }] } }, "
      + "B: { backend: 'b', inner: { waterfall: [{ network: 'C' }] } }, "
      + "C: { backend: 'b', fill: { banner: 1 } }"
    #expect(
      mistakes(text(networks: networks)) == [
        "5:53: network 'C', asked by 'A', has no fill for rewarded; add 'rewarded' or 'default' "
          + "to its fill"
      ])
    #expect(
      mistakes(
        text(networks: networks, placeholder: "format: 'banner', primary: 'A'", steps: "'end'")
      )
      .filter { !$0.contains("unbuilt") } == [])
  }

  @Test("Mediators may lie in one another up to a depth")
  func innerDepth() {
    func networks(_ depth: Int) -> String {
      let outer = (0..<depth).map {
        "N\($0): { backend: 'b', inner: { waterfall: [{ network: 'N\($0 + 1)' }] } }"
      }
      return (outer + ["N\(depth): { backend: 'b' }"]).joined(separator: ", ")
    }
    func found(_ depth: Int) -> [String] {
      mistakes(text(networks: networks(depth), placeholder: "format: 'rewarded', primary: 'N0'"))
        .filter { !$0.contains("unbuilt") }
    }
    #expect(found(Limits.innerDepth) == [])
    #expect(found(Limits.innerDepth + 1) == ["4:15: inner waterfalls are nested deeper than 4"])
    #expect(found(Limits.innerDepth + 3).count == 1)
  }

  @Test(
    "A misspelt name of a new key is offered the right one",
    arguments: [
      ("app: { pays: 'onec' }", "once"), ("app: { presentFrm: 'top' }", "presentFrom"),
      ("app: { watchdgo: '1s' }", "watchdog"), ("users: { ownFeature: 1 }", "ownsFeature"),
      ("radios: { lte: { ofline: true } }", "offline"),
      ("networks: { A: { backend: 'b', timeoutCovers: 'conect' } }", "connect"),
      ("networks: { A: { backend: 'b', checkExpiry: true } }", "checksExpiry"),
      ("networks: { A: { backend: 'b', faults: { phantmShow: 1 } } }", "phantomShow"),
      (
        "networks: { A: { backend: 'b', faults: { rules: [{ on: 'onAdDismised', do: 'lose'}] }} }",
        "onAdDismissed"
      ),
      (
        "networks: { A: { backend: 'b', faults: { rules: [{ on: 'load', do: 'lsoe' }] } } }", "lose"
      ),
      (
        "networks: { A: { backend: 'b', faults: { rules: [{ on: 'load', do: 'lose', "
          + "when: { formats: 'baner' } }] } } }", "banner"
      ),
      (
        "networks: { A: { backend: 'b', faults: { rules: [{ on: 'load', do: 'lose', "
          + "when: { device: 'ipda' } }] } } }, devices: { ipad: {} }", "ipad"
      ),
      ("placeholders: { p: { format: 'banner', primary: 'A', size: 'BANER' } }", "BANNER"),
      ("placeholders: { p: { format: 'banner', primary: 'A', refreh: '9s' } }", "refresh"),
      ("placeholders: { p: { format: 'rewarded', primary: 'A', onBusy: 'jion' } }", "join"),
      ("placeholders: { p: { format: 'rewarded', primary: 'A', cache: { tll: '9s' } } }", "ttl"),
      (
        "placeholders: { p: { format: 'rewarded', primary: 'A', strategy: { hybird: {} } } }",
        "hybrid"
      ),
      (
        "placeholders: { p: { format: 'rewarded', primary: 'A', "
          + "strategy: { bidding: { backend: 'exchang' } } } }, backends: { exchange: {}, b: {} }",
        "exchange"
      ),
      (
        "placeholders: { p: { format: 'rewarded', primary: 'A', "
          + "strategy: { adaptive: { scope: 'flete' } } } }", "fleet"
      ),
      ("journeys: { main: [{ shet: '1s' }] }", "sheet"),
      ("journeys: { main: [{ sheet: '1s', kind: 'stroe' }] }", "store"),
      ("journeys: { main: [{ background: '1s', kind: 'clik' }] }", "click"),
      ("journeys: { main: [{ load: 'p', scene: 'kye' }] }", "key"),
      ("journeys: { main: [{ show: 'p', ifNotReady: 'cal' }] }", "call"),
      (
        "journeys: { main: [{ hide: 'topp' }] }, "
          + "placeholders: { top: { format: 'banner', primary: 'A' } }", "top"
      ),
    ])
  func offers(_ keys: String, _ offered: String) {
    // Keys that come later win, as those of a file that includes another do.
    let (base, text) = (self.text(), "{ \(keys) }")
    do throws(ScenarioError) {
      _ = try ScenarioReader.read([]) {
        let source = $0.load(bytes: Array(base.utf8), named: "a")
        let other = $0.load(bytes: Array(text.utf8), named: "b")
        return source.flatMap { one in other.map { ScenarioLoader.merge(one, $0) } }
      }
      Issue.record("\(keys) is taken")
    } catch {
      #expect(error.diagnostics.contains { $0.suggestion == offered }, "\(error)")
    }
  }

  @Test("A journey without a step is a mistake, a branch without one is not")
  func emptyJourneys() {
    #expect(mistakes(text(steps: "")) == ["6:21: a journey needs one step at least"])
    let choice = "{ choose: [{ weight: 1, steps: [] }] }"
    #expect(mistakes(text(steps: choice)) == [])
  }

  @Test("Banners and native ads are loaded like any other ad, and shown by steps of their own")
  func loadsOfViews() {
    for format in ["banner", "native"] {
      let placeholder = "format: '\(format)', primary: 'A'"
      #expect(
        mistakes(text(placeholder: placeholder, steps: "{ load: 'p' }, { \(format): 'p' }")) == [])
      #expect(
        mistakes(text(placeholder: placeholder)) == [
          "6:30: 'show' cannot have placeholder 'p' of format \(format); it takes interstitial, "
            + "rewarded, appOpen"
        ])
    }
  }

  @Test("What is not simulated is an error to whoever runs it but none of the scenario")
  func severity() throws {
    let scenario = try ScenarioReader.read(text: text(more: "warmup: 'auto'"), named: "s")
    let notes = scenario.unbuilt.map { $0.description.split(separator: "\n")[0] }
    #expect(
      notes == [
        """
        s:7:3: error: 'warmup: "auto"' is read but not simulated by this version; \
        give a time or remove it
        """
      ])
    #expect(scenario.warnings.isEmpty)
  }

  @Test("min and max beside a distribution cut it off")
  func bounds() throws {
    func patience(_ value: String) throws -> DistributionSpec? {
      try ScenarioReader.read(text: text(more: "patience: \(value)"), named: "s").patience
    }
    let exponential = DistributionSpec.exponential(mean: 2e9)
    #expect(
      try patience("{ exponential: { mean: '2s' }, min: '1s', max: '5s' }")
        == .truncated(exponential, from: 1e9, to: 5e9))
    #expect(
      try patience("{ max: '5s', exponential: { mean: '2s' } }")
        == .truncated(exponential, from: nil, to: 5e9))
    #expect(try patience("{ uniform: { to: '2s', from: '1s' } }") == .uniform(low: 1e9, high: 2e9))
    #expect(
      try patience("{ discrete: [{ value: '1s', weight: 3 }, ['2s', 1]] }")
        == .discrete([.init(value: 1e9, weight: 3), .init(value: 2e9, weight: 1)]))
  }

  @Test(
    "Mistakes in bounds are told where they are",
    arguments: [
      ("{ min: '1s' }", "7:15: 'min' bounds a distribution, and there is none here"),
      (
        "{ exponential: { mean: '2s' }, min: '3s', max: '1s' }", "7:49: min is above max"
      ),
      (
        "{ uniform: ['1s', '2s'], min: '3s' }",
        "7:43: no value of the distribution is within min and max"
      ),
      ("{ uniform: ['1s', '2s'], max: 3 }", "7:43: a time needs a unit, such as \"800ms\""),
      ("{ uniform: { from: '1s' } }", "7:24: missing key 'to' of uniform"),
      ("{ discrete: [{ value: '1s' }] }", "7:26: missing key 'weight' of a value of discrete"),
      ("{ mim: '1s', uniform: [0, '1s'] }", "7:15: unknown distribution 'mim'"),
    ])
  func mistakesInBounds(_ value: String, _ expected: String) {
    #expect(mistakes(text(more: "patience: \(value)")) == [expected])
  }
}
