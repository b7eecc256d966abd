import Scheduler

/// What a load remembers whose strategy is not sequential.
struct PlanRecord: BitwiseCopyable {
  let load: UInt32
  /// Row of the table of strategies.
  let row: Int32
  /// Tells the loads apart that use the record one after the other; 0 when its load has ended.
  var serial: UInt32
  var machine: StrategyMachine
  /// Events that it has not been told of.
  var untold: UInt16 = 0
  /// When the strategy is woken.
  var wakeAt = SimTime.never
  let startedAt: SimTime
  /// The request to the server of its auction.
  var exchange = noRecord
  /// How long the first byte of that server's answer travels.
  var inbound = SimDuration.zero
  /// The reason of all failures so far while they agree; `exhausted` once they differ.
  private(set) var commonReason: Reason?

  init(load: UInt32, row: Int32, serial: UInt32, machine: StrategyMachine, at now: SimTime) {
    self.load = load
    self.row = row
    self.serial = serial
    self.machine = machine
    startedAt = now
  }

  mutating func note(failure reason: Reason) {
    commonReason = commonReason == nil || commonReason == reason ? reason : .exhausted
  }
}

/// The strategies, each with the state of one load.
enum StrategyMachine: BitwiseCopyable {
  case parallel(ParallelMachine)
  /// Bidding and hybrid.
  case auction(AuctionMachine)
  case adaptive(AdaptiveMachine)
  /// One of the program's own, which keeps its state itself.
  case own(OwnMachine)

  /// - Parameter index: What an adaptive order knows of an entry.
  mutating func decide(
    _ event: StrategyEvent?, _ facts: StrategyFacts, index: (_ entry: Int) -> Float
  ) -> StrategyAction {
    switch self {
    case .parallel(var machine):
      defer { self = .parallel(machine) }
      return machine.decide(event, facts)
    case .auction(var machine):
      defer { self = .auction(machine) }
      return machine.decide(event, facts)
    case .adaptive(var machine):
      defer { self = .adaptive(machine) }
      return machine.decide(event, index: index)
    case .own: preconditionFailure("the program decides")
    }
  }

  /// Whether attempts follow one another, so that the time of each is its own.
  var isOneByOne: Bool {
    if case .adaptive = self { true } else { false }
  }
}
