/// The figures of a check as people read them.
struct GateFigures {
  let check: GateCheck

  init(_ check: GateCheck) { self.check = check }

  /// A figure in its unit; `-` where there is none.
  func figure(_ value: Double?) -> String {
    guard let value else { return "-" }
    if value < 0 { return "-" + figure(-value) }
    switch check.unit {
    case "us": return NumberText.time(value)
    case "USD", "B": return NumberText.ratio(value, unit: check.unit)
    default: return value >= 1_000 ? grouped(value) : NumberText.figure(value)
    }
  }

  private func grouped(_ value: Double) -> String {
    value < 1e18 ? NumberText.grouped(UInt64(value + 0.5)) : NumberText.fixed(value, 0)
  }

  var value: String { figure(check.estimate.value) }
  var interval: String {
    check.estimate.interval.map { "[\(figure($0.low)), \(figure($0.high))]" } ?? "-"
  }
  var count: String { grouped(check.count) }
  var limit: String { figure(check.limit) }
  var baseline: String { figure(check.baseline) }

  /// The change against the baseline: `+12.3% [+10.1%, +14.5%]`, in units where the baseline is 0.
  var change: String {
    guard let value = check.estimate.value, let baseline = check.baseline,
      let interval = check.difference
    else { return "-" }
    let ends = [value - baseline, interval.low, interval.high].map { part in
      let share = NumberText.fixed(abs(part) / baseline * 100, 1) + "%"
      let text = baseline > 0 ? share : figure(abs(part))
      return (part < 0 ? "-" : "+") + text
    }
    return "\(ends[0]) [\(ends[1]), \(ends[2])]"
  }

  var word: String {
    if check.severity == .warned { return "WARN" }
    return check.verdict.rawValue.uppercased()
  }

  /// Value, interval, samples and what they are held against, in one line.
  var sentence: String {
    var text = "\(value)"
    if check.estimate.interval != nil { text += " \(interval)" }
    text += ", n \(count)"
    if check.kind == .objective { return text + (check.reason.map { " (\($0))" } ?? "") }
    text += "; baseline \(baseline)"
    if check.limit != nil {
      text += ", change \(change), limit \(limit)"
      text += ", standard error \(figure(check.standardError))"
      text += ", detects \(figure(check.smallestDetectable))"
    }
    return text + (check.reason.map { " (\($0))" } ?? "")
  }
}

extension GateResult {
  /// How many checks there are of each severity, in words: `1 of 12 checks failed, 2 undecided`.
  var summary: String {
    func count(_ severity: GateCheck.Severity) -> Int { checks.count { $0.severity == severity } }
    var parts: [String] = []
    let kinds: [(GateCheck.Severity, String)] = [
      (.failed, "failed"), (.undecided, "undecided"), (.warned, "warned"),
      (.improved, "improved"), (.passed, "passed"),
    ]
    for (severity, word) in kinds where count(severity) > 0 {
      parts.append("\(count(severity)) \(word)")
    }
    return "\(checks.count) \(checks.count == 1 ? "check" : "checks"): "
      + (parts.isEmpty ? "nothing to judge" : parts.joined(separator: ", "))
  }

  /// What was compared with what, one line each.
  var notes: [String] {
    var lines = [
      "scenario \(TerminalText.escaped(header.scenario)), seed \(header.seed), \(replications) "
        + (replications == 1 ? "replication" : "replications")
        + ", fingerprint \(header.fingerprint)"
    ]
    lines += header.overrides.map {
      "set \(TerminalText.escaped($0.path)) = \(TerminalText.escaped($0.value))"
    }
    if let baseline {
      if isSameRun {
        lines.append("baseline: the same run, by fingerprint and metric digest")
      } else {
        var text = "baseline: fingerprint \(baseline.fingerprint)"
        if isChangedScenario { text += "; the scenario has changed since" }
        if baseline.modelVersion != AKSPerfVersion.current {
          text += "; it was written by version \(baseline.modelVersion)"
        }
        lines.append(text)
      }
    }
    return lines + warnings.map { "warning: \($0)" }
  }
}
