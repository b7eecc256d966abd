/// What the catalogue says about one name.
public struct CatalogueEntry: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable { case metric, count, ratio, gauge, hazard }
  public var kind: Kind
  public var name: String
  /// Microseconds, `1`, `B`, `USD`, `uUSD` (millionths of a dollar) or `1/s`.
  public var unit: String
  /// The labels that apply, in catalogue order.
  public var labels: [Label]
  /// One sentence.
  public var definition: String
}

/// The snake-case name of an enum case: `timeToShow` is `time_to_show`.
func snakeCased(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase { result += "_" }
    result += character.lowercased()
  }
  return result
}

extension Label {
  /// What follows from the session.
  static let ofSession: [Label] = [.device, .radio, .geo, .firstLaunch]
  /// What follows from the placeholder and the session.
  static let ofCall: [Label] = [
    .format, .placeholder, .device, .radio, .geo, .strategy, .config, .firstLaunch,
  ]
  static let ofAd: [Label] = ofCall + [.network]
  static let ofLoad: [Label] = ofCall + [.suspended]
  static let ofShow: [Label] = ofAd + [.source, .suspended]

  static func inOrder(_ labels: [Label]) -> [Label] { labels.sorted { $0.order < $1.order } }
}
