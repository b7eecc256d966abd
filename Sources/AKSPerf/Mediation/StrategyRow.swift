import Scheduler

enum StrategyCode: UInt8 { case parallel, auction, adaptive, own }

/// How a placeholder's attempts are arranged under one config, if not one after the other.
struct StrategyRow: BitwiseCopyable {
  var code: StrategyCode
  var entries: Int
  var batch = 1
  var picksFirst = false
  var batchTimeout: SimDuration?
  /// The entries that bid, and those of the waterfall behind the auction.
  var bidders = EntrySet()
  var others = EntrySet()
  var isServerSide = false
  var tmax: SimDuration?
  var tokenTimeout: SimDuration?
  /// The backend that holds a server's auction.
  var backend = 0
  /// Whether that backend has a service time of its own.
  var isServed = false
  /// Attempts that an estimate remembers.
  var memory: UInt32 = 1
  /// Each so many loads one entry is asked first in turn; 0 never.
  var explore: UInt32 = 0
  /// What a second of waiting costs, USD per thousand shows.
  var timeCost: Float = 0
  /// Whether all users learn together.
  var isFleetWide = false
  /// Where what is learned of its entries lies, among the user's or among the fleet's.
  var firstLearned = 0
  /// Which of the world's own strategies it is.
  var host = 0

  /// The course of one load.
  ///
  /// - Parameter explored: The entry that an adaptive order asks first, to learn of it.
  func machine(exploring explored: Int?) -> StrategyMachine {
    switch code {
    case .parallel:
      .parallel(
        ParallelMachine(
          entries: entries, batch: batch, picksFirst: picksFirst, timeout: batchTimeout))
    case .auction:
      .auction(
        AuctionMachine(
          entries: entries, bidders: bidders, others: others, isServerSide: isServerSide,
          tmax: tmax, tokenTimeout: tokenTimeout))
    case .adaptive: .adaptive(AdaptiveMachine(entries: entries, explored: explored))
    case .own: .own(OwnMachine(entries: entries))
    }
  }
}
