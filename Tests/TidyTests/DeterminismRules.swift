extension Rule {
  static let determinism = [
    Rule(
      "what has no order is sorted before it is walked",
      bad: "var rows: [String: Int] = [:]\nfor row in rows {\n}\n",
      good: "var rows: [String: Int] = [:]\nfor row in rows.sorted(by: f) {\n}\nrows[a] = 1\n",
      applies: isBelowTheProgram, violations: unorderedWalks),
    Rule(
      "keys and values of what has no order are sorted",
      bad: "let seen = Set<Int>()\nlet rows: [Key: Row]\nlet all = rows.values.map { $0 }\n",
      good: "let rows: [Key: Row]\nlet all = rows.values.sorted()\nlet other = series.values\n",
      applies: isBelowTheProgram, violations: unorderedWalks),
    Rule(
      "the model has no clock, no luck and no hash of the moment",
      bad: "let start = ContinuousClock.now\n", good: "let start = scheduler.now\n",
      applies: isBelowTheProgram,
      violations: { file in
        file.eachLineOfCode { line in
          let names = line.split { !$0.isLetter && !$0.isNumber }
          return forbidden.first { names.contains($0) }.map { "uses \($0)" }
        }
      }),
    Rule(
      "nothing is printed below the program",
      bad: "  print(row)\n", good: "  let print = 1\n  state.print(row)\n",
      applies: isBelowTheProgram,
      violations: { file in
        file.eachLineOfCode { line in
          line.contains(/(?:^|[^\w.])(?:debugP|p)rint\(/) ? "prints" : nil
        }
      }),
    Rule(
      "the model draws from streams only",
      bad: "let x = Int.random(in: 0..<3)\n", good: "let x = stream.random()\n",
      applies: isBelowTheProgram,
      violations: { file in
        file.eachLineOfCode { line in
          let draws = [".random(in:", ".shuffled()", ".shuffle()", ".randomElement()"]
          return draws.first { line.contains($0) }.map { "draws with \($0)" }
        }
      }),
  ]

  /// Names whose values change from run to run or from machine to machine.
  ///
  /// Functions of the mathematical library need an import, which has a rule of its own.
  private static let forbidden: [Substring] = [
    "ContinuousClock", "SuspendingClock", "Date", "DispatchTime", "clock_gettime", "gettimeofday",
    "SystemRandomNumberGenerator", "Hasher", "hashValue", "ObjectIdentifier", "Float80",
    "ProcessInfo", "CommandLine", "getenv", "Locale", "TimeZone",
  ]

  private static func unorderedWalks(_ file: SourceFile) -> [String] {
    let typed = /(?:var|let)\s+(\w+)\s*:\s*(?:\[[^\[\]]+:|Dictionary<|Set<)/
    let assigned = /(?:var|let)\s+(\w+)\s*=\s*(?:Dictionary|Set|\[[^\[\],]+:[^\[\],]+\]\()/
    var names: Set<Substring> = []
    for line in file.code where !line.contains(".sorted") {
      for declaration in [typed, assigned] {
        if let match = line.firstMatch(of: declaration) { names.insert(Substring(match.1)) }
      }
    }
    if names.isEmpty { return [] }
    return file.eachLineOfCode { line in
      if line.contains("sorted") { return nil }
      let loop = /(?:^|\s)for\s.*\sin\s+(?:self\.)?(\w+)\s*(?:\{|where)/
      if let match = line.firstMatch(of: loop), names.contains(match.1) {
        return "walks '\(match.1)', which has no order"
      }
      let walk = /(\w+)\.(?:keys|values|map|flatMap|compactMap|forEach|reduce)(?!\w)/
      for match in line.matches(of: walk) where names.contains(match.1) {
        return "walks '\(match.1)', which has no order"
      }
      return nil
    }
  }
}
