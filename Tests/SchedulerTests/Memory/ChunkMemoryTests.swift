import Testing

@testable import Scheduler

@Suite("Memory in chunks")
struct ChunkMemoryTests {
  @Test(
    "chunks are aligned, apart from each other and keep what is in them",
    arguments: [4096, 96_000, 3 << 20])
  func chunksStay(bytes: Int) {
    var memory = ChunkMemory(chunkBytes: bytes, alignment: 64)
    var chunks: [UnsafeMutableRawPointer] = unsafe []
    // From chunks of their own to blocks on huge pages, and beyond the first of these.
    let count = (21 << 20) / bytes + 3
    for k in 0..<count {
      let chunk = unsafe memory.allocate()
      unsafe chunk.initializeMemory(
        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: k), count: bytes)
      #expect(UInt(bitPattern: chunk) % 64 == 0)
      unsafe chunks.append(chunk)
    }
    for k in 0..<count {
      let first = unsafe chunks[k].load(as: UInt8.self)
      let last = unsafe chunks[k].load(fromByteOffset: bytes - 1, as: UInt8.self)
      #expect(first == UInt8(truncatingIfNeeded: k) && last == first)
    }
    let addresses = unsafe chunks.map { UInt(bitPattern: $0) }.sorted()
    for (low, high) in zip(addresses, addresses.dropFirst()) { #expect(high - low >= UInt(bytes)) }
  }
}
