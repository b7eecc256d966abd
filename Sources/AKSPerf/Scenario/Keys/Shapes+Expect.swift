extension Shapes {
  /// What is known of an incident that the scenario stands for.
  static let expectation = ObjectShape(
    "expectation", "an expectation",
    [
      .required(
        "reports", .list(.text, atLeast: 1),
        "The public threads that report it, such as \"owner/repository #12\"."),
      .required(
        "symptom", .map(.checks),
        "What its figures are, by metric, as the scenario stands, all of them, none with `base`; "
          + "without the cause one at least must be otherwise, where there is something to "
          + "measure."),
      .required("cause", .text, "The cause in one line."),
      .required(
        "variants", .map(.object(variantOfExpectation)),
        "The scenario changed, by name: \"remedy\" and \"causeless\", which are required, and more."
      ),
      Key(
        "still", .list(.text, atLeast: 0),
        "Paths of keys that must not be moved when the other numbers are, to see what holds."),
    ])

  static let variantOfExpectation = ObjectShape(
    "variant", "a variant",
    [
      .required(
        "set", .map(.any),
        "Keys by path, each with the value it has instead; `2+` and `+` insert into a list, null "
          + "removes."),
      Key("says", .text, "What the change is, in one line; required of \"remedy\"."),
      .required("holds", .map(.checks), "What its figures then are, by metric: all of them."),
      Key("reports", .list(.text, atLeast: 0), "Public threads that this variant stands for."),
    ])
}
