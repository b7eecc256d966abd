import Scheduler

/// The hash of what a scenario says, whatever its comments, layout, order of keys and files.
enum ScenarioDigest {
  /// Keys of the root that say nothing about the world.
  private static let silent = ["$schema", "description", "include", "expect", "sweep"]

  /// The digest of a tree with overrides, its measurement files and the defaults that depend on
  /// the order of keys.
  static func of(
    _ tree: JSONValue, _ scenario: Scenario, _ files: [(name: String, content: Fingerprint)]
  ) -> String {
    var print = Fingerprint()
    var root = tree
    root.content = .object((tree.members ?? []).filter { !silent.contains($0.key) })
    add(root, to: &print)
    for file in files.sorted(by: { $0.name < $1.name }) {
      print.combine(text: file.name)
      print.combine(file.content)
    }
    for item in scenario.sessionClasses {
      print.combine(text: scenario.journeys[item.journey].name)
      print.combine(text: scenario.devices[item.device].name)
      print.combine(text: scenario.radios[item.radio].name)
      print.combine(text: scenario.geos[item.geo].name)
    }
    return print.hexDigits
  }

  /// Each value starts with a word for its kind, so that no two trees give the same words.
  private static func add(_ value: JSONValue, to print: inout Fingerprint) {
    switch value.content {
    case .null: print.combine(1)
    case .bool(let flag): print.combine(flag ? 3 : 2)
    case .number(let number):
      if let integer = number.unsigned {
        print.combine(4)
        print.combine(integer)
      } else {
        print.combine(5)
        print.combine(number.value.bitPattern)
      }
    case .string(let text):
      print.combine(6)
      print.combine(text: text)
    case .array(let elements):
      print.combine(7)
      print.combine(UInt64(elements.count))
      for element in elements { add(element, to: &print) }
    case .object(let members):
      print.combine(8)
      print.combine(UInt64(members.count))
      let sorted = members.sorted { a, b in
        a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
      }
      for member in sorted {
        print.combine(text: member.key)
        add(member.value, to: &print)
      }
    }
  }
}
