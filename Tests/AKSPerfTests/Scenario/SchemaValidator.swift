@testable import AKSPerf

/// A validator of the part of JSON Schema 2020-12 that the scenario's schema uses.
///
/// A keyword outside that part is itself a complaint, so nothing goes unchecked.
struct SchemaValidator {
  let root: JSONValue

  /// Where and why a value does not fit; empty when it does.
  func complaints(about value: JSONValue) -> [String] { check(value, root, "$") }

  private static let notes = ["$schema", "title", "description", "default", "$defs"]

  private func check(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    for keyword in schema.members ?? [] where !Self.notes.contains(keyword.key) {
      let rule = keyword.value
      switch keyword.key {
      case "$ref":
        let name = rule.text?.split(separator: "/").last.map(String.init) ?? ""
        if let target = root["$defs"]?[name] {
          found += check(value, target, path)
        } else {
          found.append("\(path): no definition '\(name)'")
        }
      case "anyOf":
        let each = (rule.elements ?? []).map { check(value, $0, path) }
        if !each.contains([]) {
          // The alternative that got furthest says most.
          found += each.max { $0.map(\.count).max() ?? 0 < $1.map(\.count).max() ?? 0 } ?? []
        }
      case "oneOf":
        let fitting = (rule.elements ?? []).count { check(value, $0, path).isEmpty }
        if fitting != 1 { found.append("\(path): fits \(fitting) alternatives, not one") }
      case "properties", "additionalProperties": break
      default:
        if let complaint = simple(value, keyword.key, rule) {
          found.append("\(path): \(complaint)")
        }
      }
    }
    return found + members(value, schema, path) + elements(value, schema, path)
  }

  private func members(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    for member in value.members ?? [] {
      let inner = "\(path).\(member.key)"
      if let known = schema["properties"]?[member.key] {
        found += check(member.value, known, inner)
      } else if let others = schema["additionalProperties"] {
        if case .bool(false) = others.content {
          found.append("\(inner): unknown key")
        } else {
          found += check(member.value, others, inner)
        }
      }
    }
    return found
  }

  private func elements(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    let first = schema["prefixItems"]?.elements ?? []
    return (value.elements ?? []).enumerated().flatMap { index, element in
      let rule = index < first.count ? first[index] : schema["items"]
      return rule.map { check(element, $0, "\(path)[\(index)]") } ?? []
    }
  }

  private func simple(_ value: JSONValue, _ keyword: String, _ rule: JSONValue) -> String? {
    let limit = rule.number?.value ?? 0
    let number = value.number?.value
    switch keyword {
    case "type": return fits(value, rule.text ?? "") ? nil : "is no \(rule.text ?? "")"
    case "const": return same(value, rule) ? nil : "is not the constant"
    case "enum":
      return rule.elements?.contains { same(value, $0) } == true ? nil : "is none of the words"
    case "required":
      let missing = (rule.elements ?? []).compactMap(\.text).first { value[$0] == nil }
      return value.members == nil ? nil : missing.map { "lacks \($0)" }
    case "minimum": return number.map { $0 < limit } == true ? "is too small" : nil
    case "maximum": return number.map { $0 > limit } == true ? "is too large" : nil
    case "minItems":
      return value.elements.map { Double($0.count) < limit } == true ? "has too few" : nil
    case "maxItems":
      return value.elements.map { Double($0.count) > limit } == true ? "has too many" : nil
    case "minLength":
      return value.text.map { Double($0.unicodeScalars.count) < limit } == true
        ? "is too short" : nil
    case "maxLength":
      return value.text.map { Double($0.unicodeScalars.count) > limit } == true
        ? "is too long" : nil
    case "pattern":
      guard let text = value.text, let pattern = try? Regex(rule.text ?? "") else { return nil }
      return text.firstMatch(of: pattern) == nil ? "does not match" : nil
    case "propertyNames":
      let wrong = (value.members ?? []).first { member in
        let name = JSONValue(content: .string(member.key), span: member.keySpan)
        return !check(name, rule, "").isEmpty
      }
      return wrong.map { "has the bad name '\($0.key)'" }
    case "items", "prefixItems": return nil
    default: return "unknown keyword \(keyword)"
    }
  }

  private func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value.content) {
    case ("string", .string), ("number", .number), ("boolean", .bool), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number.value == number.value.rounded()
    default: false
    }
  }

  private func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a.content, b.content) {
    case (.string(let x), .string(let y)): x == y
    case (.number(let x), .number(let y)): x.value == y.value
    default: false
    }
  }
}
