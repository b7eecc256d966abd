import Scheduler

/// Orders of waterfalls that are learned: by each user, or by all together.
extension World {
  /// Counts a load of an adaptive waterfall; gives the entry it asks first to learn of it, if any.
  ///
  /// Every `explore`-th load does, each time of the next entry, so no random number is needed.
  mutating func exploredEntry(of index: UInt32, _ row: StrategyRow) -> Int? {
    let number: UInt32
    if row.isFleetWide {
      fleet[row.firstLearned].loads &+= 1
      number = fleet[row.firstLearned].loads
    } else {
      let session = loads[index].session
      sessions[session, learned: row.firstLearned].loads &+= 1
      number = sessions[session, learned: row.firstLearned].loads
    }
    guard row.explore > 0 && number % row.explore == 0 else { return nil }
    if loads[index].flags.contains(.counted) {
      count(.exploredLoads, cell(ofLoad: index), from: loads[index].startedAt)
    }
    return Int(number / row.explore) % row.entries
  }

  /// What an entry is worth to a load with an adaptive order.
  func index(of entry: Int, load: UInt32, row: Int32) -> Float {
    let row = tables.strategies[Int(row)]
    let record =
      row.isFleetWide
      ? fleet[row.firstLearned + entry]
      : sessions[loads[load].session, learned: row.firstLearned + entry]
    return record.index(timeCost: row.timeCost)
  }

  /// Learns from an attempt that has ended by itself; one that is cancelled tells nothing.
  mutating func learn(from attempt: AttemptRecord, filled: Bool) {
    let row = tables.strategies[Int(plans[loads[attempt.load].plan].row)]
    guard row.code == .adaptive else { return }
    let price = filled ? Float(Double(attempt.price) * 1e-6) : nil
    let seconds = Float(Double((now - attempt.startedAt).nanoseconds) * 1e-9)
    let place = row.firstLearned + entry(of: attempt)
    if row.isFleetWide {
      fleet[place].learn(price: price, seconds: seconds, memory: row.memory)
    } else {
      sessions[attempt.session, learned: place]
        .learn(price: price, seconds: seconds, memory: row.memory)
    }
  }
}

extension Reason {
  /// Whether a failed attempt tells of its network, which was asked.
  ///
  /// Others tell of the device, which lost its radio, or of a breaker or a slot in its way.
  var isOfNetwork: Bool {
    switch self {
    case .circuitOpen, .busy, .offline, .suspended, .networkError, .invalidRequest: false
    default: true
    }
  }
}
