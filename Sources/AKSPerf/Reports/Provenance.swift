/// What a run took on the machine it ran on; in a report only when asked for.
public struct Provenance: Sendable, Hashable {
  public var seconds: Double
  public var eventsPerSecond: Double
  public var peakMemoryBytes: Int
  public var jobs: Int

  public init(seconds: Double, eventsPerSecond: Double, peakMemoryBytes: Int, jobs: Int) {
    self.seconds = seconds
    self.eventsPerSecond = eventsPerSecond
    self.peakMemoryBytes = peakMemoryBytes
    self.jobs = jobs
  }
}
