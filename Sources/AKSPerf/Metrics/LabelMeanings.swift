extension Outcome {
  /// What it says, for people to read.
  public var meaning: String {
    switch self {
    case .shown: "Of an opportunity: its ad came on screen."
    case .skipped: "Of an opportunity: no ad was ready, and nobody waited."
    case .abandoned: "Of an opportunity: the wait for an ad was given up."
    case .failed: "Of an opportunity: its load or its show failed."
    case .filled: "Of an attempt: it brought an ad."
    case .noFill: "Of an attempt: the network has no ad, or none at that price."
    case .timeout: "Of an attempt: it took too long."
    case .error: "Of an attempt: the network was not reached, refused, or was not asked."
    case .cancelled: "Of an attempt: its load needed it no more."
    }
  }
}

extension Found {
  /// What it says, for people to read.
  public var meaning: String {
    switch self {
    case .hit: "An ad was ready."
    case .joined: "None was ready, and a load was under way."
    case .cold: "None was ready, none was loading, and none had expired since the last time."
    case .expired: "Nothing but that an ad had expired since the last time."
    case .unfit: "Nothing but an ad that does not fit its window."
    }
  }
}

extension Reason {
  /// What it says, for people to read.
  public var meaning: String {
    switch self {
    case .loaded: "The load, attempt or fetch brought what it was for."
    case .noFill: "The network has no demand, or has shown the user as many ads as its cap lets it."
    case .belowFloor: "The price does not reach the floor."
    case .timeout: "It took longer than its timeout, or a timer of an earlier load ended it."
    case .networkError: "The radio was lost meanwhile, or it blocks the backend."
    case .offline: "There was no radio when it began."
    case .serverError: "The network refused the request, by a fault."
    case .throttled: "The backend refuses the session for a time."
    case .invalidRequest: "No scene in test mode, or no ad of a size that fits."
    case .exhausted: "All entries of the waterfall have failed, and not all for one reason."
    case .deadline: "The load took longer than its deadline."
    case .cancelled: "Another ad was taken, or the view was taken down."
    default: meaningOfGate
    }
  }

  private var meaningOfGate: String {
    switch self {
    case .cap: "The frequency cap of the placeholder is reached."
    case .minGap: "The last show was too short a time ago."
    case .noConsent: "The user has refused consent."
    case .adsRemoved: "The user has bought the removal of ads."
    case .sessionEnded: "The session ended before."
    case .suspended: "The process was suspended, and its connections died."
    case .background: "The app is not in the foreground, or was not when its ad was due."
    case .disabled: "The config in force has switched the ads off."
    case .returnFromClick: "The app ignores returns from clicks."
    case .tooShortAway: "The user was away for too short a time."
    case .contentOnScreen: "The app ignores returns from pickers and sheets."
    case .rejected: "The queue of an owned backend was full."
    case .rateLimited: "The rate limit of an owned backend was reached."
    case .outage: "The backend was down."
    case .circuitOpen: "The network rests after failures in a row."
    case .outbid: "A better bid won."
    case .tokenTimeout: "The token took longer than tokens may."
    case .terminated: "The process was ended before."
    case .recreated: "The activity that called it was created anew meanwhile."
    case .internalError: "A strategy of your own erred; or a fault or a newer ad failed it."
    case .notStarted: "The adapter could not start for want of the network."
    default: meaningOfShow
    }
  }

  private var meaningOfShow: String {
    switch self {
    case .adTooLarge: "The ad is larger than its window."
    case .expired: "The ad was gone when it was to be shown."
    case .notReady: "No ad was ready."
    case .budget: "The budget of the step, or the splash, was over."
    case .patience: "The user's patience was over."
    case .busy: "Another ad was up or loading, or the slot was full."
    case .noController: "There was no controller to present from."
    case .presentTimeout: "The ad took too long to appear."
    case .wrongWindow: "The ad came up in another window than the one in use."
    case .alreadyUsed: "The ad object had been shown before."
    case .transition: "The window was changing."
    case .settling: "Another ad or a sheet had gone too short a time before."
    case .noFeature: "The user owns every feature that could be promoted."
    default: ""
    }
  }
}
