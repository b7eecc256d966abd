extension Shapes {
  /// The steps, each an object told apart by the key of its name, which comes first.
  static let steps: [ObjectShape] = [
    step("wait", "Foreground time without an ad call.", .drawn(.duration)),
    step(
      "load", "Loads an ad of a placeholder.", .name,
      [
        Key("await", .flag, "Whether the journey waits for the end.", default: .flag(false)),
        budget,
      ] + viewKeys, unbuilt: "placeholders of format banner and native"),
    step(
      "show", "Wants an ad on screen now.", .name,
      [
        Key(
          "ifNotReady", .word(["skip", "wait", "load"]), "What it does without a fresh ad.",
          default: .text("skip")),
        budget,
      ]),
    step("loadAndShow", "Loads and shows in one call.", .name, [budget]),
    step(
      "appOpen", "The app-open ad of a launch.", .name,
      [
        Key(
          "flow", .word(["automatic", "manual"]), "Who drives it: the app delegate or the app.",
          default: .text("automatic")),
        Key(
          "splash", .orNone(.quantity(.duration)),
          "How long the splash is held, for flow: \"automatic\".", default: .text("5s"),
          .cited("Google Mobile Ads: sample splash countdown")),
        Key(
          "budget", .orNone(.drawn(.duration)), "The longest wait, for flow: \"manual\".",
          default: .text("none")),
      ]),
    step(
      "repeat", "Steps again and again; how often.", .drawn(.count),
      [.required("steps", .steps, "The steps.")]),
    step("choose", "One of several branches.", .list(.object(branch), atLeast: 1)),
    unbuilt("banner", "Puts a banner up.", .name, viewKeys),
    unbuilt("native", "Puts a native ad up.", .name, viewKeys),
    unbuilt("featurePromotion", "Offers a feature of the app.", .name),
    unbuilt("resize", "Gives the app's window another size.", .object(window)),
    unbuilt(
      "background", "Leaves the app for a time.", .drawn(.duration),
      [Key("terminated", .number(0...1), "Probability that the process dies meanwhile.")]),
    unbuilt("radio", "Changes the access network.", .name),
    unbuilt("fold", "Folds the device.", .flag),
    unbuilt("unfold", "Unfolds the device.", .flag),
  ]

  /// Steps that are written as a word.
  static let stepWords = ["end", "fold", "unfold"]

  static let branch = ObjectShape(
    "branch", "a branch", isMerged: false,
    [
      .required("weight", .number(0...1e9), "How often, in proportion to the others."),
      .required("steps", .steps, "Its steps; none is a branch that does nothing."),
    ])

  static let sessionClass = ObjectShape(
    "sessionClass", "a session class", isMerged: false,
    [
      Key(
        "weight", .number(0...1e9), "How often, in proportion to the others.", default: .number(1)),
      Key("journey", .name, "What these sessions do; the first journey if left out."),
      Key("device", .name, "The first device if left out."),
      Key("radio", .name, "The first radio if left out."),
      Key("geo", .name, "The first geo if left out."),
    ])

  static let click = ObjectShape(
    "click", "clicks",
    [
      Key("p", .number(0...1), "Probability that a shown ad is clicked.").unbuilt(
        "values above 0", remedy: "set p to 0 or remove it"),
      Key("away", .drawn(.duration), "Time the user is then away."),
    ])

  private static let budget = Key(
    "budget", .orNone(.drawn(.duration)), "The longest wait.", default: .text("none"))

  private static let viewKeys = [
    Key(
      "at", .word(["viewDidLoad", "viewDidAppear"]), "When in the life of the view it loads."
    ).unbuilt(),
    Key("guard", .flag, "Whether it loads only once in the life of the view.").unbuilt(),
  ]

  private static func step(
    _ name: String, _ summary: String, _ kind: ValueKind, _ keys: [Key] = [],
    unbuilt values: String? = nil
  ) -> ObjectShape {
    var first = Key.required(name, kind, summary)
    if let values { first = first.unbuilt(values, remedy: "remove the step") }
    return ObjectShape("step.\(name)", "a '\(name)' step", isMerged: false, [first] + keys)
  }

  /// A step that is read and checked only.
  private static func unbuilt(
    _ name: String, _ summary: String, _ kind: ValueKind, _ keys: [Key] = []
  ) -> ObjectShape {
    var shape = step(name, summary, kind, keys)
    shape.keys[0] = shape.keys[0].unbuilt(remedy: "remove the step")
    return shape
  }
}
