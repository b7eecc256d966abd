import Scheduler

/// A request and its answer, from the client's first packet to the last byte of the answer.
///
/// What only some exchanges need lies in pools of its own: a visit to an owned backend, then the
/// transfer of the answer's bytes.
struct ExchangeRecord: BitwiseCopyable {
  enum Owner: UInt8 {
    /// An attempt's ad request.
    case request
    /// An attempt's creative.
    case creative
    /// A session's config fetch.
    case config
    /// A session's consent request.
    case consent
    /// The rest of a streamed creative, which nobody waits for.
    case tail
    /// A load's request to the server of its auction.
    case auction
    /// That server's question to a bidder.
    case bid
  }

  enum Stage: UInt8 {
    /// Connecting, and the request on its way to its backend.
    case outbound
    /// Waiting or served at a station.
    case station
    /// The answer's first byte is on its way; for an external backend also the wait for it.
    case inbound
    case downloading
    /// Swallowed: no answer will come.
    case silent
    /// At the server of an auction, which asks its bidders.
    case auction
    /// All has come, and the client's main thread is blocked.
    case held
  }

  var owner: Owner
  var stage = Stage.outbound
  var failure: Reason?
  /// Whether its time at a backend counts; of a tail, whether its ad's load does.
  var counted = false
  /// −1 for a transfer without a request.
  var backend: Int16
  /// Of a tail, whether its ad's load had a remote config.
  var remoteConfig = false
  /// Of a tail, whether its ad has left its slot without a show, so that its bytes are wasted.
  var isWasted = false
  /// The attempt, session or plan; of a tail the network, and the slot in the low 16 bits.
  var ownerIndex: UInt32
  /// `noRecord` once its client has given up.
  var session: UInt32
  /// Its visit to a backend or, while downloading, its transfer.
  var part = noRecord
  /// Bytes of the answer.
  var bytes: UInt32 = 0
  var timer = EventHandle.none
  /// When the connection is there and the request leaves; of a tail, when its ad was loaded.
  var connectedAt: SimTime

  /// Whether the answer is there, at least its first byte.
  var hasArrived: Bool { stage == .downloading || stage == .held }
}

/// What an exchange knows of its backend's work, from its start to that work's end.
///
/// With an external backend it ends when the request arrives, since all that follows is known then.
struct VisitRecord: BitwiseCopyable {
  var ticket = StationTicket.none
  var arrivedAt = SimTime.zero
  var service: SimDuration
  /// How long the answer's first byte travels.
  var inbound: SimDuration
}

/// What an exchange is to do.
struct ExchangeRequest {
  var owner: ExchangeRecord.Owner
  var ownerIndex: UInt32
  var session: UInt32
  var backend: Int
  /// Row of the table of connections.
  var connection: Int
  var upBytes: UInt32
  var downBytes: UInt32
  var service: SimDuration
  var key: DrawKey
  /// How many more of it are sent whose answers nobody waits for.
  var copies = 0
}
