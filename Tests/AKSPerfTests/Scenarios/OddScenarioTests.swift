import Foundation
import Testing

@testable import AKSPerf

/// Small scenarios that have each broken a rule or stopped a run once; each file says how.
@Suite("Odd scenarios")
struct OddScenarioTests {
  private static let files: [URL] = {
    let folder = Shipped.root.appendingPathComponent("Tests/AKSPerfTests/Fixtures/odd")
    let all = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).sorted { $0.path < $1.path }
  }()

  @Test("all of them are found")
  func found() { #expect(Self.files.count == 6) }

  @Test("they run to their end, alike each time", arguments: files)
  func run(file: URL) throws {
    let scenario = try Scenario(contentsOf: file.path)
    let first = try Simulation(scenario).run()
    let second = try Simulation(scenario).run()
    #expect(first.header.fingerprint == second.header.fingerprint)
    #expect(first.n(.loads) == first.n(.loadsFilled) + first.n(.loadFailures) + first.n(.loadsOpen))
  }

  /// A launch whose only load names no scene, while it waits for its config.
  @Test("a load that is refused while the config is awaited is a load")
  func refusedWhileAwaiting() throws {
    var place = LoadPlace()
    place.scene = .missing
    let step = JourneyStep.load(placeholder: 0, awaited: false, budget: nil, place: place)
    let report = try TinyWorld.run([step]) {
      $0.config = RemoteConfig(backend: 0)
      $0.config?.isAwaited = true
      $0.users.firstLaunch = 1
      $0.app.mode = .test
    }
    #expect(report.n(.loads) == 1 && report.n(.invalidRequest, of: .loadFailures) == 1)
  }

  @Test("fetches outside the window fail there as well")
  func fetches() throws {
    let report = try TinyWorld.run([TinyWorld.wait(60_000)], duration: .seconds(10)) {
      $0.users.firstLaunch = 1
      $0.backends[0].outages = [BackendOutage(from: .zero, to: .hours(1), kind: .down)]
      $0.config = RemoteConfig(backend: 0)
      $0.config?.connection = nil
      $0.config?.retry = TinyWorld.milliseconds(1_000)
    }
    #expect(report.n(.configFetches) == 10 && report.n(.configFetchFailures) == 10)
  }
}
