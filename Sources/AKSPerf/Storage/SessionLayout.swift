import Scheduler

/// How much room each session needs beside its fixed record; the same for all sessions of a run.
struct SessionLayout: BitwiseCopyable {
  var slots = 0
  /// Ads in each slot.
  var depth = 0
  /// Backends a session may connect to.
  var hosts = 0
  var loops = 0
  /// Slots, the first ones, whose shows are remembered for a frequency cap or a minimum gap.
  var cappedSlots = 0
  /// Instants of shows kept in each of them.
  var capShows = 0
  /// Whether some slot loads again when an ad expires, so that ads carry a timer.
  var hasExpiryTimers = false
  /// Whether some slot retries, so that a session counts the requests of its retries.
  var countsRetries = false

  var adsOffset: Int { slotsOffset + slots * MemoryLayout<SlotRecord>.stride }
  var slotsOffset: Int { (MemoryLayout<SessionRecord>.size + 7) & ~7 }
  var hostsOffset: Int {
    adsOffset + slots * depth * MemoryLayout<AdRecord>.stride
  }
  var retriesOffset: Int { hostsOffset + hosts * MemoryLayout<HostRecord>.stride }
  var retryMinutes: Int { countsRetries ? 1 : 0 }
  var capOffset: Int {
    (retriesOffset + retryMinutes * MemoryLayout<RetryMinuteRecord>.stride + 7) & ~7
  }
  var loopsOffset: Int {
    capOffset + cappedSlots * capShows * MemoryLayout<SimTime>.stride
  }
  var timersOffset: Int { loopsOffset + loops * MemoryLayout<LoopRecord>.stride }
  var timers: Int { hasExpiryTimers ? slots * depth : 0 }
  /// Bytes of one session.
  var stride: Int { (timersOffset + timers * MemoryLayout<EventHandle>.stride + 7) & ~7 }
}
