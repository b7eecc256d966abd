import Scheduler

/// Requests that a network's faults bring to nothing, put off, or send more than once.
extension World {
  /// A network never answers a request, or refuses it at once; tells whether it does.
  ///
  /// One that hangs for a time, or is delayed, is only answered later. Rules that block and amplify
  /// act beside the first of the others.
  mutating func faultEnds(request index: UInt32, _ request: inout ExchangeRequest) -> Bool {
    let attempt = attempts[index]
    for rule in faults(of: Int(attempt.network)) {
      guard let key = actsOnRequest(rule, attempt) else { continue }
      let row = tables.faults[rule]
      switch row.effect {
      case .block:
        block(
          attempt.session, Int(attempt.slot), for: time(row.delay, .fault, key, word: 1),
          cell(of: attempt), counted: attempt.counted, from: attempt.startedAt)
      case .amplify: amplify(&request, of: index, by: Int(row.times))
      case .fail:
        requestAnswered(index, failure: .serverError)
        return true
      case .hang, .delay:
        let delay = time(row.delay, .fault, key, word: 1)
        if row.effect == .hang && delay == .zero { return true }
        request.service += delay
        return false
      default: return false
      }
    }
    return false
  }

  /// Lets a request be sent several times more; nobody waits for what comes of those.
  private mutating func amplify(
    _ request: inout ExchangeRequest, of index: UInt32, by times: Int
  ) {
    let attempt = attempts[index]
    let cell = cell(of: attempt)
    request.copies += times
    ledger.requestsSent += UInt64(times)
    ledger.requestsEnded += UInt64(times)
    if attempt.counted {
      count(.requests, by: UInt64(times), cell, from: attempt.startedAt)
      count(.requestsCancelled, by: UInt64(times), cell, from: attempt.startedAt)
      let bytes = UInt64(request.upBytes) * UInt64(times)
      if bytes > 0 { count(.bytesUploaded, by: bytes, cell, from: attempt.startedAt) }
    }
    for _ in 0..<times {
      if tables.features.contains(.retries) { countRetryRequest(index) }
      note(
        .requestSent, session: attempt.session, slot: Int(attempt.slot),
        network: Int(attempt.network))
    }
  }

  /// Sends the copies of a request that has been sent: over its connection, with its round trip.
  ///
  /// Each is served in a time of its own.
  mutating func sendCopies(of request: ExchangeRequest) {
    var copy = request
    copy.copies = 0
    for number in 0..<request.copies {
      // Of its block an attempt's key has the tries of a mediator, from the second bit on.
      let block = (request.key.block >> 1) << 10 | UInt32(number & 1_023)
      copy.service = time(
        tables.backends[request.backend].service, .amplify, request.key.with(block: block),
        word: number >> 10 & 3)
      beginExchange(copy, isHeard: false)
    }
  }
}
