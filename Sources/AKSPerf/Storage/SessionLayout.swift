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
  /// Whether it matters when the bid of an ad came.
  var hasBidTimes = false
  /// Whether some slot retries, so that a session counts the requests of its retries.
  var countsRetries = false
  /// Circuit breakers of its user.
  var breakers = 0
  /// Throttles of external backends.
  var throttles = 0
  /// Whether what the app believes is kept.
  var hasApp = false
  /// Whether apps keep native ads that they have shown.
  var keepsShownAds = false
  /// Entries of adaptive waterfalls that each user learns of.
  var learned = 0
  /// Whether slots remember views and scenes.
  var hasPlaces = false
  /// Windows that a session remembers, with the state of its device; none where they never change.
  var windows = 0
  /// Whether sessions remember absences, sheets, blocks or radios.
  var hasLife = false
  /// Networks whose ads leave something behind, of which a session keeps account.
  var leaks = 0
  /// Networks of which a session remembers something beside their ads.
  var networks = 0
  /// Whether something of a launch may have to be done again.
  var hasStarts = false
  /// Whether a backend answers consent requests.
  var hasConsent = false
  /// Instants of shows that the caps of networks look at.
  var networkShows = 0
  /// Refresh timers of each slot beside that of its view.
  var refreshLoops = 0
  /// Creatives that a process keeps.
  var creatives = 0
  /// Whether a process may end with events of its own to come.
  var hasEndings = false

  /// Bytes of one session.
  var stride: Int { SessionPlaces(self).stride }
}

/// Where one array of a session lies in the session's memory; one without records takes none.
struct SessionArray<Record: BitwiseCopyable>: BitwiseCopyable {
  let offset: Int
  let count: Int
}

/// Where all arrays of a session lie, behind its fixed record and behind one another.
///
/// What only some scenarios need is an array of its own, without records in all others.
struct SessionPlaces: BitwiseCopyable {
  let slots: SessionArray<SlotRecord>
  let ads: SessionArray<AdRecord>
  let hosts: SessionArray<HostRecord>
  let retryMinutes: SessionArray<RetryMinuteRecord>
  let capEntries: SessionArray<SimTime>
  let loops: SessionArray<LoopRecord>
  let expiryTimers: SessionArray<EventHandle>
  let bidTimes: SessionArray<SimTime>
  let breakers: SessionArray<BreakerMachine>
  let throttles: SessionArray<ThrottleMachine>
  let apps: SessionArray<AppRecord>
  let appSlots: SessionArray<AppSlotRecord>
  let shownAds: SessionArray<AdRecord>
  let learned: SessionArray<LearnRecord>
  let places: SessionArray<PlaceRecord>
  let device: SessionArray<DeviceRecord>
  let windows: SessionArray<WindowRecord>
  let life: SessionArray<LifeRecord>
  let memory: SessionArray<MemoryRecord>
  let leaks: SessionArray<LeakRecord>
  let networks: SessionArray<NetworkRecord>
  let starts: SessionArray<StartRecord>
  let consents: SessionArray<ConsentRecord>
  let networkShows: SessionArray<SimTime>
  let refreshLoops: SessionArray<SimTime>
  let creatives: SessionArray<UInt32>
  /// Bytes of one session.
  let stride: Int

  init(_ layout: SessionLayout) {
    var end = MemoryLayout<SessionRecord>.size
    func place<Record: BitwiseCopyable>(_ count: Int) -> SessionArray<Record> {
      let alignment = MemoryLayout<Record>.alignment
      let offset = (end + alignment - 1) / alignment * alignment
      if count > 0 { end = offset + count * MemoryLayout<Record>.stride }
      return SessionArray(offset: offset, count: count)
    }
    slots = place(layout.slots)
    ads = place(layout.slots * layout.depth)
    hosts = place(layout.hosts)
    retryMinutes = place(layout.countsRetries ? 1 : 0)
    capEntries = place(layout.cappedSlots * layout.capShows)
    loops = place(layout.loops)
    expiryTimers = place(layout.hasExpiryTimers ? layout.slots * layout.depth : 0)
    bidTimes = place(layout.hasBidTimes ? layout.slots * BidPlace.width(layout.depth) : 0)
    breakers = place(layout.breakers)
    throttles = place(layout.throttles)
    apps = place(layout.hasApp ? 1 : 0)
    appSlots = place(layout.hasApp ? layout.slots : 0)
    shownAds = place(layout.keepsShownAds ? layout.slots : 0)
    learned = place(layout.learned)
    places = place(layout.hasPlaces ? layout.slots : 0)
    device = place(layout.windows > 0 ? 1 : 0)
    windows = place(layout.windows)
    life = place(layout.hasLife ? 1 : 0)
    memory = place(layout.hasEndings ? 1 : 0)
    leaks = place(layout.leaks)
    networks = place(layout.networks)
    starts = place(layout.hasStarts ? 1 : 0)
    consents = place(layout.hasConsent ? 1 : 0)
    networkShows = place(layout.networkShows)
    refreshLoops = place(layout.slots * layout.refreshLoops)
    creatives = place(layout.creatives)
    stride = (end + 7) & ~7
  }
}
