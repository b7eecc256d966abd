import Scheduler

/// What one reading of a scenario shares: the log of mistakes and the files beside the scenario.
final class ReadingContext {
  let log: SourceLog
  let files: ScenarioLoader
  /// Measurement files in use, as written, with the fingerprint of their content.
  var measurements: [(name: String, content: Fingerprint)] = []

  init(log: SourceLog, files: ScenarioLoader) {
    self.log = log
    self.files = files
  }

  func error(_ span: SourceSpan, _ message: String, suggestion: String? = nil) {
    log.error(span, message, suggestion: suggestion)
  }

  /// Notes that a value has the wrong type.
  func mismatch(_ value: JSONValue, expected: String) {
    if case .null = value.content {
      error(value.span, "null is no value: leave the key out or write \(expected)")
    } else {
      error(value.span, "expected \(expected), found \(value.noun)")
    }
  }

  /// Notes that a value is not the text it looks like without its quotes.
  private func mismatch(text value: JSONValue, expected: String) {
    switch value.content {
    case .number, .bool:
      error(value.span, "expected \(expected), found \(value.noun); put it in quotes: \"…\"")
    default: mismatch(value, expected: expected)
    }
  }

  /// Notes a word that is none of the known ones.
  func unknown(_ span: SourceSpan, _ what: String, _ word: String, known: [String]) {
    let nearest = log.hasTooManyErrors ? nil : nearestName(to: word, among: known)
    let list =
      known.count <= 16 && nearest == nil ? "; known: " + known.joined(separator: ", ") : ""
    error(
      span, "unknown \(what) \(quoted(word))\(known.isEmpty ? "" : list)", suggestion: nearest)
  }

  // MARK: Plain values

  func text(_ value: JSONValue, expected: String = "a text") -> String? {
    guard let text = value.text else {
      mismatch(text: value, expected: expected)
      return nil
    }
    return text
  }

  /// A text that can name something.
  func name(_ value: JSONValue) -> String? {
    guard let name = text(value, expected: "a name in quotes") else { return nil }
    return checkName(name, at: value.span) ? name : nil
  }

  /// Whether a text can name something: not empty, not too long, without control characters.
  func checkName(_ name: String, at span: SourceSpan) -> Bool {
    if name.isEmpty {
      error(span, "a name cannot be empty")
    } else if name.unicodeScalars.count > Limits.nameCharacters {
      error(span, "a name has at most \(Limits.nameCharacters) characters")
    } else if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      error(span, "a name cannot have control characters")
    } else {
      return true
    }
    return false
  }

  func flag(_ value: JSONValue) -> Bool? {
    if case .bool(let flag) = value.content { return flag }
    mismatch(value, expected: "true or false")
    return nil
  }

  func number(_ value: JSONValue, in range: ClosedRange<Double>) -> Double? {
    guard let number = value.number?.value else {
      mismatch(value, expected: "a number")
      return nil
    }
    guard range.contains(number) else {
      let (low, high) = (JSONWriter.number(range.lowerBound), JSONWriter.number(range.upperBound))
      error(value.span, "the number must be from \(low) to \(high)")
      return nil
    }
    return number
  }

  func integer(_ value: JSONValue, in range: ClosedRange<Int>) -> Int? {
    guard let number = value.number else {
      mismatch(value, expected: "a whole number")
      return nil
    }
    guard let integer = Int(exactly: number.value) else {
      error(value.span, "expected a whole number")
      return nil
    }
    guard range.contains(integer) else {
      error(
        value.span, "the number must be from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return integer
  }

  /// A quantity in its unit of scale 1.
  func quantity(
    _ value: JSONValue, _ quantity: Quantity, allowsNegative: Bool = false
  ) -> Double? {
    if let number = value.number?.value {
      if quantity.units.isEmpty {
        if number < 0, !allowsNegative {
          error(value.span, "\(quantity.noun) cannot be negative")
        } else if number.magnitude > quantity.limit.value {
          error(value.span, "\(quantity.noun) is at most \(quantity.limit.name)")
        } else {
          return number
        }
        return nil
      }
      if number == 0 { return 0 }
      error(value.span, "\(quantity.noun) needs a unit, such as \(quantity.example)")
      return nil
    }
    guard let text = value.text else {
      mismatch(value, expected: "\(quantity.noun) such as \(quantity.example)")
      return nil
    }
    if text == "none" {
      error(value.span, "\"none\" cannot stand here; write 0, or leave the key out")
      return nil
    }
    do throws(Quantity.Mistake) {
      return try quantity.value(of: text, allowsNegative: allowsNegative)
    } catch {
      self.error(value.span, error.message, suggestion: error.suggestion)
      return nil
    }
  }

  func duration(_ value: JSONValue) -> SimDuration? {
    guard let nanoseconds = quantity(value, .duration) else { return nil }
    if nanoseconds > 0, nanoseconds < 1 {
      error(value.span, "a time is 0 or at least 1ns")
      return nil
    }
    return .rounding(nanoseconds: nanoseconds)
  }

  func word(_ value: JSONValue, of words: [String], _ what: String) -> String? {
    guard let word = value.text else {
      mismatch(value, expected: "one of " + words.joined(separator: ", "))
      return nil
    }
    guard words.contains(word) else {
      unknown(value.span, "value", word, known: words, of: quoted(what))
      return nil
    }
    return word
  }

  /// An array with a least number of elements.
  func list(_ value: JSONValue, atLeast least: Int, _ what: String) -> [JSONValue]? {
    guard let elements = value.elements else {
      mismatch(value, expected: "an array")
      return nil
    }
    if elements.count < least {
      error(value.span, "\(quoted(what)) needs at least \(least == 1 ? "one element" : "\(least)")")
      return nil
    }
    return elements
  }
}

/// The name nearest to a misspelt one; nil when none is near or the name is no word.
func nearestName(to name: String, among candidates: [String]) -> String? {
  guard name.utf8.count <= 80 else { return nil }
  return closestName(
    to: name, among: candidates.count > 2_000 ? Array(candidates[..<2_000]) : candidates)
}
