/// The visits of a station, in slots that are used again, and the lists that thread them.
///
/// Append, remove and find O(1); no allocation while the number of visits stays below its peak.
/// 40 bytes a visit. At most 2²⁴ at once, trapping beyond.
struct VisitTable: Sendable {
  enum State: UInt8, Sendable {
    case free
    case waiting
    case inService
  }

  struct Visit: Sendable {
    var request: UInt32
    /// Counts the uses of the slot, 1 … 2²⁴ − 1 and round again.
    var generation: UInt32
    var previous: UInt32
    /// The next of its list, or the next free slot.
    var next: UInt32
    var state: State
    /// The arrival while waiting, the finish while in service.
    var stamp: SimTime
    var service: SimDuration
  }

  /// Visits in the order they were appended, threaded through their slots.
  struct List: Sendable {
    fileprivate(set) var first = VisitTable.end
    fileprivate var last = VisitTable.end
    fileprivate(set) var count = 0
  }

  /// Visits at once.
  static var limit: Int { 1 << 24 }

  private static var end: UInt32 { .max }
  private static var slotMask: UInt64 { (1 << 24) - 1 }

  private var visits: [Visit] = []
  private var firstFree = VisitTable.end

  subscript(slot: UInt32) -> Visit {
    _read { yield visits[Int(slot)] }
    _modify { yield &visits[Int(slot)] }
  }

  /// Slots held, free ones included.
  var capacity: Int { visits.count }

  /// Takes a slot for a visit that belongs to no list yet.
  mutating func make(request: UInt32, service: SimDuration, at now: SimTime) -> UInt32 {
    if firstFree == Self.end { addSlot(at: now) }
    let slot = firstFree
    let index = Int(slot)
    firstFree = visits[index].next
    visits[index].request = request
    visits[index].service = service
    visits[index].stamp = now
    return slot
  }

  /// Gives the slot of a visit that is in no list back; its tickets are stale from here on.
  mutating func release(_ slot: UInt32) {
    let index = Int(slot)
    let generation = visits[index].generation &+ 1
    visits[index].generation = generation < 1 << 24 ? generation : 1
    visits[index].state = .free
    visits[index].next = firstFree
    firstFree = slot
  }

  mutating func append(_ slot: UInt32, to list: inout List) {
    visits[Int(slot)].previous = list.last
    visits[Int(slot)].next = Self.end
    if list.last == Self.end {
      list.first = slot
    } else {
      visits[Int(list.last)].next = slot
    }
    list.last = slot
    list.count &+= 1
  }

  mutating func remove(_ slot: UInt32, from list: inout List) {
    let (previous, next) = (visits[Int(slot)].previous, visits[Int(slot)].next)
    if previous == Self.end { list.first = next } else { visits[Int(previous)].next = next }
    if next == Self.end { list.last = previous } else { visits[Int(next)].previous = previous }
    list.count &-= 1
  }

  mutating func popFirst(of list: inout List) -> UInt32? {
    guard list.count > 0 else { return nil }
    let slot = list.first
    remove(slot, from: &list)
    return slot
  }

  func ticket(of slot: UInt32) -> StationTicket {
    StationTicket(rawValue: UInt64(visits[Int(slot)].generation) << 24 | UInt64(slot))
  }

  /// The slot of a visit that is not over; nil when the ticket is stale.
  func find(_ ticket: StationTicket) -> UInt32? {
    let index = Int(ticket.rawValue & Self.slotMask)
    guard index < visits.count, visits[index].state != .free,
      UInt64(visits[index].generation) == ticket.rawValue >> 24
    else { return nil }
    return UInt32(index)
  }

  @inline(never)
  private mutating func addSlot(at now: SimTime) {
    guard visits.count < Self.limit else {
      fatalError("more than 2^24 requests at one station at \(now.nanoseconds) ns")
    }
    firstFree = UInt32(visits.count)
    visits.append(
      Visit(
        request: 0, generation: 1, previous: Self.end, next: Self.end, state: .free, stamp: now,
        service: .zero))
  }
}
