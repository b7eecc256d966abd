/// A growing array of plain values with one owner, for the recorder's hot path.
///
/// An `Array` checks on each write whether its storage is shared; this one cannot be shared. Every
/// access is checked against the bounds, so it is safe to use. `append` is amortised O(1).
@safe
struct FlatStore<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count: Int

  init(repeating value: Element, count: Int) {
    capacity = max(count, 1)
    unsafe base = .allocate(capacity: capacity)
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  init() {
    capacity = 1
    unsafe base = .allocate(capacity: 1)
    count = 0
  }

  deinit { unsafe base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of bounds")
      return unsafe base[index]
    }
    _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of bounds")
      yield unsafe &base[index]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return unsafe base[count]
  }

  mutating func append(repeating value: Element, count added: Int) {
    precondition(added >= 0, "a store cannot shrink")
    grow(by: added)
    unsafe (base + count).initialize(repeating: value, count: added)
    count += added
  }

  @inline(never)
  private mutating func grow(by added: Int) {
    if count + added > capacity {
      let larger = max(count + added, capacity * 2)
      let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
      unsafe new.moveInitialize(from: base, count: count)
      unsafe base.deallocate()
      unsafe base = new
      capacity = larger
    }
  }
}
