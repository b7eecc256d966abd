import Scheduler

/// Timers of loads that the app does not stop when the load ends, and that end the next one.
///
/// The timer of a load runs from its start: for its deadline or, without one, for the timeout of
/// its first entry.
extension World {
  /// A load ends before its timer, which goes on where the app does not stop it.
  mutating func leaveTimer(of index: UInt32) {
    let load = loads[index]
    let placeholder = placeholder(load.session, Int(load.slot))
    guard tables.placeholders[placeholder].keepsTimers else { return }
    let end = timer(of: index)
    guard end != .never, end > now else { return }
    let timer = LateCallback(
      session: load.session, slot: load.slot, callback: .onFailedToLoad, kind: .staleTimer,
      counted: 0, cell: LabelCell(), start: now, eventAt: now)
    postpone(timer, by: end - now)
  }

  /// When the timer of a load fires; never without one.
  private func timer(of index: UInt32) -> SimTime {
    let deadline = deadline(of: index)
    if deadline != .never { return deadline }
    let load = loads[index]
    let first = firstEntry(
      placeholder(load.session, Int(load.slot)),
      remoteConfig: load.flags.contains(.remoteConfig))
    return tables.entries[first].timeout.map { load.startedAt + $0 } ?? .never
  }

  /// The timer of an earlier load fires: the app takes it for that of the load under way.
  ///
  /// It hears of that also where a load tells it nothing, as that of a banner that refreshes.
  mutating func staleTimerFired(_ session: UInt32, _ slot: Int) {
    let index = sessions[session, slot: slot].loads
    guard index != noRecord else { return }
    let load = loads[index]
    let isCounted = load.flags.contains(.counted)
    var cell = cell(ofLoad: index)
    if load.lastNetwork != .max { cell.network = Int(load.lastNetwork) }
    if isCounted { hazard(.callbackStale, session, cell) }
    giveUpAttempts(of: index, reason: .timeout)
    loads[index].machine.cancel()
    if load.flags.contains(.oneCall) && format(session, slot) == .banner {
      loadCallback(
        session, slot, loaded: false, counted: isCounted ? 1 : 0, cell.with(reason: .timeout))
    }
    endLoad(index, reason: .timeout)
  }
}
