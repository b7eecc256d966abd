import Foundation
import Scheduler
import Testing

@testable import AKSPerf

/// The scenario in which every key of the contract occurs.
@Suite struct ExampleTests {
  private func example() throws -> Scenario { try Scenario(contentsOf: Fixtures.example) }

  @Test func theExampleIsReadWhole() throws {
    let scenario = try example()
    #expect(scenario.warnings.isEmpty)
    #expect(scenario.name == "level-game-evening-peak")
    #expect(scenario.seed == 42)
    #expect(scenario.duration == .hours(2))
    #expect(scenario.warmup == .fixed(.minutes(10)))
    #expect(scenario.arrivals == .poisson(ratePerSecond: 120))
    #expect(scenario.users.configAge == .exponential(mean: 72e12))
    #expect(scenario.launch.consent?.given == 0.93)
    #expect(scenario.launch.trackingPrompt == .constant(3e9))
    #expect(scenario.geos.map(\.name) == ["US", "BR"])
    #expect(scenario.geos[1].roundTripAdd == .constant(60e6))
    #expect(scenario.radios[2].downBitsPerSecond == 240_000)
    #expect(scenario.radios[3].downBitsPerSecond == .infinity)
    #expect(scenario.devices[2].fold?.inner == WindowSize(width: 780, height: 844))
    #expect(scenario.config?.size == .constant(12_000))
    #expect(scenario.slo.count == 5)
    #expect(scenario.slo.map(\.level) == [.error, .warn, .error, .error, .error])
    #expect(scenario.splits == [[.format, .source], [.placeholder, .network]])
    #expect(scenario.sessionClasses.map(\.weight) == [6, 3, 1])
    #expect(
      scenario.sessionClasses[2] == SessionClass(weight: 1, journey: 0, device: 2, radio: 2, geo: 1)
    )
    #expect(scenario.click?.probability == 0.03)
    #expect(scenario.adDuration[.rewarded] == .constant(30e9))
    #expect(scenario.adDuration[.banner] == .constant(0))
    #expect(scenario.completion[.rewarded] == 0.92)
    #expect(scenario.completion[.banner] == 1)
    guard case .empirical(let sample) = scenario.backends[2].service else {
      Issue.record("the measured backend has no sample")
      return
    }
    #expect(sample.count > 20)
    #expect(scenario.backends[0].outages[1].kind == .slow(factor: 4))
  }

  @Test func theNetworksOfTheExampleAreAsWritten() throws {
    let scenario = try example()
    let admob = scenario.networks[0]
    #expect(admob.backend == 1 && admob.cdn == 3)
    #expect(admob.connection?.tls == .roundTrips(1))
    #expect(admob.fill[.appOpen] == 0.7)
    #expect(admob.fill[.featurePromotion] == 1)
    #expect(admob.creative[.banner] == .constant(80_000))
    #expect(admob.creative[.interstitial] == (try .lognormal(median: 1e6, p95: 6e6)))
    #expect(admob.expiry[.appOpen] == .hours(4))
    #expect(admob.expiry[.banner] == .hours(1))
    #expect(admob.timeout == .seconds(10))
    #expect(scenario.networks[1].inner?.noFillRetries?.total == .seconds(60))
    #expect(scenario.networks[2].inner?.waterfall.map(\.network) == [3, 4])
    #expect(scenario.networks[2].inner?.waterfall[1].floor == 2)
    #expect(scenario.networks[5].isHouse)
  }

  @Test func thePlaceholdersAndStepsOfTheExampleAreAsWritten() throws {
    let scenario = try example()
    let levelEnd = scenario.placeholders[1]
    #expect(levelEnd.remote.waterfall.map(\.network) == [0, 1, 2, 0])
    #expect(levelEnd.remote.waterfall.map(\.floor) == [15, 8, nil, nil])
    #expect(levelEnd.remote.waterfall[3].timeout == .after(.seconds(6)))
    #expect(levelEnd.remote.retry == .exponential(base: .seconds(1), cap: .seconds(64)))
    #expect(levelEnd.shipped?.waterfall.map(\.network) == [0])
    #expect(levelEnd.shipped?.deadline == .seconds(30))
    #expect(levelEnd.cache.refill == .onDismiss)
    #expect(levelEnd.cap == FrequencyCap(shows: 6, per: .hours(1)))
    #expect(levelEnd.minGap == .seconds(30))
    #expect(
      scenario.placeholders[2].remote.strategy
        == .parallel(batch: 2, pick: .price, batchTimeout: nil))
    let steps = scenario.journeys[0].steps
    #expect(steps[0] == .appOpen(placeholder: 0, flow: .automatic(splash: .seconds(5))))
    #expect(steps[1] == .load(placeholder: 1, awaited: false, budget: nil))
    guard case .repeated(.geometric(mean: 6), let inner) = steps[3] else {
      Issue.record("no loop")
      return
    }
    #expect(inner[1] == .show(placeholder: 1, ifNotReady: .wait, budget: .constant(1e9)))
    guard case .choose(let branches) = inner[2] else {
      Issue.record("no choice")
      return
    }
    #expect(branches.map(\.weight) == [0.2, 0.05, 0.75])
    let away = try DistributionSpec.lognormal(median: 1.2e12, p95: 14.4e12)
    #expect(branches[1].steps == [.background(away: away, terminated: 0.3, kind: .home)])
    #expect(steps[4...] == [.featurePromotion(placeholder: 3), .end])
  }

  @Test func everythingThatTheExampleUsesIsSimulated() throws {
    let uses = try example().unbuilt.map {
      $0.message.prefix { $0 != "’" }.split(separator: "' ")[0]
    }
    #expect(uses.isEmpty)
  }

  /// A key that the decoder forgets to read would accept anything.
  @Test(arguments: [("scenario-example.json5", 300), ("behaviour-example.json5", 200)])
  func everyValueOfTheExamplesIsRead(_ name: String, _ least: Int) throws {
    let bytes = Array(try String(contentsOfFile: Fixtures.path(name), encoding: .utf8).utf8)
    let places = try Self.values(of: bytes)
    #expect(places.count > least)
    var unread: [String] = []
    for place in places {
      let changed = bytes[..<place.start] + Array("null".utf8) + bytes[place.end...]
      do throws(ScenarioError) {
        _ = try Fixtures.readExample(Array(changed))
        unread.append(String(decoding: bytes[place.start..<place.end], as: UTF8.self))
      } catch {
        var cursor = SourceCursor()
        cursor.advance(to: place.start, in: bytes)
        let isAtPlace = error.diagnostics.contains {
          $0.line == cursor.line && $0.column == cursor.column
        }
        if !isAtPlace { unread.append("\(place): \(error.diagnostics[0].message)") }
      }
    }
    #expect(unread.isEmpty, "\(unread)")
  }

  /// The places of all values of a text but those of changes, where null takes a key out.
  private static func values(of bytes: [UInt8]) throws -> [SourceSpan] {
    var parser = JSONParser(bytes, source: 0)
    let document = parser.document()
    var places: [SourceSpan] = []
    func collect(_ value: JSONValue) {
      for inner in value.elements ?? [] {
        places.append(inner.span)
        collect(inner)
      }
      for member in value.members ?? [] {
        places.append(member.value.span)
        if member.key != "set" { collect(member.value) }
      }
    }
    collect(try #require(document))
    return places
  }

  @Test func theExamplesHoldEveryKey() throws {
    var known: Set<String> = []
    func collect(_ value: JSONValue) {
      for member in value.members ?? [] {
        known.insert(member.key)
        collect(member.value)
      }
      for element in value.elements ?? [] {
        if let word = element.text { known.insert(word) }
        collect(element)
      }
    }
    for name in ["scenario-example.json5", "behaviour-example.json5"] {
      var parser = JSONParser(
        Array(try String(contentsOfFile: Fixtures.path(name), encoding: .utf8).utf8), source: 0)
      let document = parser.document()
      collect(try #require(document))
    }
    let missing = UnbuiltKeyTests.shapes().filter { !$0.noun.hasSuffix("arrivals") }
      .flatMap { shape in shape.keys.map(\.name).filter { !known.contains($0) } }
    #expect(Set(missing) == ["include", "pause", "rampUp"])
  }
}

@Suite struct DefaultTests {
  @Test func keysLeftOutLeaveTheirEffectOut() throws {
    let scenario = try Minimal.read()
    #expect(scenario.seed == 1)
    #expect(scenario.duration == .hours(1))
    #expect(scenario.drain == .hours(1))
    #expect(scenario.warmup == .fixed(.zero))
    #expect(scenario.replications == 20)
    #expect(scenario.app == AppTraits())
    #expect(scenario.users == UserTraits())
    #expect(scenario.launch == LaunchPath())
    #expect(scenario.config == nil)
    #expect(scenario.geos == [Geo(name: "world")])
    #expect(scenario.radios == [Radio(name: "ideal")])
    #expect(
      scenario.devices
        == [Device(name: "phone", windows: [WindowSize(width: 390, height: 844)])])
    #expect(scenario.networks[0] == AdNetwork(name: "ADMOB", backend: 0))
    #expect(scenario.placeholders[0].cache == CachePolicy())
    #expect(scenario.placeholders[0].cap == nil)
    #expect(scenario.placeholders[0].shipped == nil)
    #expect(
      scenario.placeholders[0].remote == MediationConfig(waterfall: [WaterfallEntry(network: 0)]))
    #expect(
      scenario.sessionClasses == [SessionClass(weight: 1, journey: 0, device: 0, radio: 0, geo: 0)])
    #expect(scenario.demandCorrelation == 0.5)
    #expect(scenario.fillPersistence == .minutes(10))
    #expect(scenario.priceDecay == 1)
    #expect(scenario.adDuration == PerFormat(repeating: .constant(0)))
    #expect(scenario.completion == PerFormat(repeating: 1))
    #expect(scenario.click == nil && scenario.patience == nil)
    #expect(scenario.splits.isEmpty && scenario.slo.isEmpty)
    #expect(scenario.warnings.isEmpty && scenario.unbuilt.isEmpty)
  }

  @Test func emptyGroupsReadAsTheValuesOfTheirTypes() throws {
    let scenario = try Minimal.read([
      ("app", "{}"), ("users", "{}"), ("launch", "{ consent: {} }"), ("geos", "{ world: {} }"),
      ("radios", "{ ideal: {} }"), ("devices", "{ phone: {} }"), ("backends", "{ exchange: {} }"),
      ("config", "{ backend: 'exchange' }"),
      ("networks", "{ ADMOB: { backend: 'exchange', connection: {}, inner: {}, faults: {} } }"),
    ])
    var launch = LaunchPath()
    launch.consent = ConsentFlow()
    var network = AdNetwork(name: "ADMOB", backend: 0)
    network.inner = InnerMediation()
    #expect(scenario.app == AppTraits())
    #expect(scenario.users == UserTraits())
    #expect(scenario.launch == launch)
    #expect(scenario.geos == [Geo(name: "world")])
    #expect(scenario.radios == [Radio(name: "ideal")])
    #expect(scenario.backends == [Backend(name: "exchange")])
    #expect(scenario.config == RemoteConfig(backend: 0))
    #expect(scenario.networks == [network])
  }

  @Test func noneSwitchesOff() throws {
    let scenario = try Minimal.read([
      ("config", "'none'"), ("click", "'none'"), ("patience", "'none'"), ("warmup", "'none'"),
      ("fillPersistence", "'none'"),
      ("launch", "{ consent: 'none', initTimeout: 'none', trackingPrompt: 'none' }"),
      (
        "networks",
        """
        { ADMOB: { backend: 'exchange', connection: 'none', timeout: 'none', inner: 'none',
            presentTimeout: 'none', creative: { banner: 'none', default: '5kB' }, cdn: 'none',
            expiry: { default: 'none', banner: '5m' }, faults: 'none', breaker: 'none' } }
        """
      ),
      (
        "placeholders",
        """
        { level_end: { format: "interstitial", deadline: "none", retry: "none", cap: "none",
            cache: { refill: "none" }, minGap: "none",
            waterfall: [{ network: "ADMOB", timeout: "none", floor: "none" }] } }
        """
      ),
    ])
    #expect(scenario.fillPersistence == nil)
    let network = scenario.networks[0]
    #expect(network.connection == nil && network.presentTimeout == nil && network.inner == nil)
    #expect(network.creative[.banner] == .constant(0))
    #expect(network.creative[.native] == .constant(5_000))
    #expect(network.expiry[.appOpen] == nil && network.expiry[.banner] == .minutes(5))
    #expect(scenario.placeholders[0].remote.waterfall[0].timeout == .none)
    #expect(scenario.placeholders[0].cache.refill == [])
  }
}
