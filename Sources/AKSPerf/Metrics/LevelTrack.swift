import Scheduler

/// The window of a run cut in equal intervals, for levels.
struct IntervalGrid: Sendable {
  let start: Int64
  let end: Int64
  let step: Int64

  init(_ plan: MeasurementPlan) {
    start = plan.window.start.nanoseconds
    end = plan.window.end.nanoseconds
    step = plan.intervalLength.nanoseconds
  }

  /// The interval of an instant; those outside the window fall in its first or last.
  @inline(__always)
  func interval(of time: SimTime) -> Int {
    let offset = min(max(time.nanoseconds, start), end &- 1) &- start
    return Int(offset / step)
  }
}

/// One level over the window: exact integrals by interval, and the peak.
///
/// Unit: level × nanoseconds. Changes come in order of time; those before and after the window are
/// cut off. `set` is O(1) plus the intervals passed.
struct LevelTrack: Sendable {
  private(set) var level: UInt64 = 0
  private var since: Int64 = 0
  private var interval = 0
  private var intervalEnd: Int64
  private(set) var peak: UInt64 = 0
  private(set) var integrals = [UInt128](repeating: 0, count: MeasurementPlan.intervals)
  private let grid: IntervalGrid
  /// The whole second in which arrivals are counted, and how many there were.
  private var secondEnd: Int64 = .min
  private var inSecond: UInt64 = 0

  init(_ grid: IntervalGrid) {
    self.grid = grid
    intervalEnd = min(grid.start + grid.step, grid.end)
  }

  mutating func set(_ newLevel: UInt64, at time: SimTime) {
    advance(to: time.nanoseconds)
    level = newLevel
    if since >= grid.start && since < grid.end { peak = max(peak, level) }
  }

  /// Counts the level up to `time`.
  mutating func advance(to time: Int64) {
    precondition(time >= since, "a level set at \(time) ns after one at \(since) ns")
    if time >= grid.start && since < grid.end && level > 0 {
      if since < grid.start || since < time { peak = max(peak, level) }
      var from = max(since, grid.start)
      let to = min(time, grid.end)
      while from < to {
        skip(to: from)
        let end = min(to, intervalEnd)
        integrals[interval] &+= UInt128(level) &* UInt128(UInt64(end &- from))
        from = end
      }
    }
    since = time
  }

  /// Takes one off the level from `start`, at or after the run's, up to now: it had ended then.
  ///
  /// The peak keeps it. O(intervals between).
  mutating func takeBack(since start: SimTime, at time: SimTime) {
    advance(to: time.nanoseconds)
    var from = max(start.nanoseconds, grid.start)
    let to = min(time.nanoseconds, grid.end)
    while from < to {
      let place = grid.interval(of: SimTime(nanoseconds: from))
      let end = min(to, grid.start + (Int64(place) + 1) * grid.step)
      integrals[place] &-= UInt128(UInt64(end &- from))
      from = end
    }
  }

  /// Counts one arrival; the level then is a rate per second and the peak the busiest second.
  mutating func arrive(at time: SimTime) {
    let now = time.nanoseconds
    guard now >= grid.start && now < grid.end else { return }
    skip(to: now)
    integrals[interval] &+= 1_000_000_000
    if now >= secondEnd {
      secondEnd = now - (now - grid.start) % 1_000_000_000 + 1_000_000_000
      inSecond = 0
    }
    inSecond += 1
    peak = max(peak, inSecond)
  }

  private mutating func skip(to time: Int64) {
    while time >= intervalEnd && intervalEnd < grid.end {
      interval += 1
      intervalEnd = min(intervalEnd + grid.step, grid.end)
    }
  }
}
