/// Shows of each format on one virtual day, for the decay of prices; 8 bytes.
///
/// A count stops at 255: the price of later shows falls no further.
struct DayShows: BitwiseCopyable {
  private var counts: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0)
  private var day: UInt16 = 0

  /// Shows of a format on a day so far.
  func count(of format: AdFormat, on day: UInt16) -> Int {
    day == self.day ? Int(self[format]) : 0
  }

  mutating func add(_ format: AdFormat, on day: UInt16) {
    if day != self.day { self = DayShows() }
    self.day = day
    if self[format] < .max { self[format] += 1 }
  }

  private subscript(format: AdFormat) -> UInt8 {
    get {
      switch format {
      case .interstitial: counts.0
      case .rewarded: counts.1
      case .appOpen: counts.2
      case .banner: counts.3
      case .native: counts.4
      case .featurePromotion: counts.5
      }
    }
    set {
      switch format {
      case .interstitial: counts.0 = newValue
      case .rewarded: counts.1 = newValue
      case .appOpen: counts.2 = newValue
      case .banner: counts.3 = newValue
      case .native: counts.4 = newValue
      case .featurePromotion: counts.5 = newValue
      }
    }
  }
}
