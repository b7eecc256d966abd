import AKSPerf
import Scheduler
import Testing

/// What a request costs on a cold and on a warm connection.
@Suite("Connections cost what theory says")
struct ConnectionTests {
  private static func run(
    _ connection: ConnectionCost, idle: [Double], roundTrip: Double
  ) throws -> [Double?] {
    var steps = [ExactWorld.load(0)]
    for (index, seconds) in idle.enumerated() {
      steps += [.wait(.constant(seconds * 1e9)), ExactWorld.load(index + 1)]
    }
    let count = idle.count + 1
    let scenario = ExactWorld.scenario(
      radio: ExactWorld.radio(roundTrip: roundTrip, rate: .infinity),
      sizes: Array(repeating: 0, count: count), steps: steps
    ) { scenario in
      for index in 0..<count {
        scenario.placeholders[index].remote.waterfall = [WaterfallEntry(network: 0)]
      }
      scenario.networks[0].connection = connection
    }
    let report = try Simulation(scenario).run()
    return (0..<count).map { ExactWorld.latency(report, slot: $0) }
  }

  @Test(
    "A cold request costs four round trips, a warm one costs one", arguments: ClosedForm.factors)
  func coldAndWarm(factor: Double) throws {
    let trip = 0.05 * factor
    var connection = ConnectionCost()
    connection.keepAlive = .rounding(nanoseconds: 60e9 * factor)
    let found = try Self.run(
      connection, idle: [59 * factor, 60 * factor, 61 * factor], roundTrip: trip)
    let cold = (4 * trip * 1e6).rounded()
    let warm = (trip * 1e6).rounded()
    #expect(found == [cold, warm, warm, cold])
  }

  @Test("Steps given as times add up with steps given as round trips")
  func mixedSteps() throws {
    var connection = ConnectionCost()
    connection.dns = .time(.constant(30e6))
    connection.tcp = .roundTrips(1)
    connection.tls = .roundTrips(0.5)
    let found = try Self.run(connection, idle: [1], roundTrip: 0.04)
    #expect(found == [30_000 + 40_000 + 20_000 + 40_000, 40_000])
  }

  @Test("A creative of the same host comes over the connection of its request")
  func sharedHost() throws {
    for (cdn, trips) in [(0, 5.0), (1, 8.0)] {
      let scenario = ExactWorld.scenario(
        radio: ExactWorld.radio(roundTrip: 0.05, rate: .infinity), sizes: [1_000],
        steps: [ExactWorld.load(0)]
      ) { scenario in
        scenario.networks[0].connection = ConnectionCost()
        scenario.networks[0].cdn = cdn
        var second = TestWorld.external(.constant(0))
        second.name = "cdn"
        scenario.backends.append(second)
      }
      #expect(ExactWorld.latency(try Simulation(scenario).run()) == trips * 50_000)
    }
  }
}
