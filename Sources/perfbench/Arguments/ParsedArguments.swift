/// The words of one command line, sorted into options and positional values.
struct ParsedArguments {
  let command: CommandDeclaration
  /// The words that led to the command: `perfbench run`.
  let path: String
  fileprivate(set) var options: [(name: String, value: String)] = []
  fileprivate(set) var positionals: [String] = []

  init(command: CommandDeclaration, path: String) {
    self.command = command
    self.path = path
  }

  /// Whether a flag was given.
  func has(_ option: OptionDeclaration) -> Bool {
    options.contains { $0.name == option.long }
  }

  /// The values of a repeatable option, in the order given.
  func values(of option: OptionDeclaration) -> [String] {
    options.filter { $0.name == option.long }.map(\.value)
  }

  /// The value of an option, or nil without it.
  func value(of option: OptionDeclaration) -> String? { values(of: option).last }

  /// A decimal integer within `range`, or nil when the option is absent.
  func integer(
    _ option: OptionDeclaration, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
    if isDecimal, let number = Int(text), range.contains(number) { return number }
    let bounds = "an integer from \(range.lowerBound) to \(range.upperBound)"
    throw invalid(text, for: option, because: "it must be \(bounds)")
  }

  /// An unsigned 64-bit integer, decimal or hexadecimal (`0x…`), or nil when absent.
  func seed(_ option: OptionDeclaration) throws(UsageError) -> UInt64? {
    guard let text = value(of: option) else { return nil }
    let isHex = text.hasPrefix("0x") || text.hasPrefix("0X")
    let digits = isHex ? text.dropFirst(2) : text[...]
    if !digits.hasPrefix("+"), let number = UInt64(digits, radix: isHex ? 16 : 10) {
      return number
    }
    throw invalid(
      text, for: option,
      because: "it must be an integer from 0 to \(UInt64.max), decimal or 0x hexadecimal")
  }

  /// One of a closed list of words, or nil when the option is absent.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: OptionDeclaration, of type: Choice.Type
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = value(of: option) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw invalid(text, for: option, allowed: Choice.allCases.map(\.rawValue))
  }

  /// A usage error of this command line.
  func failure(_ message: String) -> UsageError {
    UsageError(message, in: command, path: path)
  }

  /// The error for a value outside a closed list.
  func invalid(
    _ text: String, for option: OptionDeclaration, allowed: [String]
  ) -> UsageError {
    let hint = Suggestion.nearest(to: text, in: allowed).map { "; did you mean '\($0)'?" } ?? ""
    let list = allowed.joined(separator: ", ")
    return invalid(text, for: option, because: "it must be one of \(list)\(hint)")
  }

  private func invalid(
    _ text: String, for option: OptionDeclaration, because reason: String
  ) -> UsageError {
    let name = "--\(option.long) <\(option.value ?? option.long)>"
    return failure("The value '\(text)' is invalid for '\(name)': \(reason)")
  }
}

extension ParsedArguments {
  mutating func add(option: String, value: String) { options.append((option, value)) }
  mutating func add(positional: String) { positionals.append(positional) }
}
