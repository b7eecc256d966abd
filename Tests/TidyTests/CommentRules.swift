extension Rule {
  static let comments = [
    Rule(
      "public types and functions say what they are",
      bad: "@frozen\npublic struct A {\n}\n",
      good: "/// A thing.\n@frozen\npublic struct A {\n  public var x: Int\n}\n",
      applies: isBelowTheProgram, violations: undocumented),
    Rule(
      "the first sentence of a comment is shorter than 150 characters",
      bad: "/// " + String(repeating: "word ", count: 16) + "\n/// "
        + String(repeating: "word ", count: 16) + "end.\nlet x = 1\n",
      good: "/// Short. " + String(repeating: "word ", count: 12) + "\n/// "
        + String(repeating: "word ", count: 16) + "end.\nlet x = 1\n",
      applies: { $0.hasPrefix("Sources/") }, violations: longSentences),
    Rule(
      "comments speak of the code, not of its authors",
      bad: "// Here we count.\n", good: "// Here the rows are counted; web and wed are fine.\n",
      applies: { $0.hasPrefix("Sources/") },
      violations: { file in
        file.lines.enumerated().compactMap { index, line in
          guard let comment = line.firstRange(of: "// ") ?? line.firstRange(of: "/// ") else {
            return nil
          }
          let words = line[comment.upperBound...].lowercased().split { !$0.isLetter }
          let isPersonal = words.contains { ["we", "our"].contains($0) }
          return isPersonal ? file.violation(index, "speaks of its authors") : nil
        }
      }),
  ]

  private static func undocumented(_ file: SourceFile) -> [String] {
    var found: [String] = []
    for (index, line) in file.code.enumerated() {
      let isType = line.contains(
        /^(?:@\w+ )*public (?:final |indirect )*(?:struct|enum|class|protocol|actor|typealias)\s/)
      let isFunction = line.contains(/^\s*(?:@\w+ )*public (?:static |mutating )*func \w/)
      if !isType, !isFunction || isWitness(line) { continue }
      var above = index - 1
      while above >= 0, file.code[above].contains(/^\s*@\w+(?:\(.*\))?$/) { above -= 1 }
      let comment = above >= 0 ? file.lines[above].drop { $0 == " " } : ""
      // Functions with no blank line between them share the comment of the first.
      let isFirst = comment.isEmpty || comment.hasSuffix("{")
      if !comment.hasPrefix("///"), isType || isFirst {
        found.append(file.violation(index, "no comment"))
      }
    }
    return found
  }

  /// Functions that a protocol of the standard library asks for and explains.
  private static func isWitness(_ line: String) -> Bool {
    ["hash(", "encode(", "next(", "makeIterator(", "callAsFunction("].contains {
      line.contains("func \($0)")
    }
  }

  private static func longSentences(_ file: SourceFile) -> [String] {
    var found: [String] = []
    var sentence = ""
    var isOpen = false
    for (index, line) in file.lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("///") else {
        isOpen = false
        sentence = ""
        continue
      }
      let isFirst = index == 0 || !file.lines[index - 1].drop { $0 == " " }.hasPrefix("///")
      if isFirst { isOpen = true }
      if !isOpen { continue }
      let content = text.dropFirst(3).drop { $0 == " " }
      let end = content.firstRange(of: ". ")?.lowerBound
      sentence += (sentence.isEmpty ? "" : " ") + content[..<(end ?? content.endIndex)]
      if end != nil || content.isEmpty || content.hasSuffix(".") { isOpen = false }
      if sentence.count >= 150 {
        found.append(file.violation(index, "a first sentence of \(sentence.count) characters"))
        isOpen = false
      }
    }
    return found
  }
}
