import Scheduler

/// What a session does, step by step.
public struct Journey: Sendable, Equatable {
  public var name: String
  public var steps: [JourneyStep]
  public init(name: String, steps: [JourneyStep]) {
    self.name = name
    self.steps = steps
  }
}

/// What a show does when no fresh ad is there.
public enum IfNotReady: Sendable, Hashable { case skip, wait, load }

/// One step of a journey.
public indirect enum JourneyStep: Sendable, Equatable {
  /// Foreground time without an ad call.
  case wait(DistributionSpec)
  /// Calls load; when `awaited`, the journey goes on at its callback, its budget or the patience.
  case load(placeholder: Int, awaited: Bool, budget: DistributionSpec?)
  /// Wants an ad on screen now; blocks until it is dismissed, failed, skipped or abandoned.
  case show(placeholder: Int, ifNotReady: IfNotReady, budget: DistributionSpec?)
  /// One call that loads and shows; blocks likewise.
  case loadAndShow(placeholder: Int, budget: DistributionSpec?)
  case appOpen(placeholder: Int, flow: AppOpenFlow)
  case repeated(count: DistributionSpec, steps: [JourneyStep])
  case choose([Branch])
  case end
  /// A step that this version reads but cannot run.
  case unbuilt(key: String)

  /// A branch of a choice, taken with probability `weight` ÷ the sum of weights.
  public struct Branch: Sendable, Equatable {
    public var weight: Double
    public var steps: [JourneyStep]
    public init(weight: Double, steps: [JourneyStep]) {
      self.weight = weight
      self.steps = steps
    }
  }
}

/// Who drives the app-open ad.
public enum AppOpenFlow: Sendable, Equatable {
  /// The app loads and shows it, waiting at most `budget`.
  case manual(budget: DistributionSpec?)
  /// The app delegate does, holding the splash up to `splash`.
  case automatic(splash: SimDuration?)
}
