// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
]

let package = Package(
  name: "perfbench",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Scheduler", targets: ["Scheduler"]),
    .library(name: "AKSPerf", targets: ["AKSPerf"]),
    .executable(name: "perfbench", targets: ["perfbench"]),
  ],
  targets: [
    // Unoptimised builds call the platform's sqrt, which IEEE 754 makes exact everywhere.
    .target(
      name: "Scheduler", swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "AKSPerf", dependencies: ["Scheduler"], swiftSettings: settings),
    .executableTarget(
      name: "perfbench", dependencies: ["AKSPerf", "Scheduler"], swiftSettings: settings),
    .testTarget(name: "SchedulerTests", dependencies: ["Scheduler"], swiftSettings: settings),
    .testTarget(
      name: "AKSPerfTests", dependencies: ["AKSPerf", "Scheduler"],
      exclude: ["Fixtures", "Reports/Golden"], swiftSettings: settings),
    .testTarget(
      name: "perfbenchTests", dependencies: ["perfbench", "AKSPerf"], swiftSettings: settings),
    .testTarget(name: "TidyTests", swiftSettings: settings),
  ]
)
