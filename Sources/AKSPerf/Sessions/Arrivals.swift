import Scheduler

/// The instants at which sessions of an open process are launched, in order.
///
/// Arrival k is the k-th event of a unit-rate process mapped through the inverse of the cumulative
/// rate (Çinlar 1975), so a changed rate moves every arrival a little and loses none: no thinning.
struct ArrivalClock: Sendable {
  private let process: ArrivalProcess
  private let random: RandomStream
  private var operationalTime = 0.0
  private(set) var index: UInt64 = 0
  /// Where `operationalTime` lies in the stages.
  private var stage = 0
  private var stageStart = 0.0
  private var stageMass = 0.0

  init(_ process: ArrivalProcess, random: RandomStream) {
    self.process = process
    self.random = random
  }

  /// The next arrival, or nil when there is none before the end of virtual time.
  mutating func next() -> SimTime? {
    let seconds: Double?
    switch process {
    case .poisson(let rate):
      advanceUnitRate()
      seconds = rate > 0 ? operationalTime / rate : nil
    case .constant(let rate):
      operationalTime += 1
      seconds = rate > 0 ? operationalTime / rate : nil
    case .stages(let stages):
      advanceUnitRate()
      seconds = inverse(stages)
    case .diurnal(let perDay, let peakAt, let ratio, let startAt):
      advanceUnitRate()
      seconds = DiurnalRate(perDay: perDay, peakAt: peakAt, peakToTrough: ratio, startAt: startAt)
        .inverse(operationalTime)
    case .burst(let base, let at, let sessions, let over):
      advanceUnitRate()
      seconds = inverseBurst(base, at.inSeconds, sessions, over.inSeconds)
    case .trace(let instants):
      guard Int(index) < instants.count else { return nil }
      index += 1
      return .zero + instants[Int(index) - 1]
    case .closed:
      return nil
    }
    index += 1
    guard let seconds, seconds < Limits.duration.inSeconds * 2 else { return nil }
    return .zero + .rounding(nanoseconds: seconds * 1e9)
  }

  private mutating func advanceUnitRate() {
    let key = DrawKey(user: index).counter(.arrival)
    operationalTime -= ExactMath.log(random.uniform(key))
  }

  private mutating func inverse(_ stages: [RateStage]) -> Double? {
    while stage < stages.count {
      let length = stages[stage].duration.inSeconds
      let mass = (stages[stage].from + stages[stage].to) / 2 * length
      let left = operationalTime - stageMass
      if left <= mass {
        let slope = (stages[stage].to - stages[stage].from) / length
        let rate = stages[stage].from
        // The root of rate·t + slope·t²/2 = left, in the form that does not cancel.
        let root = max(0, rate * rate + 2 * slope * left).squareRoot()
        return stageStart + (left == 0 ? 0 : min(length, 2 * left / (rate + root)))
      }
      stageMass += mass
      stageStart += length
      stage += 1
    }
    return nil
  }

  private func inverseBurst(
    _ base: Double, _ at: Double, _ sessions: Double, _ over: Double
  ) -> Double? {
    let before = base * at
    if operationalTime <= before { return operationalTime / base }
    let during = base * over + sessions
    if operationalTime <= before + during {
      return at + (operationalTime - before) / during * over
    }
    guard base > 0 else { return nil }
    return at + over + (operationalTime - before - during) / base
  }
}

/// A launch rate that follows one cosine a day.
struct DiurnalRate: Sendable {
  private static let day = 86_400.0
  private let mean: Double
  private let amplitude: Double
  private let shift: Double

  init(perDay: Double, peakAt: SimDuration, peakToTrough: Double, startAt: SimDuration) {
    mean = perDay / Self.day
    amplitude = (peakToTrough - 1) / (peakToTrough + 1)
    shift = startAt.inSeconds - peakAt.inSeconds
  }

  /// Launches expected in the first `t` seconds.
  func cumulative(_ t: Double) -> Double {
    let turn = 2 * Double.pi / Self.day
    return mean
      * (t + amplitude / turn
        * (ExactMath.sin(turn * (t + shift)) - ExactMath.sin(turn * shift)))
  }

  /// The time at which `mass` launches are expected, by bisection to below a nanosecond.
  func inverse(_ mass: Double) -> Double? {
    guard mean > 0 else { return nil }
    var low = max(0, mass / mean - Self.day)
    var high = mass / mean + Self.day
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if cumulative(middle) < mass { low = middle } else { high = middle }
    }
    return high
  }
}
