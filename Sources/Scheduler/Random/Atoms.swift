/// A distribution on finitely many values: its atoms, sorted, with their weights.
struct Atoms: Sendable {
  /// The values, strictly increasing.
  private(set) var values: [Double]
  /// The probability of each value, above 0; they add up to 1.
  private(set) var weights: [Double]
  /// The probability of being at or below each value; the last is 1.
  private(set) var cumulative: [Double]

  /// Makes atoms of pairs in any order; weights of 0 are left out, equal values merged.
  ///
  /// Complexity: O(n log n). One weight at least must be above 0.
  init(_ pairs: [WeightedValue]) {
    let sorted = pairs.filter { $0.weight > 0 }.sorted { $0.value < $1.value }
    precondition(!sorted.isEmpty, "a discrete distribution needs a weight above 0")
    values = []
    weights = []
    for pair in sorted {
      if pair.value == values.last {
        weights[weights.count - 1] += pair.weight
      } else {
        values.append(pair.value)
        weights.append(pair.weight)
      }
    }
    let total = weights.reduce(0, +)
    cumulative = []
    cumulative.reserveCapacity(weights.count)
    var sum = 0.0
    for i in weights.indices {
      sum += weights[i]
      weights[i] /= total
      cumulative.append(min(1, sum / total))
    }
    cumulative[cumulative.count - 1] = 1
  }

  /// The ranks 1 … count with weight rank^(−exponent).
  init(zipf exponent: Double, count: Int) {
    self.init(
      (1...count).map { rank in
        let weight = ExactMath.exp(-exponent * ExactMath.log(Double(rank)))
        return WeightedValue(value: Double(rank), weight: weight)
      })
  }

  /// The trials until success within `from` … `to`; nil when more than the limit of atoms.
  ///
  /// Without `to` the list ends where less than 10⁻¹⁷ of the probability is left.
  init?(geometric mean: Double, from: Double, to: Double) {
    let first = max(1, ExactMath.ceiling(from))
    let last = min(ExactMath.floor(to), first + ExactMath.ceiling(40 * mean))
    guard first <= last, last - first < Double(DistributionLimits.samples) else { return nil }
    let logStay = mean == 1 ? -745 : ExactMath.log1p(-1 / mean)
    self.init(
      (0...Int(last - first)).map { i in
        let weight = ExactMath.exp(Double(i) * logStay)
        return WeightedValue(value: first + Double(i), weight: weight)
      }.filter { $0.weight > 0 })
  }

  /// The least value with at least the probability `p.lower` at or below it.
  func quantile(_ p: Tails) -> Double {
    values[min(values.count - 1, Self.firstIndex(in: cumulative, notBelow: p.lower))]
  }

  /// The probabilities of being at or below `x` and above it.
  func tails(_ x: Double) -> Tails {
    let above = Self.firstIndex(in: values, notBelow: x.nextUp)
    return above == 0 ? Tails(lower: 0) : Tails(lower: cumulative[above - 1])
  }

  /// The probability of `from` ≤ X ≤ `to`.
  func mass(from: Double, to: Double) -> Double {
    var sum = 0.0
    for (value, weight) in zip(values, weights) where value >= from && value <= to {
      sum += weight
    }
    return sum
  }

  /// The pairs with `from` ≤ value ≤ `to`.
  func pairs(from: Double = -.infinity, to: Double = .infinity) -> [WeightedValue] {
    zip(values, weights).filter { $0.0 >= from && $0.0 <= to }.map {
      WeightedValue(value: $0.0, weight: $0.1)
    }
  }

  var mean: Double {
    var sum = 0.0
    for (value, weight) in zip(values, weights) { sum += weight * value }
    return sum
  }

  var variance: Double {
    let centre = mean
    var sum = 0.0
    for (value, weight) in zip(values, weights) {
      sum += weight * (value - centre) * (value - centre)
    }
    return sum
  }

  /// The first index of a sorted array whose number is not below `x`; the count when none is.
  static func firstIndex(in sorted: [Double], notBelow x: Double) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) >> 1
      if sorted[middle] < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
