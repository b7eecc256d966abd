/// One figure of two runs on common draws, whose replications are pairs.
///
/// With the tolerance τ = 5 %, or the least change that matters where that is more, z = X − (1+τ)·B
/// is above 0 where X has grown by more than is tolerated. It is tested by a one-sided paired t:
/// z ÷ (S ÷ √R), S² = Σ(z_r − z)² ÷ (R − 1), as is (1−τ)·B − X for the other direction. A least
/// change is taken from each replication as it is, z_r = X_r − B_r − 1 ms, not in proportion.
struct PairedTest {
  static let tolerance = 0.05

  let baseline: Double
  let value: Double
  private let degrees: Int
  /// z, upwards and downwards.
  private let excess: (up: Double, down: Double)
  /// S ÷ √R of each, and of X − B.
  private let error: (up: Double, down: Double)
  let standardError: Double
  /// How far the figure may move.
  let margin: Double

  /// Nil when one of them has no value in some replication, or there are under two.
  init?(_ figure: GateFigure, _ now: FigureSamples, _ before: FigureSamples) {
    guard let value = now.value, let baseline = before.value, let x = now.deviations,
      let b = before.deviations, x.count == b.count, x.count > 1
    else { return nil }
    self.value = value
    self.baseline = baseline
    degrees = x.count - 1
    let relative = Self.tolerance * abs(baseline)
    let isRelative = relative >= figure.leastChange
    margin = isRelative ? relative : figure.leastChange
    excess = (value - baseline - margin, baseline - margin - value)
    let root = Double(x.count).squareRoot()
    func error(_ factor: Double) -> Double {
      Estimator.spread(zip(x, b).map { $0 - factor * $1 }) / root
    }
    let part = isRelative ? Self.tolerance : 0
    self.error = (error(1 + part), error(1 - part))
    standardError = error(1)
  }

  /// t of a change for the worse beyond the tolerance, and for the better.
  func statistic(worse: Bool, wantsSmall: Bool) -> Double {
    worse == wantsSmall ? Self.t(excess.up, error.up) : Self.t(excess.down, error.down)
  }

  /// Whether both one-sided tests say that the figure is inside the tolerance.
  var isSame: Bool {
    let limit = -StudentT.quantile(1 - Gate.alpha, degrees: degrees)
    return Self.t(excess.up, error.up) <= limit && Self.t(excess.down, error.down) <= limit
  }

  private static func t(_ excess: Double, _ error: Double) -> Double {
    if error > 0 { return excess / error }
    return excess > 0 ? .infinity : excess < 0 ? -.infinity : 0
  }

  /// The 95 % interval of X − B.
  var difference: Interval {
    Interval(
      value - baseline,
      halfWidth: StudentT.quantile(0.975, degrees: degrees) * standardError)
  }

  /// The change that is found in four of five such comparisons when it is the only one of `checks`.
  func smallestDetectable(checks: Int, wantsSmall: Bool) -> Double {
    let found = StudentT.quantile(1 - Gate.alpha / Double(max(1, checks)), degrees: degrees)
    let power = StudentT.quantile(0.8, degrees: degrees)
    return margin + (found + power) * (wantsSmall ? error.up : error.down)
  }

  /// The replications that would decide if the figures stayed as they are; nil on the border.
  func replicationsThatDecide(checks: Int) -> Int? {
    let isInside = excess.up < 0 && excess.down < 0
    let alpha = isInside ? Gate.alpha : Gate.alpha / Double(max(1, checks))
    let t = StudentT.quantile(1 - alpha, degrees: degrees)
    let root = Double(degrees + 1).squareRoot()
    let ratios = [(excess.up, error.up), (excess.down, error.down)].compactMap { z, error in
      isInside || z > 0 ? t * error * root / abs(z) : nil
    }
    guard let needed = ratios.max(), needed * needed < Double(Limits.replications) else {
      return nil
    }
    return max(degrees + 2, Int((needed * needed).rounded(.up)))
  }
}
