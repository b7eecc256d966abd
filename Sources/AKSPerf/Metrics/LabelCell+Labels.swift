extension LabelCell {
  /// The bits of all labels that follow from neither placeholder, network nor class.
  static let flagsMask: UInt64 =
    reasonField.mask | outcomeField.mask | sourceField.mask | configField.mask
    | foundField.mask | callbackField.mask | firstLaunchField.mask | suspendedField.mask

  /// The field from which a label is read; nil for labels that no cell has.
  static func field(of label: Label) -> Field? {
    switch label {
    case .placeholder, .format, .strategy: placeholderField
    case .network: networkField
    case .device, .radio, .geo: classField
    case .reason: reasonField
    case .outcome: outcomeField
    case .source: sourceField
    case .config: configField
    case .found: foundField
    case .callback: callbackField
    case .firstLaunch: firstLaunchField
    case .suspended: suspendedField
    case .backend, .rule, .of: nil
    }
  }

  /// The bits that matter to something with `labels`. A strategy needs the config's origin.
  static func mask(of labels: [Label]) -> UInt64 {
    var mask = labels.reduce(UInt64(0)) { $0 | (field(of: $1)?.mask ?? 0) }
    if labels.contains(.strategy) { mask |= configField.mask }
    return mask
  }

  /// The value of a flag label; nil for none.
  func flagValue(of label: Label) -> LabelValue? {
    switch label {
    case .reason: reason.map { .reason($0) }
    case .outcome: outcome.map { .outcome($0) }
    case .source: source.map { .source($0) }
    case .config: config.map { .config($0) }
    case .found: found.map { .found($0) }
    case .callback: callback.map { .callback($0) }
    case .firstLaunch: .firstLaunch(firstLaunch)
    case .suspended: .suspended(suspended)
    default: nil
    }
  }

  /// Takes over a flag label's value; others are left alone.
  mutating func setFlag(_ value: LabelValue) {
    let text = value.value
    switch value.label {
    case .reason: reason = Reason.allCases.first { $0.name == text }
    case .outcome: outcome = Outcome.allCases.first { $0.name == text }
    case .source: source = AdSource.allCases.first { $0.name == text }
    case .config: config = ConfigOrigin.allCases.first { $0.name == text }
    case .found: found = Found.allCases.first { $0.name == text }
    case .callback: callback = Callback.allCases.first { $0.name == text }
    case .firstLaunch: firstLaunch = text == "true"
    case .suspended: suspended = text == "true"
    default: break
    }
  }
}

extension MeasurementPlan {
  func value(of label: Label, placeholder: Int, shipped: Bool) -> String {
    let item = placeholders[placeholder]
    return switch label {
    case .format: item.format
    case .strategy: shipped ? item.shippedStrategy : item.strategy
    default: item.name
    }
  }
}

extension MeasurementPlan.SessionClass {
  func value(of label: Label) -> String {
    switch label {
    case .device: device
    case .radio: radio
    default: geo
    }
  }
}
