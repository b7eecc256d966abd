extension Rule {
  static let style = [
    Rule(
      "lines have at most 100 columns",
      bad: String(repeating: "x", count: 101), good: String(repeating: "x", count: 100),
      violations: { file in
        file.lines.enumerated().filter { $0.element.count > 100 }
          .map { file.violation($0.offset, "\($0.element.count) columns") }
      }),
    Rule(
      "files have at most 400 lines",
      bad: String(repeating: "x\n", count: 401), good: String(repeating: "x\n", count: 400),
      violations: { file in
        file.lines.count > 400 ? [file.violation(400, "\(file.lines.count) lines")] : []
      }),
    Rule(
      "functions have at most 70 lines",
      bad: "func f(\n  a: Int\n) {\n" + String(repeating: "  a\n", count: 67) + "}\n",
      good: "func f(\n  a: Int\n) {\n" + String(repeating: "  a\n", count: 66) + "}\n",
      violations: functionLengths),
    Rule(
      "nothing is left to do later",
      bad: "let a = 1  // " + marks[0] + ": more\n", good: "let a = 1  // all of it\n",
      violations: { file in
        file.lines.enumerated().filter { line in marks.contains { line.element.contains($0) } }
          .map { file.violation($0.offset, "work left for later") }
      }),
  ]

  // Written in halves, so that this file does not break its own rule.
  private static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]

  /// Relies on the formatter: a body ends at the first `}` with the indentation of its head.
  private static func functionLengths(_ file: SourceFile) -> [String] {
    var found: [String] = []
    for (start, line) in file.code.enumerated() where isHead(line) {
      let indentation = SourceFile.indentation(line)
      for end in (start + 1)..<max(start + 1, file.code.count) {
        let other = file.code[end]
        if other.allSatisfy({ $0 == " " }) { continue }
        let depth = SourceFile.indentation(other)
        if depth > indentation { continue }
        let first = other.dropFirst(depth).first
        if depth == indentation, first == ")" || first == "{" { continue }
        let length = end - start + 1
        if depth == indentation, first == "}", length > 70 {
          found.append(file.violation(start, "a function of \(length) lines"))
        }
        break
      }
    }
    return found
  }

  private static func isHead(_ line: String) -> Bool {
    let words = line.split { !$0.isLetter }
    let keywords: [Substring] = ["func", "init", "subscript", "deinit"]
    guard let keyword = words.firstIndex(where: keywords.contains) else { return false }
    let modifiers = [
      "public", "private", "fileprivate", "static", "mutating", "borrowing", "consuming",
      "nonisolated", "override", "class", "final", "convenience", "Test", "inline", "always",
      "inlinable", "usableFromInline", "discardableResult", "Sendable", "unsafe", "never",
      "package", "internal", "escaping", "usable",
    ]
    return words[..<keyword].allSatisfy { modifiers.contains(String($0)) }
  }
}
