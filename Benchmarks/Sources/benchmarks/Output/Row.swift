/// One line of the table: what one contender took for one piece of work.
struct Row: Sendable, Equatable {
  var subject: String
  var size: String
  var contender: String
  /// The median; nil when the contender is missing.
  var figure: Double?
  var unit = ""
  /// How many times as fast perfbench is.
  var ratio: Double?
  var remark = ""
  /// What was found to be wrong.
  var failures: [String] = []
}
