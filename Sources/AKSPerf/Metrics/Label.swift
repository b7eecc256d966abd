/// The labels by which metrics, counts and ratios are told apart.
///
/// `of` is a pseudo-label of `time_to_show`: with the value `opportunities` the eligible
/// opportunities that ended without a show count as +∞.
public enum Label: String, CaseIterable, Sendable, Hashable {
  case format, placeholder, network, device, radio, geo, strategy, config, source, outcome, reason
  case firstLaunch = "first_launch"
  case suspended, backend, callback, found, rule, of

  /// The position in the catalogue, which is the order of labels in every output.
  var order: Int { Self.orders[self] ?? 0 }
  private static let orders = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}

/// One label with its value, as in `format=interstitial`.
public struct LabelValue: Sendable, Hashable, Comparable {
  public var label: Label
  public var value: String

  public init(_ label: Label, _ value: String) {
    self.label = label
    self.value = value
  }

  public static func < (a: LabelValue, b: LabelValue) -> Bool {
    a.label == b.label ? a.value < b.value : a.label.order < b.label.order
  }

  /// The label `format` with a value.
  public static func format(_ value: AdFormat) -> LabelValue { .init(.format, value.name) }
  /// The label `format` with a value.
  public static func format(_ value: String) -> LabelValue { .init(.format, value) }
  /// The label `placeholder` with a value.
  public static func placeholder(_ value: String) -> LabelValue { .init(.placeholder, value) }
  /// The label `network` with a value.
  public static func network(_ value: String) -> LabelValue { .init(.network, value) }
  /// The label `device` with a value.
  public static func device(_ value: String) -> LabelValue { .init(.device, value) }
  /// The label `radio` with a value.
  public static func radio(_ value: String) -> LabelValue { .init(.radio, value) }
  /// The label `geo` with a value.
  public static func geo(_ value: String) -> LabelValue { .init(.geo, value) }
  /// The label `strategy` with a value.
  public static func strategy(_ value: String) -> LabelValue { .init(.strategy, value) }
  /// The label `backend` with a value.
  public static func backend(_ value: String) -> LabelValue { .init(.backend, value) }
  /// The label `source` with a value.
  public static func source(_ value: AdSource) -> LabelValue { .init(.source, value.name) }
  /// The label `config` with a value.
  public static func config(_ value: ConfigOrigin) -> LabelValue { .init(.config, value.name) }
  /// The label `outcome` with a value.
  public static func outcome(_ value: Outcome) -> LabelValue { .init(.outcome, value.name) }
  /// The label `reason` with a value.
  public static func reason(_ value: Reason) -> LabelValue { .init(.reason, value.name) }
  /// The label `found` with a value.
  public static func found(_ value: Found) -> LabelValue { .init(.found, value.name) }
  /// The label `callback` with a value.
  public static func callback(_ value: Callback) -> LabelValue { .init(.callback, value.name) }
  /// The label `first_launch` with a value.
  public static func firstLaunch(_ value: Bool) -> LabelValue { .init(.firstLaunch, "\(value)") }
  /// The label `suspended` with a value.
  public static func suspended(_ value: Bool) -> LabelValue { .init(.suspended, "\(value)") }
  /// Unshown opportunities count as +∞.
  public static var ofOpportunities: LabelValue { .init(.of, "opportunities") }
}

/// The labels of one row, in catalogue order, each at most once; empty is the total.
public struct LabelSet: Sendable, Hashable, Comparable, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  public let values: [LabelValue]

  public init(_ values: [LabelValue]) { self.values = values.count < 2 ? values : values.sorted() }
  public init(arrayLiteral elements: LabelValue...) { self.init(elements) }

  public static let total: LabelSet = []

  public var isTotal: Bool { values.isEmpty }
  public var labels: [Label] { values.map(\.label) }

  public subscript(label: Label) -> String? { values.first { $0.label == label }?.value }

  /// The set without `label`.
  func without(_ label: Label) -> LabelSet { LabelSet(values.filter { $0.label != label }) }
  func adding(_ value: LabelValue) -> LabelSet { LabelSet(values + [value]) }

  /// The total first, then single labels, then combinations; each in catalogue and name order.
  public static func < (a: LabelSet, b: LabelSet) -> Bool {
    if a.values.count != b.values.count { return a.values.count < b.values.count }
    for (x, y) in zip(a.values, b.values) where x.label != y.label {
      return x.label.order < y.label.order
    }
    for (x, y) in zip(a.values, b.values) where x.value != y.value { return x.value < y.value }
    return false
  }

  /// As written in an SLO: `{format=interstitial,source=cache}`; empty for the total.
  public var description: String {
    if isTotal { return "" }
    return "{" + values.map { "\($0.label.rawValue)=\($0.value)" }.joined(separator: ",") + "}"
  }
}
