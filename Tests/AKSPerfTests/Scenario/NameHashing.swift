import Scheduler

/// The hash by which names are told apart in a run.
func nameHash(_ name: String) -> UInt32 { NameHash.of(name) }
