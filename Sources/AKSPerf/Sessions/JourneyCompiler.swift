import Scheduler

/// Turns journeys into flat instructions with jumps; one pass over their steps.
struct JourneyCompiler {
  let scenario: Scenario
  private(set) var rows: [JourneyRow] = []
  private(set) var steps: [StepRow] = []
  private(set) var branches: [BranchRow] = []
  private(set) var backgrounds: [BackgroundRow] = []
  /// By journey.
  private(set) var returns: [ReturnRow] = []
  private(set) var slotPlaceholders: [UInt16] = []
  /// Placeholders of each journey, in the order of its slots.
  private(set) var placeholdersUsed: [[UInt16]] = []
  private(set) var deepestLoop = 0
  private var slots: [UInt16] = []
  private var firstStep = 0

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// Appends `journey`; throws when it is longer than `Limits.journeySteps`.
  mutating func compile(
    _ journey: Journey, with compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    firstStep = steps.count
    slots = []
    returns.append(ReturnRow())
    try append(journey.steps, loops: 0, &compiler)
    steps.append(StepRow(code: .end))
    for timer in scenario.app.timers { _ = slot(of: timer.placeholder) }
    putCappedSlotsFirst()
    guard steps.count - firstStep <= Limits.journeySteps else {
      throw SimulationError.invalidScenario(
        "journey '\(journey.name)' has more than \(Limits.journeySteps) steps")
    }
    rows.append(
      JourneyRow(
        firstStep: firstStep, firstSlot: slotPlaceholders.count, slotCount: slots.count))
    slotPlaceholders += slots
    placeholdersUsed.append(slots)
  }

  /// Numbers the slots anew so that only the first of them need room for the shows a cap looks at.
  private mutating func putCappedSlotsFirst() {
    let order =
      slots.indices.filter { scenario.placeholders[Int(slots[$0])].showsRemembered > 0 }
      + slots.indices.filter { scenario.placeholders[Int(slots[$0])].showsRemembered == 0 }
    var place = [UInt16](repeating: 0, count: slots.count)
    for (new, old) in order.enumerated() { place[old] = UInt16(new) }
    slots = order.map { slots[$0] }
    for k in firstStep..<steps.count where steps[k].usesSlot {
      steps[k].slot = place[Int(steps[k].slot)]
      if let instead = steps[k].instead { steps[k].instead = place[Int(instead)] }
    }
    let last = returns.count - 1
    if returns[last].isOn { returns[last].slot = place[Int(returns[last].slot)] }
  }

  private var position: UInt32 { UInt32(steps.count - firstStep) }

  private mutating func slot(of placeholder: Int) -> UInt16 {
    let name = UInt16(placeholder)
    if let known = slots.firstIndex(of: name) { return UInt16(known) }
    slots.append(name)
    return UInt16(slots.count - 1)
  }

  private mutating func append(
    _ list: [JourneyStep], loops: Int, _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    for step in list { try append(step, loops: loops, &compiler) }
  }

  private mutating func append(
    _ step: JourneyStep, loops: Int, _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    var row = StepRow(loopDepth: UInt8(loops))
    switch step {
    case .wait(let time):
      row.code = .wait
      row.draw = try compiler.drawn(time)
    case .load(let placeholder, let awaited, let budget, let place):
      row.code = .load
      row.place = PlaceCode(place)
      row.scene = SceneCode(place.scene)
      row.slot = slot(of: placeholder)
      row.awaited = awaited
      row.budget = try compiler.drawn(budget)
    case .show(let placeholder, let ifNotReady, let budget, let scene, let instead):
      row.code = .show
      row.scene = SceneCode(scene)
      row.slot = slot(of: placeholder)
      row.ifNotReady =
        switch ifNotReady {
        case .skip: .skip
        case .wait: .wait
        case .load: .load
        case .call: .call
        }
      row.instead = instead.map { slot(of: $0) }
      row.budget = try compiler.drawn(budget)
    case .loadAndShow(let placeholder, let budget, let scene):
      row.code = .loadAndShow
      row.scene = SceneCode(scene)
      row.ifNotReady = .load
      row.slot = slot(of: placeholder)
      row.budget = try compiler.drawn(budget)
    case .appOpen(let placeholder, let flow, _):
      try appendAppOpen(&row, placeholder, flow, &compiler)
      if let rules = step.returnsOn { openOnReturn(row.slot, rules) }
    case .repeated(let count, let body):
      try appendLoop(row, count, body, loops: loops, &compiler)
      return
    case .choose(let options):
      try appendChoice(row, options, loops: loops, &compiler)
      return
    case .end:
      row.code = .end
    case .banner, .native, .hide, .cover, .uncover, .featurePromotion: appendView(&row, step)
    case .resize, .window, .fold, .unfold: try appendChange(&row, step, &compiler)
    case .background(let away, let terminated, let kind):
      row.code = .background
      row.draw = try compiler.drawn(away)
      row.target = UInt32(backgrounds.count)
      backgrounds.append(BackgroundRow(kind: kind, terminated: terminated))
    case .sheet(let time, let kind):
      row.code = .sheet
      row.draw = try compiler.drawn(time)
      row.sheetKind = kind
    case .radio(let radio):
      row.code = .radio
      row.target = UInt32(radio)
    }
    steps.append(row)
  }

  private mutating func appendView(_ row: inout StepRow, _ step: JourneyStep) {
    switch step {
    case .banner(let placeholder, let place), .native(let placeholder, let place):
      if case .banner = step { row.code = .banner } else { row.code = .native }
      row.slot = slot(of: placeholder)
      row.place = PlaceCode(place)
      row.scene = SceneCode(place.scene)
    case .hide(let placeholder):
      row.code = .hide
      row.slot = slot(of: placeholder)
    case .cover(let placeholder):
      row.code = .cover
      row.slot = slot(of: placeholder)
    case .uncover(let placeholder):
      row.code = .uncover
      row.slot = slot(of: placeholder)
    case .featurePromotion(let placeholder):
      row.code = .featurePromotion
      row.slot = slot(of: placeholder)
    default: preconditionFailure("'\(step.key)' is no step of a view")
    }
  }

  private func appendChange(
    _ row: inout StepRow, _ step: JourneyStep, _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    switch step {
    case .resize(let size, let window):
      row.code = .resize
      row.target = UInt32(try compiler.sizes.index(of: size))
      row.branchCount = window.map { UInt16($0) + 1 } ?? 0
    case .window(let window):
      row.code = .window
      row.target = UInt32(window)
    case .fold: row.code = .fold
    case .unfold: row.code = .unfold
    default: preconditionFailure("'\(step.key)' is no step of a device")
    }
  }

  /// Returns follow the first app-open step of a journey that asks for it.
  private mutating func openOnReturn(_ own: UInt16, _ rules: AppOpenReturns) {
    guard !returns[returns.count - 1].isOn else { return }
    let slot = rules.placeholder.map { self.slot(of: $0) } ?? own
    returns[returns.count - 1] = ReturnRow(
      isOn: true, slot: slot, minAway: rules.minAway, ignores: rules.ignores,
      trigger: rules.trigger, chains: rules.chains)
  }

  private mutating func appendAppOpen(
    _ row: inout StepRow, _ placeholder: Int, _ flow: AppOpenFlow,
    _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    row.slot = slot(of: placeholder)
    row.ifNotReady = .load
    switch flow {
    case .manual(let budget):
      row.code = .appOpenManual
      row.budget = try compiler.drawn(budget)
    case .automatic(let splash):
      row.code = .appOpenAutomatic
      row.budget = try compiler.drawn(splash.map { .constant(Double($0.nanoseconds)) })
    }
  }

  private mutating func appendLoop(
    _ row: StepRow, _ count: DistributionSpec, _ body: [JourneyStep], loops: Int,
    _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    guard loops < Limits.loopNesting else {
      throw SimulationError.invalidScenario(
        "repeat steps lie more than \(Limits.loopNesting) deep in one another")
    }
    var begin = row
    begin.code = .loopBegin
    begin.loopLevel = UInt8(loops)
    begin.draw = try compiler.drawn(count)
    let start = steps.count
    steps.append(begin)
    deepestLoop = max(deepestLoop, loops + 1)
    try append(body, loops: loops + 1, &compiler)
    var end = StepRow(loopDepth: UInt8(loops))
    end.code = .loopEnd
    end.loopLevel = UInt8(loops)
    end.target = UInt32(start - firstStep) + 1
    steps.append(end)
    steps[start].target = position
  }

  private mutating func appendChoice(
    _ row: StepRow, _ options: [JourneyStep.Branch], loops: Int,
    _ compiler: inout ScenarioCompiler
  ) throws(SimulationError) {
    let total = options.reduce(0) { $0 + $1.weight }
    guard total > 0, options.count <= Limits.journeySteps else {
      throw SimulationError.invalidScenario(
        "a choice needs a branch with a weight above 0, and at most \(Limits.journeySteps)")
    }
    var choice = row
    choice.code = .choose
    choice.target = UInt32(branches.count)
    choice.branchCount = UInt16(options.count)
    steps.append(choice)
    let first = branches.count
    var sum = 0.0
    for option in options {
      sum += option.weight
      branches.append(BranchRow(cumulative: sum / total))
    }
    var jumps: [Int] = []
    for (k, option) in options.enumerated() {
      branches[first + k].target = position
      try append(option.steps, loops: loops, &compiler)
      jumps.append(steps.count)
      steps.append(StepRow(code: .jump, loopDepth: UInt8(loops)))
    }
    for jump in jumps { steps[jump].target = position }
  }
}
