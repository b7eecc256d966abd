import Scheduler

/// A strategy of your own: which entries of a waterfall a load asks when, and which ad it takes.
///
/// ```swift
/// struct InOrder: LoadStrategy {
///   func start(_ load: StrategyLoad) -> Int { 0 }
///   func decide(_ next: inout Int, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
///     if case .filled(let entry, _) = event { return .accept(entry: entry) }
///     if event == nil { return .wait }
///     defer { next += 1 }
///     return next < load.entryCount ? .attempt(entry: next) : .fail
///   }
/// }
/// ```
///
/// A placeholder names it, `strategy: { own: { name: "inOrder" } }`, and `StrategyRegistry` gives
/// the name its meaning. The engine keeps timeouts, deadline, floors and the fate of losing ads.
public protocol LoadStrategy: Sendable {
  /// What one load remembers.
  associatedtype Memory: Sendable

  /// The memory of a load that starts.
  func start(_ load: StrategyLoad) -> Memory

  /// Decides what a load does next.
  ///
  /// It is told of each event once, and then asked again, with nil, until it waits or the load
  /// ends. It must be a function of what it is given: a run is then repeatable.
  func decide(_ memory: inout Memory, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction
}

/// What a strategy of your own is told.
public enum LoadEvent: Sendable, Hashable, BitwiseCopyable {
  case started
  /// The attempt on an entry has brought its ad, USD per thousand shows; the load holds it.
  case filled(entry: Int, price: Double)
  /// The bidder of an entry has bid; its creative is not loaded.
  case bid(entry: Int, price: Double)
  /// The attempt on an entry has ended without an ad or a bid.
  case failed(entry: Int, Reason)
  /// The time that was asked for is over.
  case woke
}

/// What a strategy of your own decides.
public enum LoadAction: Sendable, Hashable, BitwiseCopyable {
  /// Starts the attempt on an entry; each entry has one.
  ///
  /// - Parameter floor: What its ad must be worth beside the entry's own floor, USD per thousand
  ///   shows, to a millionth.
  case attempt(entry: Int, floor: Double = 0)
  /// Asks an entry for a bid, which the load holds.
  case ask(entry: Int)
  /// Downloads the creative of a bid that the load holds.
  case load(entry: Int)
  /// Gives an entry's attempt up; an ad that it has brought is offered to the slot.
  case cancel(entry: Int)
  /// Asks to be told when this time is over; forgets an earlier wish.
  case wake(after: SimDuration)
  /// Ends the load with an ad that it holds.
  case accept(entry: Int)
  /// Ends the load without an ad, with the reason of its attempts.
  case fail
  case wait
}

/// A load, as a strategy of your own sees it.
public struct StrategyLoad: Sendable {
  /// The instant of the decision.
  public let now: SimTime
  public let startedAt: SimTime
  /// When the engine ends the load; nil without a deadline.
  public let deadline: SimTime?
  public let entryCount: Int
  let compiled: CompiledScenario
  let firstEntry: Int

  /// One line of the waterfall.
  public struct Entry: Sendable, Hashable, BitwiseCopyable {
    /// Index in `Scenario.networks`.
    public let network: Int
    /// USD per thousand shows; nil accepts any price.
    public let floor: Double?
    /// The longest an attempt may take; nil without bound.
    public let timeout: SimDuration?
  }

  /// An entry of the waterfall, from 0.
  public subscript(entry: Int) -> Entry {
    precondition(entry >= 0 && entry < entryCount, "a waterfall has no such entry")
    let row = compiled.tables.entries[firstEntry + entry]
    return Entry(
      network: row.network, floor: row.floor.isFinite ? row.floor : nil, timeout: row.timeout)
  }
}

/// The strategies that a simulation knows by name.
public struct StrategyRegistry: Sendable {
  private var makers: [String: @Sendable () -> StrategyHost] = [:]

  public init() {}

  /// Gives a name of scenario files its meaning; a later meaning replaces an earlier one.
  public mutating func register(_ name: String, _ strategy: some LoadStrategy) {
    makers[name] = { TypedStrategyHost(strategy) }
  }

  /// Names, in order.
  public var names: [String] { makers.keys.sorted() }

  func host(_ name: String) -> StrategyHost? { makers[name]?() }
}
