import Scheduler

/// Radios that change during a session, and radios over which nothing can be reached.
extension World {
  /// The radio that a session uses now.
  @inline(__always)
  func radioIndex(of session: UInt32) -> Int {
    tables.features.contains(.radios)
      ? Int(sessions[lifeOf: session].radio)
      : tables.classes[Int(sessions[session].sessionClass)].radio
  }

  /// Whether nothing can be reached.
  @inline(__always)
  func isOffline(_ session: UInt32) -> Bool {
    tables.features.contains(.offline) && tables.radios[radioIndex(of: session)].isOffline
  }

  /// Whether a backend is reached over the radio in use.
  @inline(__always)
  func isReached(_ session: UInt32, backend: Int) -> Bool {
    if isOffline(session) { return false }
    guard tables.features.contains(.blockedBackends) else { return true }
    let radio = radioIndex(of: session)
    return !tables.blockedBackends[radio * tables.backends.count + backend]
  }

  /// The round trip of a session over its radio: one draw for each radio that it uses.
  func drawnRoundTrip(of session: UInt32) -> SimDuration {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    let radio = radioIndex(of: session)
    let key = key(of: session)
    let added = time(tables.geos[part.geo].roundTripAdd, .launch, key, word: 1)
    if radio == part.radio { return time(tables.radios[radio].roundTrip, .launch, key) + added }
    var own = key
    own.network = tables.radios[radio].name
    return time(tables.radios[radio].roundTrip, .radioChange, own) + added
  }

  /// A session goes over to another radio.
  ///
  /// Its downloads get another rate at once; a request or an answer on its way arrives when it
  /// would have. Without a radio all of them fail.
  mutating func changeRadio(_ session: UInt32, to radio: Int) {
    note(.radioChanged, session: session, network: radio)
    guard radio != radioIndex(of: session) else { return }
    // What has come by now has come over the radio that is left.
    catchUpTransfers(session)
    sessions[lifeOf: session].radio = UInt16(radio)
    sessions[session].roundTrip = drawnRoundTrip(of: session)
    if isOffline(session) {
      closeConnections(session)
      cutTraffic(session, .networkError)
      failLost(session, .networkError)
    } else {
      rerateTransfers(session)
      if tables.features.contains(.adapterStarts) { adaptersMayStart(session) }
      if tables.features.contains(.radioWaits) { askOverRadio(session) }
    }
  }
}
