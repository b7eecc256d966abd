/// The measurements of a station over a window.
///
/// O(1) a call. Counts before the window are subtracted, so no event is needed at its bounds:
/// whichever call first comes at or after a bound marks it.
struct StationMeter: Sendable {
  private enum Phase: Sendable {
    case before
    case inside
    case after
  }

  private var busy = TimeWeighted()
  private var queue = TimeWeighted()

  /// The time of the last call.
  private(set) var now = SimTime.zero

  private let servers: Int
  private var arrivals = RateMeter()
  private var longestWait = SimDuration.zero
  private var phase = Phase.inside
  private var from = SimTime.zero
  private var to = SimTime.never
  private var mark = SimTime.never

  /// Counts at the start of the window, and at its end once that has passed.
  private var countsAtStart = StationCounts()
  private var countsAtEnd = StationCounts()

  init(servers: Int) { self.servers = servers }

  mutating func beginMeasuring(at from: SimTime, until to: SimTime) {
    precondition(now <= from && from <= to, "a window that begins in the past or ends early")
    self.from = from
    self.to = to
    busy.beginMeasuring(at: from, until: to)
    queue.beginMeasuring(at: from, until: to)
    arrivals = RateMeter(from: from, to: to)
    longestWait = .zero
    phase = .before
    mark = from
  }

  /// A call at `now`, before which the counts of the run were `counts`.
  mutating func advance(to now: SimTime, _ counts: StationCounts) {
    self.now = now
    if now >= mark { passMark(counts) }
  }

  mutating func arrived() { arrivals.record(at: now) }

  mutating func started(_ start: StationStart) {
    if phase == .inside { longestWait = max(longestWait, start.waited) }
  }

  /// The levels that a call left behind.
  mutating func set(busy busyNow: Int, queue queueNow: Int) {
    busy.set(busyNow, at: now)
    queue.set(queueNow, at: now)
  }

  func statistics(at instant: SimTime, _ counts: StationCounts) -> StationStatistics {
    precondition(instant >= now, "statistics up to an instant before the last call")
    let end = max(from, min(instant, to))
    return StationStatistics(
      from: from, to: end, servers: servers, counts: inside(counts),
      busyIntegral: busy.integral(at: instant), queueIntegral: queue.integral(at: instant),
      peakBusy: busy.peak(at: instant), peakQueue: queue.peak(at: instant),
      longestWait: longestWait, peakArrivalsPerSecond: arrivals.peakPerSecond)
  }

  private func inside(_ counts: StationCounts) -> StationCounts {
    switch phase {
    case .before: StationCounts()
    case .inside: counts - countsAtStart
    case .after: countsAtEnd - countsAtStart
    }
  }

  @inline(never)
  private mutating func passMark(_ counts: StationCounts) {
    if phase == .before {
      countsAtStart = counts
      phase = .inside
      mark = to
    }
    if phase == .inside, now >= to {
      countsAtEnd = counts
      phase = .after
      mark = .never
    }
  }
}
