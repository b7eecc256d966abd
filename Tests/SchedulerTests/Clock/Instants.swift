import Scheduler

/// The instant `nanoseconds` after the start of the run.
func at(_ nanoseconds: Int64) -> SimTime { SimTime(nanoseconds: nanoseconds) }

/// A span of `nanoseconds`.
func span(_ nanoseconds: Int64) -> SimDuration { SimDuration(nanoseconds: nanoseconds) }
