/// A read-only table of plain values, made once and read from the event loop without counting.
///
/// The memory belongs to a `TableArena`, which must outlive the table. Indices are checked.
@safe
struct Table<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
  private let base: UnsafePointer<Element>?
  let count: Int

  fileprivate init(base: UnsafePointer<Element>?, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count, "no such row")
      return unsafe base! + index
    }
  }
}

/// Owns the memory of the tables made from it.
@safe
final class TableArena: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  init() {}

  deinit {
    for k in unsafe blocks.indices { unsafe blocks[k].deallocate() }
  }

  /// A table that holds a copy of `elements`.
  func table<Element: BitwiseCopyable>(_ elements: [Element]) -> Table<Element> {
    guard !elements.isEmpty else { return unsafe Table(base: nil, count: 0) }
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Element>.stride * elements.count,
      alignment: max(16, MemoryLayout<Element>.alignment))
    let typed = unsafe block.bindMemory(to: Element.self, capacity: elements.count)
    for (k, element) in elements.enumerated() { unsafe (typed + k).initialize(to: element) }
    unsafe blocks.append(block)
    return unsafe Table(base: UnsafePointer(typed), count: elements.count)
  }
}
