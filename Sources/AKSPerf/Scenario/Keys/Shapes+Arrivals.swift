extension Shapes {
  private static let process = Key.required("process", .text, "The process of launches.")

  static let arrivals: [ValueKind.Variant] = [
    variant(
      "poisson", "Poisson arrivals",
      [.required("rate", .quantity(.rate), "Mean rate of launches.")]),
    variant(
      "constant", "constant arrivals",
      [
        .required(
          "rate", .quantity(.rate), "Rate of evenly spaced launches, the first after 1 ÷ rate.")
      ]),
    variant(
      "stages", "staged arrivals",
      [.required("stages", .list(.object(stage), atLeast: 1), "Stages, one after the other.")]),
    variant(
      "diurnal", "diurnal arrivals",
      [
        .required("perDay", .number(0...1e12), "Launches a day."),
        .required("peakAt", .quantity(.duration), "Time of day of the peak."),
        .required("peakToTrough", .number(1...1e6), "Rate at the peak over that twelve hours off."),
        Key("startAt", .quantity(.duration), "Time of day at which the run starts."),
      ]),
    variant(
      "burst", "burst arrivals",
      [
        .required("base", .quantity(.rate), "Rate before, during and after the burst."),
        .required("at", .quantity(.duration), "When the burst starts."),
        .required("sessions", .number(0...1e9), "Launches the burst adds."),
        .required("over", .quantity(.duration), "The span over which they are spread."),
      ]),
    variant(
      "trace", "trace arrivals",
      [
        .required("file", .text, "A CSV file in the folder of the scenario or below it."),
        Key("column", .name, "The column of launch times.", default: .text("start_ms")),
        Key(
          "unit", .word(Quantity.duration.units.map(\.name)), "The unit of the column.",
          default: .text("ms")),
        Key("where", .map(.words([])), "Columns with the texts they must hold."),
      ]),
    variant(
      "closed", "a closed population",
      [
        .required("sessions", .integer(1...Limits.closedPopulation), "Users."),
        .required("pause", .drawn(.duration), "Time from the end of a session to the next launch."),
        Key("rampUp", .quantity(.duration), "The span over which first launches are spread."),
      ]),
  ]

  static let stage = ObjectShape(
    "stage", "a stage", isMerged: false,
    [
      .required("for", .quantity(.duration), "How long it lasts."),
      Key("from", .quantity(.rate), "Rate at its start."),
      Key("to", .quantity(.rate), "Rate at its end, reached in a straight line."),
      Key("at", .quantity(.rate), "Rate throughout, instead of from and to."),
    ])

  private static func variant(_ word: String, _ noun: String, _ keys: [Key]) -> ValueKind.Variant {
    var process = process
    process.kind = .word([word])
    return ValueKind.Variant(word: word, shape: ObjectShape(word, noun, [process] + keys))
  }
}
