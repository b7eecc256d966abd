import Foundation

/// What the documents of the package promise about its files.
enum Documents {
  static let required = [
    "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
  ]

  /// Relative targets of the links in a Markdown text.
  static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)\s#]+)(?:#[^)]*)?\)/).map { String($0.1) }
      .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
  }

  /// Links that lead nowhere, from a document at `path`.
  static func brokenLinks(in text: String, at path: String, exists: (String) -> Bool) -> [String] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return links(in: text).filter { !exists(String(folder) + $0) }
  }

  /// Folders a text names: words that end in `/`, in code marks or in a drawn tree.
  static func folders(in text: String) -> [String] {
    var found: [String] = []
    var isFenced = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isFenced.toggle()
        continue
      }
      if isFenced {
        let names = line.matches(of: /(?:^|[\s│├└─])([A-Za-z][\w.\-\/]*\/)(?=\s|$)/)
        found += names.map { String($0.1) }
      } else {
        found += line.matches(of: /`([A-Za-z.][\w.\-\/]*\/)`/).map { String($0.1) }
      }
    }
    return found
  }

  /// Folders named in a text that are not among `folders`, by the end of their path.
  static func missingFolders(in text: String, among folders: [String]) -> [String] {
    self.folders(in: text).filter { name in
      let name = name.dropLast()
      return !folders.contains { $0 == name || $0.hasSuffix("/" + name) }
    }
  }
}
