import Scheduler

extension SessionTrace {
  /// The trace as text: one line an event, in columns.
  ///
  /// A callback that the app hears has an arrow before its name, a hazard an exclamation mark.
  public var text: String {
    let widths = (
      what: width(of: "event") { $0.label },
      placeholder: width(of: "placeholder") { $0.placeholder },
      network: width(of: "network") { $0.network }
    )
    var lines = [
      "session \(session) of replication \(replication) of "
        + "\(TerminalText.escaped(scenario)), seed \(seed)", "",
    ]
    func add(_ cells: [String]) {
      var line =
        Self.right(cells[0], 14) + "  " + Self.right(cells[1], 15) + "  "
        + Self.left(cells[2], widths.what) + "  " + Self.left(cells[3], widths.placeholder) + "  "
        + Self.left(cells[4], widths.network) + "  " + cells[5]
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    add(["since launch", "virtual time", "event", "placeholder", "network", "why"])
    for event in events {
      add([
        "+" + Self.clock(event.sinceLaunch.nanoseconds, minutesOnly: true),
        Self.clock(event.time.nanoseconds), event.label,
        TerminalText.escaped(event.placeholder ?? ""), TerminalText.escaped(event.network ?? ""),
        TerminalText.escaped(event.why),
      ])
    }
    if isCut { lines += ["", "Only the first \(events.count) events are listed."] }
    if !hasEnded { lines += ["", "The run ended before the session did."] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The width of a column of names.
  private func width(of heading: String, _ cell: (Event) -> String?) -> Int {
    events.reduce(heading.count) { max($0, TerminalText.escaped(cell($1) ?? "").count) }
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Hours, minutes, seconds and microseconds: `1:02:12.345678`, or `62:12.345678`.
  static func clock(_ nanoseconds: Int64, minutesOnly: Bool = false) -> String {
    let microseconds = nanoseconds / 1_000
    let minutes = microseconds / 60_000_000
    let rest = microseconds % 60_000_000
    let seconds = digits(rest / 1_000_000, 2) + "." + digits(rest % 1_000_000, 6)
    if minutesOnly { return "\(minutes):\(seconds)" }
    return "\(minutes / 60):\(digits(minutes % 60, 2)):\(seconds)"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension SessionTrace.Event {
  /// What happened, with the mark of its kind before it.
  fileprivate var label: String {
    switch kind {
    case .event: what
    case .callback: "→ \(what)"
    case .hazard: "! \(what)"
    }
  }
}
