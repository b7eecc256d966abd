import Scheduler

extension ScenarioDecoder {
  func arrivals() -> ArrivalProcess {
    let none = ArrivalProcess.poisson(ratePerSecond: 0)
    guard let value = root.written("arrivals") else { return none }
    guard value.members != nil else {
      context.mismatch(value, expected: "an object such as { process: \"poisson\", rate: \"5/s\" }")
      return none
    }
    guard let process = value["process"] else {
      error(value.span.head, "missing key 'process' of the arrivals")
      return none
    }
    let words = Shapes.arrivals.map(\.word)
    guard let word = context.word(process, of: words, "process"),
      let shape = Shapes.arrivals.first(where: { $0.word == word })?.shape,
      let reader = ObjectReader(value, shape, context)
    else { return none }
    switch word {
    case "poisson": return .poisson(ratePerSecond: positive(reader, "rate"))
    case "constant": return .constant(ratePerSecond: positive(reader, "rate"))
    case "stages": return .stages(stages(reader))
    case "diurnal": return diurnal(reader)
    case "burst": return burst(reader)
    case "trace": return .trace(trace(reader))
    default:
      return .closed(
        sessions: reader.integer("sessions") ?? 1, pause: reader.drawn("pause") ?? .constant(0),
        rampUp: reader.duration("rampUp") ?? .zero)
    }
  }

  private func positive(_ reader: ObjectReader, _ name: String) -> Double {
    let rate = reader.quantity(name)
    if rate == 0 { error(reader.span(name), "the rate must be above 0") }
    return rate ?? 0
  }

  private func stages(_ reader: ObjectReader) -> [RateStage] {
    let count = context.log.errorCount
    let stages = reader.objects("stages").map { stage in
      let duration = stage.duration("for")
      if duration == .zero { error(stage.span("for"), "a stage must last longer than 0") }
      if stage.has("at") {
        for name in ["from", "to"] where stage.has(name) {
          error(stage.keySpan(name), "a stage has either 'at', or 'from' and 'to'")
        }
      } else {
        for name in ["from", "to"] where !stage.has(name) {
          error(stage.value.span.head, "missing key '\(name)' of a stage")
        }
      }
      let level = stage.quantity("at")
      return RateStage(
        duration: duration ?? .zero, from: level ?? stage.quantity("from") ?? 0,
        to: level ?? stage.quantity("to") ?? 0)
    }
    if context.log.errorCount == count, !stages.contains(where: { $0.from > 0 || $0.to > 0 }) {
      error(reader.span("stages"), "the rate of one stage at least must be above 0")
    }
    return stages
  }

  private func diurnal(_ reader: ObjectReader) -> ArrivalProcess {
    let perDay = reader.number("perDay")
    if perDay == 0 { error(reader.span("perDay"), "the launches a day must be above 0") }
    let (peakAt, startAt) = (reader.duration("peakAt"), reader.duration("startAt"))
    for (name, time) in [("peakAt", peakAt), ("startAt", startAt)] {
      if let time, time >= .hours(24) {
        error(reader.span(name), "a time of day is below 24h")
      }
    }
    return .diurnal(
      perDay: perDay ?? 0, peakAt: peakAt ?? .zero,
      peakToTrough: reader.number("peakToTrough") ?? 1, startAt: startAt ?? .zero)
  }

  private func burst(_ reader: ObjectReader) -> ArrivalProcess {
    let base = reader.quantity("base")
    let sessions = reader.number("sessions")
    let over = reader.duration("over")
    if over == .zero { error(reader.span("over"), "the span must be above 0") }
    if base == 0, sessions == 0 {
      error(reader.span("sessions"), "without a base rate there must be sessions in the burst")
    }
    return .burst(
      basePerSecond: base ?? 0, at: reader.duration("at") ?? .zero, sessions: sessions ?? 0,
      over: over ?? .zero)
  }

  /// The recorded instants, sorted.
  private func trace(_ reader: ObjectReader) -> [SimDuration] {
    let unit = reader.word("unit")
    let factor = Quantity.duration.units.first { $0.name == unit }?.factor ?? 1
    let fallback = reader.has("column") ? reader : reader.with("column")
    guard
      let column = context.measurementColumn(
        fallback, rows: Limits.traceRows, greatest: Quantity.duration.limit.value / factor)
    else {
      return []
    }
    return column.map { SimDuration.rounding(nanoseconds: $0 * factor) }.sorted()
  }
}

extension ObjectReader {
  /// The same object with the default of a key written out.
  func with(_ name: String) -> ObjectReader {
    guard let members = value.members, let fallback = key(name).fallback else { return self }
    var filled = value
    let place = value.span.head
    filled.content = .object(
      members + [JSONMember(key: name, keySpan: place, value: fallback.value(at: place))])
    return ObjectReader(filled, checked: self)
  }

  /// Another object of a shape that has been checked.
  private init(_ value: JSONValue, checked other: ObjectReader) {
    self.init(value, other.shape, other.context, members: value.members ?? [])
  }
}
