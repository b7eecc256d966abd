import Scheduler

/// A request and its answer, from the client's first packet to the last byte of the answer.
struct ExchangeRecord: BitwiseCopyable {
  enum Owner: UInt8 {
    /// An attempt's ad request.
    case request
    /// An attempt's creative.
    case creative
    /// A session's config fetch.
    case config
    /// The rest of a streamed creative, which nobody waits for.
    case tail
  }

  enum Stage: UInt8 {
    /// Connecting, and the request on its way; for an external backend also its answer.
    case outbound
    /// Waiting or served at a station.
    case station
    /// The answer's first byte is on its way.
    case inbound
    case downloading
    /// Swallowed: no answer will come.
    case silent
  }

  var owner: Owner
  var stage = Stage.outbound
  var failure: Reason?
  /// Whether its time at a backend counts; of a tail, whether its ad's load does.
  var counted = false
  /// The attempt or session; of a tail the network, and the slot in the low 16 bits.
  var ownerIndex: UInt32
  /// `noRecord` once its client has given up.
  var session: UInt32
  /// The session's next transfer.
  var nextTransfer = noRecord
  /// −1 for a transfer without a request.
  var backend: Int16
  var timer = EventHandle.none
  var ticket = StationTicket.none
  /// When the connection is there and the request leaves.
  var connectedAt: SimTime
  var arrivedAt = SimTime.zero
  var service = SimDuration.zero
  var inbound = SimDuration.zero
  var bytes = 0.0
  var transfer = TransferState()
}

/// What an exchange is to do.
struct ExchangeRequest {
  var owner: ExchangeRecord.Owner
  var ownerIndex: UInt32
  var session: UInt32
  var backend: Int
  /// Row of the table of connections.
  var connection: Int
  var upBytes: Double
  var downBytes: Double
  var service: SimDuration
  var key: DrawKey
}
