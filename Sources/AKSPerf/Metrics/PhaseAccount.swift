import Scheduler

/// What the time from an opportunity to its show went into.
public enum ShowPhase: UInt8, CaseIterable, Sendable, Hashable {
  /// Process start, prompts and SDK start.
  case launch
  /// Adapters initialise.
  case initialise
  /// Client work of the attempt that filled, before its request.
  case prepare
  /// DNS, TCP and TLS of the attempt that filled.
  case connect
  /// Request, backend and answer of the attempt that filled.
  case server
  /// Attempts, or inner tries, that had no fill.
  case noFill
  /// Attempts that timed out.
  case timeout
  /// Attempts that failed otherwise.
  case failed
  /// Waiting for the next try of a failed load.
  case backoff
  /// The creative.
  case download
  /// A load beside the one that was followed brought the ad.
  case otherLoad
  /// The network's own time to bring the ad on screen.
  case show

  /// The name used in reports.
  public var name: String { String(describing: self) }

  /// What it holds, in a sentence.
  public var definition: String {
    switch self {
    case .launch: "Process start, prompts and SDK start."
    case .initialise: "Adapters initialise."
    case .prepare: "Client work of the attempt that filled, before its request."
    case .connect: "DNS, TCP and TLS of the attempt that filled."
    case .server: "Request, backend and answer of the attempt that filled."
    case .noFill: "Attempts, or inner tries, that had no fill."
    case .timeout: "Attempts that timed out."
    case .failed: "Attempts that failed otherwise."
    case .backoff: "Waiting for the next try of a failed load."
    case .download: "The creative."
    case .otherLoad: "A load beside the one that was followed brought the ad."
    case .show: "The network's own time to bring the ad on screen."
    }
  }
}

/// Splits one wait into phases that sum exactly to it.
///
/// Time since the last mark is added to a phase at each transition. What an attempt takes stays
/// pending until its outcome says whether it was useful or a step that failed.
struct PhaseAccount: BitwiseCopyable {
  private var committed = InlineArray<12, Int64>(repeating: 0)
  private var pending = InlineArray<12, Int64>(repeating: 0)
  private(set) var markedAt: SimTime

  init(at now: SimTime) { markedAt = now }

  /// Adds the time since the last mark to `phase` for good.
  mutating func commit(_ phase: ShowPhase, at now: SimTime) {
    committed[Int(phase.rawValue)] += (now - markedAt).nanoseconds
    markedAt = now
  }

  /// Adds the time since the last mark to `phase` of the attempt under way.
  mutating func hold(_ phase: ShowPhase, at now: SimTime) {
    pending[Int(phase.rawValue)] += (now - markedAt).nanoseconds
    markedAt = now
  }

  /// Commits what is pending: as it is, or all as `phase`.
  mutating func settle(as phase: ShowPhase?) {
    for k in 0..<ShowPhase.allCases.count where pending[k] != 0 {
      committed[phase.map { Int($0.rawValue) } ?? k] += pending[k]
      pending[k] = 0
    }
  }

  subscript(phase: ShowPhase) -> SimDuration {
    SimDuration(nanoseconds: committed[Int(phase.rawValue)])
  }
}

extension World {
  /// The account that a load's phases are written to, if some wait follows the load.
  private func watcher(of load: UInt32) -> UInt32 {
    guard load != noRecord, loads[load].watcher != noRecord else { return noRecord }
    return presentations[loads[load].watcher].account
  }

  /// The same for the attempts of a load, unless they run side by side.
  ///
  /// Then nobody can say whose time it is: all of it is the server's up to the load's result.
  private func watcher(ofAttemptsOf load: UInt32) -> UInt32 {
    let watcher = watcher(of: load)
    if watcher == noRecord || loads[load].plan == noRecord { return watcher }
    return plans[loads[load].plan].machine.isOneByOne ? watcher : noRecord
  }

  mutating func accrue(watcherOf load: UInt32, _ phase: ShowPhase) {
    let index = watcher(of: load)
    if index != noRecord { accounts[index].commit(phase, at: now) }
  }

  mutating func accrue(attempt index: UInt32, _ phase: ShowPhase) {
    let watcher = watcher(ofAttemptsOf: attempts[index].load)
    if watcher != noRecord { accounts[watcher].hold(phase, at: now) }
  }

  mutating func commitAttempt(watcherOf load: UInt32, as phase: ShowPhase?) {
    let index = watcher(ofAttemptsOf: load)
    if index != noRecord { accounts[index].settle(as: phase) }
  }

  /// An attempt has waited for its own adapter.
  mutating func accrueAdapter(of load: UInt32) {
    let index = watcher(ofAttemptsOf: load)
    if index != noRecord { accounts[index].commit(.initialise, at: now) }
  }

  /// Splits an ad request's time at the instant its connection was there.
  mutating func accrueConnection(exchange index: UInt32) {
    let record = exchanges[index]
    guard record.owner == .request, record.session != noRecord else { return }
    let watcher = watcher(ofAttemptsOf: attempts[record.ownerIndex].load)
    guard watcher != noRecord else { return }
    let marked = accounts[watcher].markedAt
    accounts[watcher].hold(.connect, at: max(marked, min(record.connectedAt, now)))
    accounts[watcher].hold(.server, at: now)
  }

  /// Splits a load's wait for its adapters at the instant the SDK had started.
  mutating func accrueLaunch(_ load: UInt32) {
    let watcher = watcher(of: load)
    guard watcher != noRecord else { return }
    let marked = accounts[watcher].markedAt
    guard marked < now else { return }
    let started = launchTimes(of: loads[load].session).sdkStarted
    accounts[watcher].commit(.launch, at: max(marked, min(started, now)))
    accounts[watcher].commit(.initialise, at: now)
  }

  /// Lets the session's wait on a slot follow the slot's earliest load, if it follows none yet.
  mutating func watchEarliestLoad(_ session: UInt32, _ slot: Int) {
    let load = sessions[session, slot: slot].loads
    if load != noRecord { follow(load, session, slot) }
  }

  /// Lets the session's wait on a slot follow its backoff.
  mutating func watchBackoff(_ session: UInt32, _ slot: Int) {
    follow(sessions[session, slot: slot].backoff, session, slot)
  }

  /// Lets a wait follow another load once the one it followed is over.
  mutating func unfollow(_ load: UInt32) {
    let index = loads[load].watcher
    guard index != noRecord else { return }
    loads[load].watcher = noRecord
    presentations[index].isWatched = false
  }

  private mutating func follow(_ load: UInt32, _ session: UInt32, _ slot: Int) {
    let index = sessions[session].presentation
    guard index != noRecord, Int(presentations[index].slot) == slot,
      presentations[index].machine.state == .waiting, !presentations[index].isWatched
    else { return }
    presentations[index].isWatched = true
    loads[load].watcher = index
  }
}
