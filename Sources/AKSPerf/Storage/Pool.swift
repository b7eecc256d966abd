import Scheduler

/// A growing store of plain records addressed by a 32-bit index, with a free list.
///
/// Records live in chunks that never move, so growth copies nothing and peak memory follows use.
/// Taking and returning a record are O(1) and allocate only when the store grows. Indices are
/// checked against the number of records ever made.
@safe
struct Pool<Record: BitwiseCopyable>: ~Copyable {
  private static var chunkShift: UInt32 { 10 }
  private static var chunkMask: UInt32 { (1 << chunkShift) - 1 }

  private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Record>>
  private var chunkCapacity: Int
  private var chunkCount = 0
  private var memory = ChunkMemory(
    chunkBytes: MemoryLayout<Record>.stride << Int(Self.chunkShift), alignment: 64)
  private var made: UInt32 = 0
  private var free = FlatStore<UInt32>()

  /// Records ever in use at one time; those given back keep their last content.
  var madeCount: UInt32 { made }

  init() {
    chunkCapacity = 16
    unsafe chunks = .allocate(capacity: 16)
  }

  deinit {
    unsafe chunks.deallocate()
  }

  /// Stores `record` and returns its index.
  mutating func take(_ record: Record) -> UInt32 {
    if let index = free.popLast() {
      self[index] = record
      return index
    }
    precondition(made < UInt32.max - 1, "more than four billion records in one pool")
    if made & Self.chunkMask == 0 { addChunk() }
    let index = made
    made += 1
    unsafe (chunks[Int(index >> Self.chunkShift)] + Int(index & Self.chunkMask))
      .initialize(to: record)
    return index
  }

  /// Gives the record at `index` back; the caller must not use the index again.
  mutating func giveBack(_ index: UInt32) { free.append(index) }

  private mutating func addChunk() {
    if chunkCount == chunkCapacity {
      let wider = UnsafeMutablePointer<UnsafeMutablePointer<Record>>
        .allocate(capacity: chunkCapacity * 2)
      unsafe wider.moveInitialize(from: chunks, count: chunkCount)
      unsafe chunks.deallocate()
      unsafe chunks = wider
      chunkCapacity *= 2
    }
    let chunk = unsafe memory.allocate()
      .bindMemory(to: Record.self, capacity: 1 << Int(Self.chunkShift))
    unsafe (chunks + chunkCount).initialize(to: chunk)
    chunkCount += 1
  }

  /// Reads both ends of a record, if there is one, so that it is in the cache when it is needed.
  @inline(__always)
  func touch(_ index: UInt32) -> UInt64 {
    guard index < made else { return 0 }
    let record = unsafe UnsafeRawPointer(
      chunks[Int(index >> Self.chunkShift)] + Int(index & Self.chunkMask))
    let last = MemoryLayout<Record>.size - MemoryLayout<UInt32>.size
    return unsafe UInt64(record.loadUnaligned(as: UInt32.self))
      &+ UInt64(record.loadUnaligned(fromByteOffset: last, as: UInt32.self))
  }

  subscript(index: UInt32) -> Record {
    @inline(__always) unsafeAddress {
      precondition(index < made, "no such record")
      return unsafe UnsafePointer(
        chunks[Int(index >> Self.chunkShift)] + Int(index & Self.chunkMask))
    }
    @inline(__always) unsafeMutableAddress {
      precondition(index < made, "no such record")
      return unsafe chunks[Int(index >> Self.chunkShift)] + Int(index & Self.chunkMask)
    }
  }
}

/// The index that stands for "no record".
let noRecord = UInt32.max
