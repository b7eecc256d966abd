/// The labels by which metrics, counts and ratios are told apart.
public enum Label: String, CaseIterable, Sendable, Hashable {
  case format, placeholder, network, device, radio, geo, strategy, config, source, outcome, reason
  case firstLaunch = "first_launch"
  case suspended, backend, callback, found, rule
}
