import Scheduler

/// Where in the life of its view the app's code calls load.
extension World {
  /// Readies the slot of a step for its load; false when the guard of its view keeps it from one.
  ///
  /// The slot keeps the scene that the code names, for loads that no step calls.
  mutating func enterPlace(_ session: UInt32, _ row: StepRow) -> Bool {
    let slot = Int(row.slot)
    if row.place.contains(.guarded) {
      if sessions[session, place: slot].flags.contains(.guarded) { return false }
      sessions[session, place: slot].flags.insert(.guarded)
    } else if row.place.contains(.didAppear) {
      sessions[session, place: slot].flags.insert(.appears)
    }
    sessions[session, place: slot].choice = row.scene
    sessions[session, place: slot].flags.remove(.loadsEarly)
    if row.place.contains(.didLoad) {
      sessions[session, place: slot].flags.formUnion([.hasNoScene, .loadsEarly])
    }
    return true
  }

  /// The step of a slot has called load: from now on its view has a scene.
  mutating func leavePlace(_ session: UInt32, _ row: StepRow) {
    guard row.place.contains(.didLoad), sessions.isLive(session) else { return }
    sessions[session, place: Int(row.slot)].flags.remove(.hasNoScene)
  }

  /// Views appear again once nothing covers them: code in view-did-appear without a guard loads.
  ///
  /// - Parameter recreated: Whether those on screen have just been put up anew.
  mutating func viewsAppear(_ session: UInt32, recreated: Bool = false) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      // What one brings about may have let the journey run on to the session's end.
      guard sessions.isLive(session) else { return }
      guard sessions[session, place: slot].flags.contains(.appears) else { continue }
      let view = sessions[session, place: slot].view
      if view == noRecord {
        countDuplicate(session, slot)
        callLoad(session, slot)
      } else if !recreated {
        let isShown = views[view].machine.state == .shown
        countDuplicate(session, slot, isShown: isShown)
        ask(view: view, by: .view)
      }
    }
  }
}

/// Where in the life of its view a step's load is called.
struct PlaceCode: OptionSet, BitwiseCopyable {
  var rawValue: UInt8 = 0
  static let didLoad = PlaceCode(rawValue: 1)
  static let didAppear = PlaceCode(rawValue: 2)
  static let guarded = PlaceCode(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ place: LoadPlace) {
    rawValue = 0
    switch place.moment {
    case .viewDidLoad: insert(.didLoad)
    case .viewDidAppear: insert(.didAppear)
    case nil: break
    }
    if place.isGuarded { insert(.guarded) }
  }
}
