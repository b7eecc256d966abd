import Scheduler

extension ScenarioDecoder {
  func rewardBackend(_ reader: ObjectReader) -> RewardBackend? {
    guard let reader = reader.object("rewardBackend") else { return nil }
    var backend = RewardBackend()
    backend.answer = reader.drawn("answer") ?? .constant(0)
    backend.lost = reader.number("lost") ?? 0
    backend.timeout = positiveTime(reader, "timeout")
    return backend
  }

  /// A timer; nil when something of it is wrong.
  func timer(_ reader: ObjectReader) -> AppTimer? {
    let every = reader.duration("every")
    if let every, every < .milliseconds(1) {
      error(reader.span("every"), "'every' must be 1 ms at least")
    }
    let load = reader.reference("load", placeholders)
    let show = reader.reference("show", placeholders)
    let stacks = reader.flag("stacks") ?? false
    if reader.has("load") == reader.has("show") {
      error(reader.value.span.head, "a timer has either 'load' or 'show'")
    } else if reader.has("load") && reader.has("stacks") {
      error(reader.keySpan("stacks"), "'stacks' is for timers with 'show'")
    }
    check(reader, "load", load) { $0 != .featurePromotion }
    check(reader, "show", show, \.isFullScreen)
    guard let every, every >= .milliseconds(1), let placeholder = show ?? load else { return nil }
    return AppTimer(
      every: every, placeholder: placeholder, action: show == nil ? .load : .show(stacks: stacks))
  }

  private func check(
    _ reader: ObjectReader, _ name: String, _ place: Int?, _ fits: (AdFormat) -> Bool
  ) {
    guard let place, place < formats.count, let format = formats[place], !fits(format) else {
      return
    }
    error(
      reader.span(name),
      "'\(name)' of a timer cannot have placeholder \(quoted(placeholders.names[place])) of format "
        + "\(format.name)")
  }
}
