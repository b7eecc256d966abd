extension Reason {
  /// The code of Google's iOS ads SDK that an app sees for this reason, where there is one.
  ///
  /// Source: the error-code enumerations of the Google Mobile Ads iOS reference.
  public var googleCode: Int? {
    switch self {
    case .invalidRequest: 0
    case .noFill, .exhausted, .belowFloor: 1
    case .networkError, .offline: 2
    case .serverError, .throttled, .rejected, .rateLimited, .outage: 3
    case .timeout, .deadline: 5
    case .notReady: 15
    case .adTooLarge: 16
    default: nil
    }
  }
}
