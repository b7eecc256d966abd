/// The buckets of every histogram: exact below 2048, then 1024 buckets an octave.
///
/// Unit: microseconds, 0 to 2⁴⁵ − 1 (407 days); larger values fall in the last bucket. The midpoint
/// of a bucket is at most 0.05 % from any value in it (half a bucket is 2⁻¹¹ of its lower end). The
/// layout is that of HdrHistogram with three significant digits. All operations are O(1).
@frozen
public enum HistogramScale {
  /// Buckets of one octave, as a power of two.
  @inlinable static var octaveBits: UInt64 { 10 }
  /// The largest value that has its own place.
  @inlinable public static var maximum: UInt64 { (1 << 45) - 1 }
  /// The number of buckets.
  @inlinable public static var buckets: Int { 36 << Int(octaveBits) }
  /// The largest distance of a midpoint from a value of its bucket, relative to the value.
  @inlinable public static var relativeError: Double { 0.0005 }

  /// The bucket of `value`, which must not exceed `maximum`.
  @inlinable @inline(__always)
  public static func bucket(of value: UInt64) -> UInt32 {
    let width = UInt64(truncatingIfNeeded: 63 &- (value | 1024).leadingZeroBitCount)
    let shift = width &- octaveBits
    return UInt32(truncatingIfNeeded: (shift &<< octaveBits) &+ (value &>> shift))
  }

  /// The smallest value in `bucket`.
  @inlinable
  public static func lowerBound(of bucket: UInt32) -> UInt64 {
    let index = UInt64(bucket)
    guard index >= 2048 else { return index }
    let shift = (index >> 10) - 1
    return (index - (shift << 10)) << shift
  }

  /// The number of values in `bucket`.
  @inlinable
  public static func width(of bucket: UInt32) -> UInt64 {
    bucket < 2048 ? 1 : 1 << (UInt64(bucket >> 10) - 1)
  }

  /// The value that stands for `bucket`: its middle, rounded down.
  @inlinable
  public static func midpoint(of bucket: UInt32) -> UInt64 {
    lowerBound(of: bucket) + (width(of: bucket) - 1) / 2
  }
}
