/// The result of a gate as workflow commands of GitHub Actions: annotations, worst first.
///
/// GitHub keeps ten of a kind for one step, so where there are more, the tenth counts the rest.
public struct GateGitHub {
  /// Annotations of one kind that are kept.
  static let most = 10

  private let result: GateResult
  private let file: String?

  /// - Parameter file: The path of the scenario in the repository, to which annotations belong.
  public init(_ result: GateResult, file: String? = nil) {
    self.result = result
    self.file = file
  }

  /// The whole text; its last line is for the log.
  public func render() -> String {
    var text = ""
    text += lines("error", [.failed, .undecided])
    text += lines("warning", [.warned])
    text += lines("notice", [.improved])
    return text + "perfbench \(result.verdict.rawValue), \(result.summary)\n"
  }

  private func lines(_ command: String, _ severities: [GateCheck.Severity]) -> String {
    let checks = result.checks.filter { severities.contains($0.severity) }
    let shown = checks.count > Self.most ? Self.most - 1 : checks.count
    var text = ""
    for check in checks.prefix(shown) {
      let figures = GateFigures(check)
      text += line(command, "\(figures.word) \(check.name)", figures.sentence)
    }
    if checks.count > shown {
      text += line(command, "perfbench", "and \(checks.count - shown) more")
    }
    return text
  }

  private func line(_ command: String, _ title: String, _ message: String) -> String {
    var properties: [String] = []
    if let file { properties.append("file=\(Self.property(file)),line=1") }
    properties.append("title=\(Self.property(title))")
    return "::\(command) \(properties.joined(separator: ","))::\(Self.data(message))\n"
  }

  static func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
