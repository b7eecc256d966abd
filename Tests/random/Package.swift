// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "random",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "perfbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "stream", dependencies: [.product(name: "Scheduler", package: "perfbench")],
      swiftSettings: [.swiftLanguageMode(.v6), .strictMemorySafety()])
  ]
)
