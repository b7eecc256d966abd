#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory in chunks of one size that never move, and are given back together.
///
/// A store that has grown beyond some megabytes takes its chunks from blocks that the system is
/// asked to keep on huge pages: state that is read in no order then costs no walk through the page
/// tables. Allocate O(1); at most one block more than is asked for.
@safe
package struct ChunkMemory: ~Copyable {
  /// The size of a huge page, and of the blocks that lie on them.
  private static var hugePage: Int { 2 << 20 }
  /// Bytes in chunks of their own, before blocks pay.
  private static var small: Int { 16 << 20 }

  private let chunkBytes: Int
  private let alignment: Int
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var held = 0
  /// Bytes of the last block, and those of them that are not handed out.
  private var blockBytes = 0
  private var left = 0

  package init(chunkBytes: Int, alignment: Int) {
    precondition(chunkBytes > 0 && chunkBytes.isMultiple(of: alignment), "chunks out of line")
    self.chunkBytes = chunkBytes
    self.alignment = alignment
  }

  deinit {
    for k in unsafe blocks.indices { unsafe blocks[k].deallocate() }
  }

  /// The address of another chunk, uninitialised.
  @inline(never)
  @unsafe
  package mutating func allocate() -> UnsafeMutableRawPointer {
    if left < chunkBytes { addBlock() }
    let chunk = unsafe blocks[blocks.count - 1] + (blockBytes - left)
    left -= chunkBytes
    return unsafe chunk
  }

  private mutating func addBlock() {
    blockBytes = chunkBytes
    var alignment = alignment
    if held >= Self.small {
      blockBytes = (chunkBytes + Self.hugePage - 1) / Self.hugePage * Self.hugePage
      alignment = Self.hugePage
    }
    let block = UnsafeMutableRawPointer.allocate(byteCount: blockBytes, alignment: alignment)
    #if os(Linux)
      // Advice only: without huge pages all is as it was.
      if held >= Self.small { _ = unsafe madvise(block, blockBytes, MADV_HUGEPAGE) }
    #endif
    unsafe blocks.append(block)
    held += blockBytes
    left = blockBytes
  }
}
