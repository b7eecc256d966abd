import Scheduler

/// The course of a load that holds one auction and then, if it is hybrid, asks a waterfall.
///
/// The bidders are asked at once: from the device or, with their tokens, by a server. The auction
/// is over when all have answered or its time is. Entries that do not bid are then asked one after
/// the other and must bring more than the best bid; if none does, the best bid's creative is
/// loaded, on failure the next one's.
struct AuctionMachine: BitwiseCopyable {
  private enum Phase: UInt8 {
    /// Bidders are asked for bids or, through a server, for tokens.
    case asking
    /// The tokens are on their way to the server.
    case sending
    /// The server asks the bidders.
    case bidding
    /// The server's answer is on its way.
    case answering
    case waterfall
    /// The creatives of the bids, best first.
    case loading
  }

  private let entries: Int16
  private let bidders: EntrySet
  private let others: EntrySet
  private let isServerSide: Bool
  private let tmax: SimDuration?
  private let tokenTimeout: SimDuration?
  private var phase = Phase.asking
  /// The next entry to ask in this phase.
  private var next: Int16 = 0
  /// What has been asked and has not answered.
  private var open: Int16 = 0
  private var tokens: Int16 = 0
  private var isTimed = false
  private var asksBidders = false

  /// - Parameter others: The entries of the waterfall behind the auction; those that do not bid.
  init(
    entries: Int, bidders: EntrySet, others: EntrySet = EntrySet(), isServerSide: Bool,
    tmax: SimDuration?, tokenTimeout: SimDuration? = nil
  ) {
    self.entries = Int16(entries)
    self.bidders = bidders
    self.others = others
    self.isServerSide = isServerSide
    self.tmax = tmax
    self.tokenTimeout = tokenTimeout
    if bidders.first(from: 0, below: entries) == nil { phase = .waterfall }
  }

  mutating func decide(_ event: StrategyEvent?, _ facts: StrategyFacts) -> StrategyAction {
    switch event {
    case nil, .started: break
    case .filled(let entry): return .accept(entry: entry)
    case .bid, .failed: open -= 1
    case .token:
      open -= 1
      tokens += 1
    case .woke:
      // A time that is over when its phase is, too, says nothing new.
      guard phase == .asking || phase == .bidding else { break }
      open = 0
      return .timeOut(phase == .asking && isServerSide ? .tokenTimeout : .timeout)
    case .serverReached:
      phase = .bidding
      open = tokens
      isTimed = false
      asksBidders = true
    case .serverAnswered: return close()
    }
    return goOn(facts)
  }

  private mutating func goOn(_ facts: StrategyFacts) -> StrategyAction {
    switch phase {
    case .asking: return ask()
    case .sending, .answering: return .wait
    case .bidding: return bid()
    case .waterfall:
      if open > 0 { return .wait }
      guard let entry = nextEntry(of: others) else {
        phase = .loading
        return goOn(facts)
      }
      return .attempt(entry: entry, atLeast: facts.bestBid.map { $0.price + 1 } ?? 0)
    case .loading:
      if open > 0 { return .wait }
      guard let best = facts.bestBid else { return .fail(nil) }
      open = 1
      return .load(entry: best.entry)
    }
  }

  private mutating func ask() -> StrategyAction {
    if !isTimed, let limit = isServerSide ? tokenTimeout : tmax {
      isTimed = true
      return .wake(after: limit)
    }
    if let entry = nextEntry(of: bidders) { return .ask(entry: entry) }
    if open > 0 { return .wait }
    guard isServerSide && tokens > 0 else { return close() }
    phase = .sending
    return .callServer
  }

  private mutating func bid() -> StrategyAction {
    if !isTimed, let tmax {
      isTimed = true
      return .wake(after: tmax)
    }
    if asksBidders {
      asksBidders = false
      return .askBidders
    }
    if open > 0 { return .wait }
    phase = .answering
    return .answerClient
  }

  private mutating func close() -> StrategyAction {
    phase = .waterfall
    next = 0
    open = 0
    return .closed
  }

  private mutating func nextEntry(of set: EntrySet) -> Int? {
    guard let entry = set.first(from: Int(next), below: Int(entries)) else { return nil }
    next = Int16(entry) + 1
    open += 1
    return entry
  }
}
