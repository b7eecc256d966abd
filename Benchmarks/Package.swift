// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "perfbench", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "AKSPerf", package: "perfbench"),
        .product(name: "Scheduler", package: "perfbench"),
      ],
      swiftSettings: settings),
    .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks"], swiftSettings: settings),
  ]
)
