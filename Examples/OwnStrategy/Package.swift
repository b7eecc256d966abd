// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnStrategy",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "perfbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnStrategy",
      dependencies: [
        .product(name: "AKSPerf", package: "perfbench"),
        .product(name: "Scheduler", package: "perfbench"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
