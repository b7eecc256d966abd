/// The labels of one recorded item, packed in 64 bits.
///
/// Fields hold a value plus one, and 0 for "none". Labels that follow from others are not stored:
/// format and strategy follow from the placeholder (and the config), device, radio and geo from the
/// session class. An item may carry more labels than a metric has; the recorder drops the rest, so
/// one cell can be filled as an item goes on and passed to every call.
@frozen
public struct LabelCell: Hashable, Sendable {
  public var rawValue: UInt64

  @inlinable public init() { rawValue = 0 }
  @usableFromInline init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The cell of a session, whose class is within its limit.
  @inline(__always)
  init(sessionClass: Int, firstLaunch: Bool) {
    rawValue =
      UInt64(truncatingIfNeeded: sessionClass &+ 1) &<< Self.classField.shift
      | (firstLaunch ? Self.firstLaunchField.mask : 0)
  }

  /// The cell of a placeholder within its limit, of a session's cell, which has none.
  @inline(__always)
  func of(placeholder: Int, config: ConfigOrigin) -> LabelCell {
    LabelCell(
      rawValue: rawValue
        | UInt64(truncatingIfNeeded: placeholder &+ 1) &<< Self.placeholderField.shift
        | UInt64(config.rawValue) &<< Self.configField.shift)
  }

  /// A run of bits of the cell.
  @frozen @usableFromInline
  struct Field: Sendable {
    @usableFromInline let shift: UInt64
    @usableFromInline let width: UInt64
    @inlinable init(_ shift: UInt64, _ width: UInt64) {
      self.shift = shift
      self.width = width
    }
    @inlinable var mask: UInt64 { ((1 << width) - 1) << shift }
  }

  @inlinable static var placeholderField: Field { Field(0, 14) }
  @inlinable static var networkField: Field { Field(14, 12) }
  @inlinable static var classField: Field { Field(26, 12) }
  @inlinable static var reasonField: Field { Field(38, 6) }
  @inlinable static var outcomeField: Field { Field(44, 4) }
  @inlinable static var sourceField: Field { Field(48, 2) }
  @inlinable static var configField: Field { Field(50, 2) }
  @inlinable static var foundField: Field { Field(52, 3) }
  @inlinable static var callbackField: Field { Field(55, 5) }
  @inlinable static var firstLaunchField: Field { Field(60, 1) }
  @inlinable static var suspendedField: Field { Field(61, 1) }

  @inlinable
  func code(_ field: Field) -> UInt64 {
    (rawValue &>> field.shift) & ((1 &<< field.width) &- 1)
  }
  @inlinable
  mutating func set(_ field: Field, _ code: UInt64) {
    precondition(code < 1 << field.width, "a label value beyond its limit")
    rawValue = (rawValue & ~field.mask) | (code &<< field.shift)
  }
  @inlinable
  func index(_ field: Field) -> Int? {
    let code = code(field)
    return code == 0 ? nil : Int(code) &- 1
  }

  /// Index of the placeholder in the scenario.
  @inlinable public var placeholder: Int? {
    get { index(Self.placeholderField) }
    set { set(Self.placeholderField, newValue.map { UInt64($0) + 1 } ?? 0) }
  }
  /// Index of the network in the scenario.
  @inlinable public var network: Int? {
    get { index(Self.networkField) }
    set { set(Self.networkField, newValue.map { UInt64($0) + 1 } ?? 0) }
  }
  /// Index of the session class in the scenario.
  @inlinable public var sessionClass: Int? {
    get { index(Self.classField) }
    set { set(Self.classField, newValue.map { UInt64($0) + 1 } ?? 0) }
  }
  @inlinable public var reason: Reason? {
    get { Reason(rawValue: UInt8(code(Self.reasonField))) }
    set { set(Self.reasonField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var outcome: Outcome? {
    get { Outcome(rawValue: UInt8(code(Self.outcomeField))) }
    set { set(Self.outcomeField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var source: AdSource? {
    get { AdSource(rawValue: UInt8(code(Self.sourceField))) }
    set { set(Self.sourceField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var config: ConfigOrigin? {
    get { ConfigOrigin(rawValue: UInt8(code(Self.configField))) }
    set { set(Self.configField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var found: Found? {
    get { Found(rawValue: UInt8(code(Self.foundField))) }
    set { set(Self.foundField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var callback: Callback? {
    get { Callback(rawValue: UInt8(code(Self.callbackField))) }
    set { set(Self.callbackField, UInt64(newValue?.rawValue ?? 0)) }
  }
  @inlinable public var firstLaunch: Bool {
    get { code(Self.firstLaunchField) == 1 }
    set { set(Self.firstLaunchField, newValue ? 1 : 0) }
  }
  @inlinable public var suspended: Bool {
    get { code(Self.suspendedField) == 1 }
    set { set(Self.suspendedField, newValue ? 1 : 0) }
  }

  /// The cell with another reason.
  @inlinable public func with(reason: Reason) -> LabelCell { edited { $0.reason = reason } }
  /// The cell with another outcome.
  @inlinable public func with(outcome: Outcome) -> LabelCell { edited { $0.outcome = outcome } }
  /// The cell with another network.
  @inlinable public func with(network: Int) -> LabelCell { edited { $0.network = network } }
  /// The cell with another found.
  @inlinable public func with(found: Found) -> LabelCell { edited { $0.found = found } }
  /// The cell with another source.
  @inlinable public func with(source: AdSource) -> LabelCell { edited { $0.source = source } }

  @inlinable
  func edited(_ change: (inout LabelCell) -> Void) -> LabelCell {
    var copy = self
    change(&copy)
    return copy
  }
}
