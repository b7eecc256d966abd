extension Shapes {
  /// The steps, each an object told apart by the key of its name, which comes first.
  static let steps: [ObjectShape] = [
    step("wait", "Foreground time without an ad call.", .drawn(.duration)),
    step(
      "load", "Loads an ad of a placeholder.", .name,
      [
        Key("await", .flag, "Whether the journey waits for the end.", default: .flag(false)),
        budget,
      ] + viewKeys),
    step(
      "show", "Wants an ad on screen now.", .name,
      [
        Key(
          "ifNotReady", .word(of: IfNotReady.self),
          "What it does without a fresh ad; \"call\" calls show all the same, which fails.",
          default: .text("skip")),
        budget, scene,
        Key(
          "orShow", .name,
          "Another placeholder of full-screen ads that it shows when it has found no ad or its "
            + "show has failed."),
      ]),
    step("loadAndShow", "Loads and shows in one call.", .name, [budget, scene]),
    step("appOpen", "The app-open ad of a launch.", .name, appOpen),
    step(
      "repeat", "Steps again and again; how often.", .drawn(.count),
      [.required("steps", .steps, "The steps.")]),
    step("choose", "One of several branches.", .list(.object(branch), atLeast: 1)),
    step("banner", "Puts a banner up.", .name, viewKeys),
    step("native", "Puts a native ad up.", .name, viewKeys),
    step("hide", "Takes the banner or native ad of a placeholder down.", .name),
    step("cover", "Hides the view of a placeholder, which stays up and goes on.", .name),
    step("uncover", "Lets the view of a placeholder be seen again.", .name),
    step("featurePromotion", "Offers a feature of the app.", .name),
    step(
      "resize", "Gives a window of the app another size.", .object(window),
      [
        Key("window", windowIndex, "Which one, from 0; left out, the key window.")
      ]),
    step("window", "Makes a window key: which one, from 0.", windowIndex),
    step(
      "background", "Leaves the app for a time.", .drawn(.duration),
      [
        Key("terminated", .number(0...1), "Probability that the process dies meanwhile."),
        Key(
          "kind", .word(of: AwayKind.self),
          "How the user left: on their own, by a click on an ad, or to a picker.",
          default: .text("home")),
      ]),
    step(
      "sheet", "Puts something over the app for a time.", .drawn(.duration),
      [
        Key(
          "kind", .word(of: SheetKind.self),
          "What: a picker, a sheet of the system, a page of the store, or a view of the app.",
          default: .text("system"))
      ]),
    step("radio", "Changes the access network.", .name),
    step("fold", "Folds the device, or unfolds it when false.", .flag),
    step("unfold", "Unfolds the device, or folds it when false.", .flag),
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
      Key("p", .number(0...1), "Probability that an ad on screen, of any format, is clicked."),
      Key("away", .drawn(.duration), "Time the user is then away."),
      Key(
        "terminated", .number(0...1), "Probability that the process dies meanwhile.",
        default: .number(0)),
      reports,
    ])

  /// When the app hears of the dismissal of an ad whose user leaves.
  private static let reports = Key(
    "reports", .word(of: ClickBehaviour.Report.self),
    "When a full-screen ad is reported dismissed: at its end, or already as its user leaves.",
    default: .text("atEnd"))

  static let leaveBeforeAd = ObjectShape(
    "leaveBeforeAd", "leaves before ads",
    [
      Key(
        "p", .number(0...1),
        "Probability that the user leaves while a full-screen ad takes its time to appear.",
        default: .number(0)),
      Key("away", .drawn(.duration), "Time the user is then away."),
      Key(
        "terminated", .number(0...1), "Probability that the process dies meanwhile.",
        default: .number(0)),
      Key(
        "onReturn", .word(of: EarlyLeave.OnReturn.self),
        "What becomes of the show at the return: the ad comes up, it fails, or it fails without "
          + "any callback.", default: .text("shown")),
    ])

  static let leaveDuringAd = ObjectShape(
    "leaveDuringAd", "leaves during ads",
    [
      Key(
        "p", .number(0...1), "Probability that the user leaves during a full-screen ad.",
        default: .number(0)),
      Key("away", .drawn(.duration), "Time the user is then away."),
      Key(
        "terminated", .number(0...1), "Probability that the process dies meanwhile.",
        default: .number(0)),
      Key(
        "onReturn", .word(of: AdLeave.OnReturn.self),
        "What has become of the ad at the return: on screen for the rest of its time, closed, or "
          + "gone without any callback.", default: .text("kept")),
      reports,
    ])

  private static let budget = Key(
    "budget", .orNone(.drawn(.duration)), "The longest wait.", default: .text("none"))

  private static let appOpen = [
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
    Key(
      "onReturn", .flag,
      "Whether returns from the background show one too; left out, for flow: \"automatic\"."),
    Key(
      "minAway", .quantity(.duration), "The shortest absence after which a return shows one.",
      default: .text("17s"), .cited("github: googleads-mobile-unity #3768")),
    Key(
      "ignores", .words(["ad", "click", "picker", "sheet"]),
      "What a return from never shows one: a full-screen ad, a click, a picker, a sheet; left out, "
        + "all of them."),
    Key(
      "trigger", .word(of: AppOpenReturns.Trigger.self),
      "The event of a return: active again, about to enter the foreground, or each of both.",
      default: .text("active")),
    Key(
      "show", .name,
      "What a return opens: any placeholder of full-screen ads; left out, that of the step."),
    Key(
      "chain", .flag,
      "Whether the end of the ad that a return has opened is a return as well, whatever 'ignores' "
        + "says.", default: .flag(false)),
  ]

  private static let windowIndex = ValueKind.integer(0...Limits.windows - 1)

  private static let scene = Key(
    "scene", .wordOr(["key", "own", "first", "none"], 0...Limits.windows - 1),
    "The scene put on the request: that of the key window, of the view, of the first active one, "
      + "none, or of a window by its number.", default: .text("own"))

  private static let viewKeys = [
    Key("at", .word(of: LoadPlace.Moment.self), "When in the life of the view it loads."),
    Key(
      "guard", .flag, "Whether it loads only once in the life of the view.", default: .flag(false)),
    scene,
  ]

  private static func step(
    _ name: String, _ summary: String, _ kind: ValueKind, _ keys: [Key] = []
  ) -> ObjectShape {
    ObjectShape(
      "step.\(name)", "a '\(name)' step", isMerged: false,
      [Key.required(name, kind, summary)] + keys)
  }
}
