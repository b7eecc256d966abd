/// The search for where a scenario goes from meeting its objectives to failing them.
///
/// A state machine: it is told the verdict at one value after the other, and says what to test
/// next; it runs nothing. All verdicts are of the same replications: when the bracket cannot get
/// narrower because what lies inside it is undecided, it asks for more of them, and begins anew
/// from the ends that it has found. The heaviest value that passes and the lightest that fails are
/// ends of a 95 % bracket of the truth, since each is judged on its own 95 % interval.
struct BracketSearch {
  /// Which value is sought.
  enum Goal: String, Sendable, Hashable {
    /// The highest value that passes: a rate, a number of users.
    case highest
    /// The lowest value that passes: a number of servers.
    case lowest
  }

  enum Action: Equatable {
    case test(Double)
    /// Each verdict is to be found anew from more replications.
    case replicate
    case end
  }

  let goal: Goal
  /// Whether only whole numbers from 1 on make sense.
  let isWhole: Bool
  /// How wide the bracket may be, as a share of its lower end.
  let width: Double
  /// Values outside are not tested.
  private(set) var bounds: ClosedRange<Double>
  private(set) var verdicts: [Double: SLOResult.Verdict] = [:]
  private var waiting: [Double]

  init(
    _ goal: Goal, from start: Double, isWhole: Bool, width: Double, bounds: ClosedRange<Double>
  ) {
    self.goal = goal
    self.isWhole = isWhole
    self.width = width
    self.bounds = bounds
    waiting = [min(max(start, bounds.lowerBound), bounds.upperBound)]
  }

  /// Takes note of the verdict at a value.
  mutating func found(_ verdict: SLOResult.Verdict, at value: Double) {
    verdicts[value] = verdict
    waiting.removeAll { $0 == value }
  }

  /// All tested values, the lightest load first.
  private var tested: [Double] {
    let ascending = verdicts.keys.sorted()
    return goal == .highest ? ascending : ascending.reversed()
  }

  /// The heaviest value that passes.
  var pass: Double? { tested.last { verdicts[$0] == .pass } }
  /// The lightest value that fails.
  var fail: Double? { tested.first { verdicts[$0] == .fail } }

  /// A value that passes although a lighter one fails.
  var isMonotone: Bool {
    guard let pass, let fail else { return true }
    return goal == .highest ? pass < fail : fail < pass
  }

  /// Whether the bracket is as narrow as was asked for.
  var isNarrow: Bool {
    // There are no fewer servers than one.
    if isWhole && goal == .lowest && pass == 1 { return true }
    guard let pass, let fail, isMonotone else { return false }
    let low = min(pass, fail)
    let high = max(pass, fail)
    if isWhole && high - low <= 1 { return true }
    // Of servers the exact number is wanted.
    return !(isWhole && goal == .lowest) && high - low <= width * low
  }

  /// What to do next.
  ///
  /// First the boundary of what passes is found by bisection, then the lightest failure by steps
  /// away from it that double: far beyond it, verdicts may be undecided again.
  func next() -> Action {
    if let first = waiting.first { return .test(first) }
    if !isMonotone { return .end }
    if isNarrow { return .end }
    guard let pass else { return step(from: tested.first, towards: lighter) }
    let beyond = tested.filter { isHeavier($0, than: pass) }
    guard let first = beyond.first else { return step(from: pass, towards: heavier) }
    if let middle = middle(pass, first) { return .test(middle) }
    guard let last = beyond.prefix(while: { verdicts[$0] == .undecided }).last else { return .end }
    let leap = bounded(last + (last - pass))
    if let fail, !isHeavier(fail, than: leap) {
      return middle(last, fail).map { .test($0) } ?? .replicate
    }
    // Of whole numbers the next one at least.
    let isStuck = leap == last && isWhole
    return step(from: isStuck ? last + (goal == .highest ? 1 : -1) : leap) { $0 }
  }

  private func isHeavier(_ value: Double, than other: Double) -> Bool {
    goal == .highest ? value > other : value < other
  }

  /// The value between two that are further apart than a quarter of the width; nil if they are not.
  private func middle(_ one: Double, _ other: Double) -> Double? {
    let isWide =
      isWhole && goal == .lowest || abs(one - other) > width / 4 * min(one, other)
    let middle = rounded((one + other) / 2)
    return isWide && middle > min(one, other) && middle < max(one, other) ? middle : nil
  }

  /// Begins anew with more replications: from the ends, and from what was undecided next to them.
  mutating func beginAnew() {
    let doubtful = tested.filter { value in
      verdicts[value] == .undecided && pass.map { isHeavier(value, than: $0) } ?? true
        && fail.map { isHeavier($0, than: value) } ?? true
    }
    var values = [pass, fail].compactMap { $0 }
    for value in [doubtful.first, doubtful.last] {
      if let value, !values.contains(value) { values.append(value) }
    }
    verdicts = [:]
    waiting = values
  }

  /// A value makes no scenario: what is as light or as heavy as that is not tested any more.
  mutating func exclude(_ value: Double) {
    waiting.removeAll { $0 == value }
    guard let nearest = tested.min(by: { abs($0 - value) < abs($1 - value) }) else { return }
    bounds =
      value > nearest
      ? bounds.lowerBound...max(bounds.lowerBound, nearest)
      : min(bounds.upperBound, nearest)...bounds.upperBound
  }

  // MARK: Steps

  private func lighter(_ value: Double) -> Double { goal == .highest ? value / 2 : value * 2 }
  private func heavier(_ value: Double) -> Double { goal == .highest ? value * 2 : value / 2 }

  /// Tests the next value on the way; without one, what is undecided needs more replications.
  private func step(from value: Double?, towards: (Double) -> Double) -> Action {
    guard let value else { return .end }
    let next = bounded(towards(value))
    if verdicts[next] == nil { return .test(next) }
    return tested.contains { verdicts[$0] == .undecided } ? .replicate : .end
  }

  private func bounded(_ value: Double) -> Double {
    let inside = min(max(value, bounds.lowerBound), bounds.upperBound)
    return min(max(rounded(inside), bounds.lowerBound), bounds.upperBound)
  }

  private func rounded(_ value: Double) -> Double {
    isWhole ? value.rounded(.down) : DecimalNumber(rounding: value).value
  }
}
