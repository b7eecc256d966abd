/// What the attempts on one entry of a waterfall have taught; 24 bytes.
///
/// Estimates are means of the first `memory` samples; from then on each new one has the weight
/// 1 ÷ `memory`, so that a change is followed.
struct LearnRecord: BitwiseCopyable, Equatable {
  /// Loads of the waterfall so far, counted at its first entry.
  var loads: UInt32 = 0
  /// Attempts so far.
  private(set) var attempts: UInt32 = 0
  private(set) var fills: UInt32 = 0
  /// Share of attempts that brought an ad.
  private(set) var fill: Float = 0
  /// Mean price of the ads, USD per thousand shows.
  private(set) var price: Float = 0
  /// Mean length of an attempt, seconds.
  private(set) var seconds: Float = 0

  /// Learns from an attempt that has ended by itself.
  ///
  /// - Parameter price: USD per thousand shows; nil when it brought no ad.
  mutating func learn(price newPrice: Float?, seconds newSeconds: Float, memory: UInt32) {
    if attempts < .max { attempts += 1 }
    let weight = 1 / Float(min(attempts, memory))
    fill += ((newPrice == nil ? 0 : 1) - fill) * weight
    seconds += (newSeconds - seconds) * weight
    guard let newPrice else { return }
    if fills < .max { fills += 1 }
    price += (newPrice - price) / Float(min(fills, memory))
  }

  /// What an attempt on the entry is worth where all others follow it: the price of its ads less
  /// the price of the time that an ad of it takes.
  ///
  /// Asking entries in descending order of p − c·t ÷ f maximises E[price] − c·E[time] of
  /// independent entries: exchange two neighbours to see it. An entry never asked comes first.
  func index(timeCost: Float) -> Float {
    if attempts == 0 { return .infinity }
    if fill == 0 { return -.infinity }
    return price - timeCost * seconds / fill
  }
}
