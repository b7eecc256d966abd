extension ScenarioDecoder {
  /// The placeholder whose waterfall is being read.
  struct Owner {
    var name: String
    /// Nil when it is wrong.
    var format: AdFormat?
  }

  /// The formats a network says it fills.
  struct Offer {
    var isHouse = false
    /// Nil is every format.
    var formats: [String]?

    /// What the keys of a network say; a wrong one says nothing against any format.
    init(_ network: ObjectReader?) {
      if case .bool(let flag)? = network?.written("house")?.content { isHouse = flag }
      guard let members = network?.written("fill")?.members else { return }
      let names = members.map(\.key)
      if !names.contains("default") { formats = names }
    }
  }

  /// Notes a network that cannot serve the format of a placeholder, once for each of the two.
  func checkOffer(_ network: Int, to placeholder: Owner, at span: SourceSpan) {
    guard let format = placeholder.format, network < offers.count else { return }
    let offer = offers[network]
    let name = quoted(networks.names[network])
    if format == .featurePromotion, !offer.isHouse {
      refuse(
        "a placeholder of format featurePromotion takes house networks only; \(name) is none",
        network, placeholder, at: span)
    } else if let formats = offer.formats, !formats.contains(format.name) {
      refuse(
        "network \(name) has no fill for \(format.name); "
          + "add '\(format.name)' or 'default' to its fill",
        network, placeholder, at: span)
    }
  }

  private func refuse(
    _ message: String, _ network: Int, _ placeholder: Owner, at span: SourceSpan
  ) {
    if refused.insert("\(network) \(placeholder.name)").inserted { error(span, message) }
  }
}
