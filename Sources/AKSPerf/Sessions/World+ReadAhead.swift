import Scheduler

/// What one of the events that are due next needs.
struct AheadRecord: BitwiseCopyable {
  var session = noRecord
  /// The attempt that an exchange is of, or that an event is for.
  var attempt = noRecord
  var load = noRecord
}

/// Early reads of what the events that are due next need.
///
/// With many sessions an event finds nothing of its own in the caches, and each of its records
/// names the next one: taken one after the other, events would wait for memory several times each.
extension World {
  /// Reads, for all events that are due next, the records of one step of the way after the other.
  ///
  /// The waits of one step overlap. Nothing is changed, so no result depends on it.
  @inline(never)
  mutating func readAhead() {
    var sum: UInt64 = 0
    let count = queue.upcomingCount
    for k in 0..<count { ahead[k] = subject(of: queue.upcoming(k), &sum) }
    for k in 0..<count {
      if ahead[k].session != noRecord { sum &+= sessions.touch(ahead[k].session) }
      guard ahead[k].attempt != noRecord else { continue }
      sum &+= attempts.touch(ahead[k].attempt)
      ahead[k].load = attempts[ahead[k].attempt].load
    }
    for k in 0..<count {
      sum &+= loads.touch(ahead[k].load)
      guard ahead[k].session != noRecord else { continue }
      let session = sessions[ahead[k].session]
      sum &+= attempts.touch(session.attempts) &+ transfers.touch(session.transfers)
      sum &+= presentations.touch(session.presentation)
    }
    for k in 0..<count where ahead[k].load != noRecord {
      if queue.isPending(loads[ahead[k].load].timer) { sum &+= 1 }
    }
    readAheadSum &+= sum
    queue.forgetUpcoming()
  }

  /// Reads the record that an event is about.
  @inline(__always)
  private func subject(of payload: UInt64, _ sum: inout UInt64) -> AheadRecord {
    let index = UInt32(truncatingIfNeeded: payload)
    switch EventKind(rawValue: UInt8(payload >> 56)) {
    case .exchange, .service:
      let exchange = exchanges[index]
      let isDownloading = exchange.stage == .downloading
      sum &+= isDownloading ? transfers.touch(exchange.part) : visits.touch(exchange.part)
      return switch exchange.owner {
      case .request, .creative, .bid:
        AheadRecord(session: exchange.session, attempt: exchange.ownerIndex)
      default: AheadRecord(session: exchange.session)
      }
    case .attempt:
      return AheadRecord(session: attempts[index].session, attempt: index)
    case .load:
      return AheadRecord(session: loads[index].session, load: index)
    case .presentation: return AheadRecord(session: presentations[index].session)
    case .step: return AheadRecord(session: index)
    default: return AheadRecord()
    }
  }
}
