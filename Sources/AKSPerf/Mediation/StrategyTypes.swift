import Scheduler

/// What the strategy of a load is told.
enum StrategyEvent: Equatable, BitwiseCopyable {
  case started
  /// The attempt on an entry has brought its ad.
  case filled(entry: Int)
  /// The bidder of an entry has bid.
  case bid(entry: Int)
  /// The bidder of an entry has its token for the auction's server.
  case token(entry: Int)
  /// The attempt on an entry has ended without an ad, or its bidder without a bid.
  case failed(entry: Int, Reason)
  /// The time it asked to be woken after is over.
  case woke
  /// The auction's server has its request and can ask the bidders.
  case serverReached
  /// The answer of the auction's server is there, or why there is none.
  case serverAnswered(Reason?)
}

/// What the strategy of a load decides; it decides again and again until it waits or ends.
enum StrategyAction: Equatable, BitwiseCopyable {
  /// Starts an attempt that accepts ads worth `atLeast` micro-dollars, beside its entry's floor.
  case attempt(entry: Int, atLeast: UInt32)
  /// Asks a bidder, whose bid is held until it is loaded; through a server, for its token.
  case ask(entry: Int)
  /// Downloads the creative of a bid that is held.
  case load(entry: Int)
  /// Gives an attempt up; an ad that it has brought is offered to the slot.
  case cancel(entry: Int)
  /// Gives up every attempt that has brought neither token, bid nor ad: it took too long.
  case timeOut(Reason)
  /// Asks to be told when this time is over; forgets an earlier one.
  case wake(after: SimDuration)
  /// Sends the tokens to the auction's server.
  case callServer
  /// The server asks the bidders whose tokens it has.
  case askBidders
  /// The server sends the best bid down.
  case answerClient
  /// The result of the auction is known to the client.
  case closed
  /// The ad of this entry is the load's result.
  case accept(entry: Int)
  /// The load fails; nil gives the reason of its attempts, `exhausted` if they differ.
  case fail(Reason?)
  case wait
}

/// A bid or an ad that a load holds.
struct Offer: Equatable, BitwiseCopyable {
  var entry: Int
  /// Micro-dollars per thousand shows.
  var price: UInt32

  /// Whether it comes before another: dearer or, at the same price, earlier in the waterfall.
  func precedes(_ other: Offer) -> Bool {
    price != other.price ? price > other.price : entry < other.entry
  }
}

/// The best of what a load holds when its strategy decides.
struct StrategyFacts: BitwiseCopyable {
  var bestFill: Offer?
  var bestBid: Offer?
}
