import Scheduler

/// SDKs whose start blocks the main thread, once in each process.
///
/// The time runs from the beginning of the start, whatever the SDK then takes to be ready. As with
/// an adapter that blocks it, steps and timers of the session wait, and its traffic goes on.
extension World {
  /// It is known when the SDK of a session begins to start.
  mutating func awaitSDK(of session: UInt32) {
    let begin = launchTimes(of: session).sdkBegins
    if begin > now {
      sessions[startOf: session].sdkTimer = schedule(.sdkStart, session, at: begin)
    } else {
      sdkStarts(session)
    }
  }

  /// The SDK of a session begins to start.
  mutating func sdkStarts(_ session: UInt32) {
    sessions[startOf: session].sdkTimer = .none
    // Beyond the times of consent request, form and tracking prompt.
    let key = key(of: session).with(block: 1)
    let length = slowed(
      session, time(tables.launch.mainThread, .launch, key, word: 3), as: .mainThread)
    block(
      session, -1, for: length, cell(of: session),
      counted: sessions[session].flags.contains(.counted), from: sessions[session].start)
  }
}
