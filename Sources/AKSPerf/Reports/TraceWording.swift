import Scheduler

/// Puts the lines of a trace into words.
struct TraceWording {
  let scenario: Scenario
  private let tables: ScenarioTables

  init(_ compiled: CompiledScenario) {
    scenario = compiled.scenario
    tables = compiled.tables
  }

  func events(of log: TraceLog) -> [SessionTrace.Event] { log.lines.map(event) }

  private func event(_ line: TraceLine) -> SessionTrace.Event {
    var event = SessionTrace.Event(
      time: line.time, sinceLaunch: line.time - line.start, launch: line.launch, kind: .event,
      what: "", why: why(line).filter { !$0.isEmpty }.joined(separator: ", "))
    if line.placeholder >= 0 {
      event.placeholder = scenario.placeholders[Int(line.placeholder)].name
    }
    if line.network >= 0 { event.network = scenario.networks[Int(line.network)].name }
    switch line.what {
    case .hazard:
      event.kind = .hazard
      event.what = Hazard(rawValue: UInt8(truncatingIfNeeded: line.bytes))?.name ?? ""
    case .callback:
      event.kind = .callback
      event.what = Callback(rawValue: UInt8(truncatingIfNeeded: line.bytes))?.name ?? ""
    default: event.what = Self.words(String(describing: line.what))
    }
    return event
  }

  /// `loadCalled` as `load called`.
  static func words(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += " " }
      result += character.lowercased()
    }
    return result
  }

  private func why(_ line: TraceLine) -> [String] {
    switch line.what {
    case .launched: return [sessionClass(Int(line.sessionClass)), why(line.why)]
    case .step: return [step(tables.steps[Int(line.place)]), why(line.why)]
    case .arrived, .serviceStarted: return [scenario.backends[Int(line.place)].name]
    case .radioChanged: return [scenario.radios[Int(line.place)].name]
    case .windowChanged: return ["window \(line.place)"]
    case .hazard:
      let times = line.bytes >> 8
      return [times > 1 ? "\(times) times" : ""]
    case .callback:
      let calls = line.bytes >> 8
      return [calls > 1 ? "of \(calls) calls" : ""]
    default:
      return [
        line.reason?.name ?? "", line.price > 0 ? Self.price(line.price) : "",
        line.bytes > 0 ? "\(NumberText.bytes(Double(line.bytes)))" : "", why(line.why),
      ]
    }
  }

  private func sessionClass(_ index: Int) -> String {
    let item = scenario.sessionClasses[index]
    return [
      "journey \(scenario.journeys[item.journey].name)", scenario.devices[item.device].name,
      scenario.radios[item.radio].name, scenario.geos[item.geo].name,
    ].joined(separator: " on ")
  }

  private func step(_ row: StepRow) -> String {
    switch row.code {
    case .show: return "show, \(String(describing: row.ifNotReady)) if not ready"
    case .load: return row.awaited ? "load and wait for its end" : "load"
    default: return Self.words(String(describing: row.code))
    }
  }

  private func why(_ why: TraceWhy) -> String {
    switch why {
    case .none: return ""
    case .launch(let flags): return Self.launch(flags)
    case .waits(let time): return Self.seconds(time)
    case .call(let caller, let end): return Self.call(caller, end)
    case .entry(let entry, let count, let floor, let timeout):
      return [
        "entry \(entry) of \(count)",
        floor > 0 ? "floor \(NumberText.fixed(floor, 2)) USD" : "",
        timeout.map { "timeout \(Self.seconds($0))" } ?? "",
      ].filter { !$0.isEmpty }.joined(separator: ", ")
    case .bid(let price, let floor):
      let isBelow = Double(price) < floor * 1e6
      return "bids \(Self.price(price))"
        + (isBelow ? ", floor \(NumberText.fixed(floor, 2)) USD" : "")
    case .noBid: return "no bid"
    case .capped: return "no bid: the network's cap is reached"
    case .gated(let reason): return "not allowed: \(reason.name)"
    case .found(let found): return "finds \(Self.words(found.name))"
    case .left(let count): return Self.left(count)
    case .offered(let isTaken):
      return isTaken ? "taken by its slot" : "no room for it, wasted"
    case .outcome(let outcome): return outcome.name
    case .screen(let time, let completes):
      return "\(completes ? "to be viewed to its end" : "to be closed early") after "
        + Self.seconds(time)
    case .adapters(let time): return "waits \(Self.seconds(time)) for the SDK and its adapters"
    case .config: return "waits for the config"
    case .awaitsRadio: return "its request waits for a radio"
    case .goesOn: return "goes on without its load"
    case .leavesAd(let fate):
      switch fate {
      case .kept: return "leaves the ad, which stays on screen"
      case .closed: return "leaves the ad, which is closed at the return"
      case .lost: return "leaves the ad, which goes without a callback"
      }
    case .leavesBeforeAd(let fate):
      switch fate {
      case .shown: return "leaves before the ad; the show goes on at the return"
      case .failed: return "leaves before the ad, whose show fails at the return"
      case .lost: return "leaves before the ad, whose show fails without a callback"
      }
    }
  }

  private static func launch(_ flags: SessionFlags) -> String {
    [
      flags.contains(.firstLaunch) ? "first launch" : "",
      flags.contains(.adsRemoved) ? "ads removed" : "",
      flags.contains(.noConsent) ? "will refuse consent" : "",
      flags.contains(.unasked) ? "cannot be asked for consent" : "",
      flags.contains(.untracked) ? "does not allow tracking" : "",
      flags.contains(.remoteConfig) ? "" : "default config",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func call(_ caller: LoadCaller, _ end: TraceWhy.CallEnd) -> String {
    let by =
      switch caller {
      case .plain, .view: ""
      case .retry: "as a retry "
      case .awaiting: "by a step that waits "
      case .refresh: "as a refresh "
      case .oneCall: "by the call that also shows "
      }
    switch end {
    case .starts: return by + "starts a load"
    case .joins: return by + "joins the load in flight"
    case .answered: return by + "is answered at once: the slot is full"
    case .dropped: return by + "is forgotten, without a callback"
    }
  }

  private static func left(_ count: Count) -> String {
    switch count {
    case .adsShown: "to be shown"
    case .adsExpired: "expired"
    case .adsUnfit: "will not come on screen"
    case .adsDisplaced: "made room for another one"
    case .adsLost: "lost with its session"
    case .adsOrphaned: "lost with its activity"
    default: count.name
    }
  }

  static func price(_ microDollars: UInt32) -> String {
    NumberText.fixed(Double(microDollars) / 1e6, 2) + " USD"
  }

  /// A time with its unit, exact to the millisecond.
  static func seconds(_ time: SimDuration) -> String {
    NumberText.fixed(Double(time.nanoseconds) / 1e9, 3) + " s"
  }
}
