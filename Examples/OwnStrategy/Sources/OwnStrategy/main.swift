import AKSPerf

let path = CommandLine.arguments.dropFirst().first ?? "Examples/OwnStrategy/scenario.json5"
let own = try Scenario(contentsOf: path)
var sequential = own
sequential.placeholders[0].remote.strategy = .sequential

var strategies = StrategyRegistry()
strategies.register("shortestFirst", ShortestFirst())

for scenario in [own, sequential] {
  let report = try Simulation(scenario, strategies: strategies).run()
  let mean = report.metric(.loadLatency)?.mean.value ?? 0
  print("\(scenario.placeholders[0].remote.strategy.name): \(Int(mean / 1000)) ms a load")
}
