extension Shapes {
  static let root = ObjectShape(
    "scenario", "a scenario",
    [
      Key("$schema", .text, "The JSON Schema, for editors; ignored here."),
      Key(
        "include", .list(.text, atLeast: 0),
        "Files in this folder or below it that are read first; keys of this file win."),
      .required("name", .name, "The name of the scenario, by which baselines know it."),
      Key("description", .text, "What it is for."),
      Key("seed", .seed, "Where all randomness starts.", default: .number(1)),
      Key(
        "duration", .quantity(.duration), "Virtual time in which sessions are launched.",
        default: .text("1h")),
      Key(
        "drain", .quantity(.duration), "Time after it in which counted items may end.",
        default: .text("1h")),
      Key(
        "warmup", .orWord(.orNone(.quantity(.duration)), "auto"),
        "Time at the start that is left out of every metric, or \"auto\".", default: .text("none")),
      Key(
        "replications", .integer(1...Limits.replications), "Independent runs.",
        default: .number(20)),
      .required("arrivals", .variant(key: "process", arrivals), "When sessions are launched."),
      Key("app", .object(app), "The app."),
      Key("users", .object(users), "How users are drawn."),
      Key("launch", .object(launch), "What happens before the first load."),
      Key("geos", .map(.object(geo)), "Regions; left out, one named world."),
      Key("radios", .map(.object(radio)), "Access networks; left out, one named ideal."),
      Key("devices", .map(.object(device)), "Devices; left out, one named phone, 390×844."),
      Key("config", .orNone(.object(config)), "The remote config."),
      Key("backends", .map(.object(backend)), "Where requests are answered."),
      Key(
        "demandCorrelation", .number(0...1),
        "Probability that a network's demand is the session's common draw.", default: .number(0.5),
        .guess),
      Key(
        "fillPersistence", .orNone(.quantity(.duration)),
        "How long a demand draw stays; \"none\" draws anew for each attempt.",
        default: .text("10m"), .guess),
      Key(
        "priceDecay", .number(0...1),
        "Factor on the price for each earlier show of the format that day.", default: .number(1)),
      .required("networks", .map(.object(network)), "The ad networks."),
      .required("placeholders", .map(.object(placeholder)), "The placeholders of the app."),
      .required("journeys", .map(.steps), "What sessions do, step by step."),
      Key(
        "sessions", .list(.object(sessionClass), atLeast: 1),
        "The mix of sessions; left out, all follow the first journey."),
      Key("adDuration", .perFormat(.drawn(.duration)), "Time an ad is on screen."),
      Key(
        "completion", .perFormat(.number(0...1)),
        "Probability that a shown ad is viewed to its end.", default: .number(1)),
      Key("click", .orNone(.object(click)), "How often ads are clicked."),
      Key(
        "leaveBeforeAd", .orNone(.object(leaveBeforeAd)),
        "How often users leave the app between the call of show and its full-screen ad."),
      Key(
        "leaveDuringAd", .orNone(.object(leaveDuringAd)),
        "How often users leave the app during a full-screen ad, by their own wish."),
      Key(
        "patience", .orNone(.drawn(.duration)),
        "How long a user waits before giving up; left out, for ever."),
      Key(
        "split", .list(.text, atLeast: 0),
        "Label combinations kept beyond totals and single labels: \"format,source\"."),
      Key("slo", .map(.objectives), "Objectives, by metric: \"p(95)<800ms\"."),
      Key("sweep", .map(.sweep), "Keys with the values that a sweep gives them."),
      Key(
        "expect", .object(expectation),
        "What is known of an incident: its figures, its cause and its remedy; `run` ignores it."),
    ])
}
