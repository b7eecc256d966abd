import Scheduler

/// A user of a closed population between launches.
struct UserRecord: BitwiseCopyable {
  /// When the activated remote config was fetched, nanoseconds; may lie before the run's start.
  var configFetchedAt: Int64 = 0
  var launches: UInt32 = 0
  var flags = SessionFlags()
  /// The last virtual day on which a launch counted.
  var countedOn = UInt16.max
  var shows = DayShows()
}

/// The users of a closed population; nobody for open arrivals.
///
/// What outlives a session: consent, purchases, config, today's shows and the shows that frequency
/// caps look at, circuit breakers, and what adaptive waterfalls have learned. 24 bytes a user, 8
/// for each show that a cap remembers, 16 for each breaker, and 24 for each entry learned of.
struct Population {
  private var users: [UserRecord] = []
  /// Shows written to each slot's ring, as `SlotRecord.capWrites`, and the rings.
  private var capWrites: [UInt16] = []
  private var capEntries: [SimTime] = []
  private var breakers: [BreakerMachine] = []
  private let breakersEach: Int
  /// What each user has learned of the entries of adaptive waterfalls.
  private var learned: [LearnRecord] = []
  /// Shows that the caps of networks look at.
  private var networkShows: [SimTime] = []
  private let networkShowsEach: Int
  private let slots: Int
  private let entries: Int
  private let rampUp: SimDuration

  /// Nobody.
  init() {
    breakersEach = 0
    networkShowsEach = 0
    slots = 0
    entries = 0
    rampUp = .zero
  }

  init(users count: Int, rampUp: SimDuration, layout: SessionLayout) {
    self.rampUp = rampUp
    slots = layout.cappedSlots
    entries = layout.capShows
    users = Array(repeating: UserRecord(), count: count)
    breakersEach = layout.breakers
    breakers = Array(repeating: BreakerMachine(), count: count * breakersEach)
    learned = Array(repeating: LearnRecord(), count: count * layout.learned)
    networkShowsEach = layout.networkShows
    networkShows = Array(repeating: .never, count: count * networkShowsEach)
    guard entries > 0 else { return }
    capWrites = Array(repeating: 0, count: count * slots)
    capEntries = Array(repeating: .zero, count: count * slots * entries)
  }

  var isEmpty: Bool { users.isEmpty }
  var count: Int { users.count }
  /// Whether any slot has a frequency cap or a minimum gap.
  var hasCaps: Bool { !capWrites.isEmpty }

  /// When a user launches for the first time, users being spread evenly; nil after the last.
  func firstLaunch(of user: UInt32) -> SimTime? {
    guard Int(user) < users.count else { return nil }
    let share = Double(rampUp.nanoseconds) * (Double(user) / Double(users.count))
    return .zero + .rounding(nanoseconds: share)
  }

  subscript(user: UInt32) -> UserRecord {
    _read { yield users[Int(user)] }
    _modify { yield &users[Int(user)] }
  }

  subscript(user: UInt32, breaker breaker: Int) -> BreakerMachine {
    get { breakers[Int(user) * breakersEach + breaker] }
    set { breakers[Int(user) * breakersEach + breaker] = newValue }
  }

  subscript(user: UInt32, networkShow position: Int) -> SimTime {
    get { networkShows[Int(user) * networkShowsEach + position] }
    set { networkShows[Int(user) * networkShowsEach + position] = newValue }
  }

  subscript(user: UInt32, capWritesOf slot: Int) -> UInt16 {
    get { capWrites[Int(user) * slots + slot] }
    set { capWrites[Int(user) * slots + slot] = newValue }
  }

  subscript(user: UInt32, learned entry: Int, of entries: Int) -> LearnRecord {
    get { learned[Int(user) * entries + entry] }
    set { learned[Int(user) * entries + entry] = newValue }
  }

  subscript(user: UInt32, slot: Int, capEntry entry: Int) -> SimTime {
    get { capEntries[(Int(user) * slots + slot) * entries + entry] }
    set { capEntries[(Int(user) * slots + slot) * entries + entry] = newValue }
  }
}

extension World {
  /// Keeps what is known of a user of a closed population at once, whatever the session does next.
  mutating func remember(_ index: UInt32, configFetchedAt: Int64?) {
    if tables.features.contains(.absences), let configFetchedAt {
      sessions[lifeOf: index].configFetchedAt = configFetchedAt
    }
    guard !population.isEmpty else { return }
    let user = UInt32(sessions[index].user)
    if let configFetchedAt { population[user].configFetchedAt = configFetchedAt }
    population[user].flags = sessions[index].flags.intersection(.ofUser)
  }

  /// Keeps the shows of an ending session for its user's next launches.
  mutating func carryOver(_ index: UInt32) {
    guard !population.isEmpty else { return }
    if tables.features.contains(.breakers) { carryBreakers(of: index) }
    let user = UInt32(sessions[index].user)
    population[user].shows = sessions[index].shows
    let entries = tables.layout.learned
    for entry in 0..<entries {
      population[user, learned: entry, of: entries] = sessions[index, learned: entry]
    }
    for position in 0..<tables.layout.networkShows {
      population[user, networkShow: position] = sessions[index, networkShow: position]
    }
    guard population.hasCaps else { return }
    for slot in 0..<tables.layout.cappedSlots {
      population[user, capWritesOf: slot] = sessions[index, slot: slot].capWrites
      for entry in 0..<tables.layout.capShows {
        population[user, slot, capEntry: entry] = sessions[index, slot: slot, capEntry: entry]
      }
    }
  }

  /// Gives a session the shows of its user's earlier launches; a user keeps to one journey.
  mutating func bring(_ carried: UserRecord, to index: UInt32) {
    if tables.features.contains(.breakers) { bringBreakers(to: index) }
    sessions[index].shows = carried.shows
    let user = UInt32(sessions[index].user)
    let entries = tables.layout.learned
    for entry in 0..<entries {
      sessions[index, learned: entry] = population[user, learned: entry, of: entries]
    }
    for position in 0..<tables.layout.networkShows {
      sessions[index, networkShow: position] = population[user, networkShow: position]
    }
    guard population.hasCaps else { return }
    for slot in 0..<tables.layout.cappedSlots {
      sessions[index, slot: slot].capWrites = population[user, capWritesOf: slot]
      for entry in 0..<tables.layout.capShows {
        sessions[index, slot: slot, capEntry: entry] = population[user, slot, capEntry: entry]
      }
    }
  }
}

extension World {
  /// The virtual day, from 0; it changes at midnight, wherever in its first day the run starts.
  var today: UInt16 {
    UInt16(
      truncatingIfNeeded: (now + timeOfDayAtStart).nanoseconds / SimDuration.hours(24).nanoseconds)
  }
}
