extension ScenarioDecoder {
  /// The placeholder whose waterfall is being read.
  struct Owner {
    var name: String
    /// Nil when it is wrong.
    var format: AdFormat?
  }

  /// The formats a network says it fills and has prices for.
  struct Offer {
    var isHouse = false
    /// Keys by format that do not name every format, each with those it names.
    var partial: [(key: String, formats: [String])] = []

    /// What the keys of a network say; a wrong one says nothing against any format.
    init(_ network: ObjectReader?) {
      if case .bool(let flag)? = network?.written("house")?.content { isHouse = flag }
      let forms = DistributionForm.names
      for key in ["fill", "price"] {
        // One without keys has been refused as a whole, and a distribution is for all formats.
        guard let names = network?.written(key)?.members?.map(\.key), !names.isEmpty,
          !names.contains("default"), key == "fill" || !names.contains(where: forms.contains)
        else { continue }
        partial.append((key, names))
      }
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
    } else if let lacking = offer.partial.first(where: { !$0.formats.contains(format.name) }) {
      refuse(
        "network \(name) has no \(lacking.key) for \(format.name); "
          + "add '\(format.name)' or 'default' to its \(lacking.key)",
        network, placeholder, at: span)
    }
    var known: Set<Int> = [network]
    var waiting = network < innerNetworks.count ? [network] : []
    while let outer = waiting.popLast() {
      for inner in innerNetworks[outer] where known.insert(inner).inserted {
        waiting.append(inner)
        checkInnerOffer(inner, of: network, placeholder, format, at: span)
      }
    }
  }

  /// Notes a network that a mediator asks and that cannot serve the format.
  private func checkInnerOffer(
    _ inner: Int, of network: Int, _ placeholder: Owner, _ format: AdFormat, at span: SourceSpan
  ) {
    guard inner < offers.count else { return }
    let names = "\(quoted(networks.names[inner])), asked by \(quoted(networks.names[network])),"
    if format == .featurePromotion, !offers[inner].isHouse {
      refuse(
        "a placeholder of format featurePromotion takes house networks only; \(names) is none",
        inner, placeholder, at: span)
    }
    guard let lacking = offers[inner].partial.first(where: { !$0.formats.contains(format.name) })
    else { return }
    refuse(
      "network \(names) has no \(lacking.key) for \(format.name); "
        + "add '\(format.name)' or 'default' to its \(lacking.key)",
      inner, placeholder, at: span)
  }

  private func refuse(
    _ message: String, _ network: Int, _ placeholder: Owner, at span: SourceSpan
  ) {
    if refused.insert("\(network) \(placeholder.name)").inserted { error(span, message) }
  }
}
