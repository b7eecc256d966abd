extension Rule {
  /// Files with unsafe code, each under a safe type, and nothing else.
  static let unsafeFiles = [
    "Sources/Scheduler/Memory/ChunkMemory.swift",
    "Sources/Scheduler/Events/EventBuckets.swift",
    "Sources/Scheduler/Events/EventSlots.swift",
    "Sources/Scheduler/Events/UpcomingEvents.swift",
    "Sources/AKSPerf/Storage/",
    "Sources/AKSPerf/Scenario/ScenarioFiles.swift",
    "Sources/perfbench/System/Posix.swift",
  ]

  /// The files below the program that may import a library of the system: the one that reads files,
  /// the one that asks for huge pages and the one that steers Swift's tasks.
  static let systemFiles = [
    "Sources/AKSPerf/Scenario/ScenarioFiles.swift", "Sources/Scheduler/Memory/ChunkMemory.swift",
    "Sources/Scheduler/Tasks/TaskHook.swift",
  ]

  static let layers = [
    Rule(
      "dependencies point one way: perfbench, AKSPerf, Scheduler",
      bad: "import AKSPerf\n", good: "import Scheduler\nimport Synchronization\n",
      applies: isBelowTheProgram, violations: imports),
    Rule(
      "the program imports the C library in one file",
      at: "Sources/perfbench/Commands/Sample.swift",
      bad: "#if x\n  import Glibc\n#endif\n", good: "import AKSPerf\nimport Dispatch\n",
      applies: { $0.hasPrefix("Sources/perfbench/") && $0 != unsafeFiles.last },
      violations: { file in
        file.eachLineOfCode { line in
          let module = module(of: line)
          return ["Glibc", "Musl", "Darwin", "Foundation"].contains(module)
            ? "imports \(module ?? "")" : nil
        }
      }),
    Rule(
      "unsafe code has few files",
      bad: "let x = unsafe pointer.pointee\n", good: "/// Not unsafe.\nlet x = \"unsafe\"\n",
      applies: { path in
        path.hasPrefix("Sources/") && !unsafeFiles.contains { path.hasPrefix($0) }
      },
      violations: { file in
        file.eachLineOfCode { line in
          if line.contains(/(?:^|\W)unsafe(?:\W|$)/) { return "unsafe code" }
          return line.contains("@unchecked") ? "an unchecked promise" : nil
        }
      }),
  ]

  private static func imports(_ file: SourceFile) -> [String] {
    if systemFiles.contains(file.path) { return [] }
    let isEngine = file.path.hasPrefix("Sources/Scheduler/")
    var allowed = ["Synchronization"]
    if !isEngine { allowed.append("Scheduler") }
    // Replications are spread over threads here, and nowhere else.
    if file.path.hasPrefix("Sources/AKSPerf/Experiments/") { allowed.append("Dispatch") }
    return file.eachLineOfCode { line in
      guard let module = module(of: line), !allowed.contains(module) else { return nil }
      return "imports \(module)"
    }
  }

  /// The module a line imports, if it does.
  private static func module(of line: String) -> String? {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
    guard let keyword = words.firstIndex(of: "import") else { return nil }
    let modifiers: [Substring] = [
      "public", "internal", "private", "package", "fileprivate", "testable", "preconcurrency",
      "unsafe", "_implementationOnly", "_exported",
    ]
    if !words[..<keyword].allSatisfy({ modifiers.contains($0) }) { return nil }
    let kinds: [Substring] = ["struct", "func", "class", "enum", "protocol", "typealias", "var"]
    let name = words[(keyword + 1)...].first { !kinds.contains($0) }
    return name.map { String($0.prefix { $0 != "." }) }
  }
}
