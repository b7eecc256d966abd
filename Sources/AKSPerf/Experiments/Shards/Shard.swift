/// One of several parts of equal size into which the replications of a run or a sweep are dealt.
///
/// The replications of all points stand in one row, by point and index; the shard of number k takes
/// every `count`-th of them from the k-th on.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// From 1.
  public let number: Int
  public let count: Int

  /// Nil unless 1 ≤ `number` ≤ `count` ≤ `Limits.shards`.
  public init?(_ number: Int, of count: Int) {
    guard count <= Limits.shards, number >= 1, number <= count else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `3/16`; nil when it is no shard.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: Byte.slash, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Self.integer(parts[0]), let count = Self.integer(parts[1])
    else { return nil }
    self.init(number, of: count)
  }

  /// A number of digits only.
  private static func integer(_ text: Substring.UTF8View) -> Int? {
    text.allSatisfy(Byte.isDigit) ? Int(String(text) ?? "") : nil
  }

  public var description: String { "\(number)/\(count)" }

  /// Those of a row of items that are the shard's.
  func share<Item>(of row: [Item]) -> [Item] {
    stride(from: number - 1, to: row.count, by: count).map { row[$0] }
  }
}
