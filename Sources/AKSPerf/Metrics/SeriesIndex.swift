/// Which series a labelled item belongs to, without a dictionary or a string on the way.
///
/// There are four dimensions: placeholder (with the config's origin: format and strategy follow),
/// network, session class (device, radio and geo follow) and flags (all other labels together).
/// The first three have a dense series for each index. Flags, and every combination named by a
/// split or an objective, are *projections*: some of a cell's bits make a key, and an
/// open-addressed table gives each key a series on first use. Totals and single labels are sums of
/// dimensions, so series grow with the sum of the numbers of label values, not their product.
struct SeriesIndex {
  /// How a combination of labels is read off a cell.
  struct Projection {
    /// Bits of the cell that enter the key as they are.
    var cellMask: UInt64
    /// Where the codes of placeholders start; -1 when no label follows from the placeholder.
    var placeholderBase: Int
    /// Where the codes of session classes start; -1 likewise.
    var classBase: Int
    /// The fields that must have a value, in `requiredMasks`.
    var requiredStart: Int
    var requiredEnd: Int
  }

  static let flags = 0
  /// The key of a cell that lacks one of the labels.
  static let noKey = UInt64.max

  private let placeholderCount: Int
  private let networkCount: Int
  /// Dense series come first: two for each placeholder, then networks, then classes.
  let denseCount: Int
  private let networkBase: Int
  private let classBase: Int

  private var projections: [Projection] = []
  /// The labels of each projection, in catalogue order; none for the flags.
  private(set) var labels: [[Label]] = [[]]
  private var requiredMasks: [UInt64] = []
  private var codes: [UInt16] = []

  private var tableKeys: [UInt64]
  /// Series plus one, and the projection above it; 0 is free.
  private var tableSeries: [UInt64]
  private var tableShift: UInt64
  /// Projection and key of each series past the dense ones.
  private(set) var hashed: [(projection: Int, key: UInt64)] = []

  var seriesCount: Int { denseCount + hashed.count }

  init(plan: MeasurementPlan) {
    placeholderCount = plan.placeholders.count
    networkCount = plan.networks.count
    networkBase = 2 * placeholderCount
    classBase = networkBase + networkCount
    denseCount = classBase + plan.classes.count
    tableKeys = Array(repeating: 0, count: 256)
    tableSeries = Array(repeating: 0, count: 256)
    tableShift = 64 - 8
    projections.append(
      Projection(
        cellMask: LabelCell.flagsMask, placeholderBase: -1, classBase: -1, requiredStart: 0,
        requiredEnd: 0))
  }

  // MARK: Dense dimensions

  /// The series of the cell's placeholder, network and class; -1 for none.
  @inline(__always)
  func placeholderSeries(_ cell: UInt64) -> Int {
    let code = Int(cell & LabelCell.placeholderField.mask)
    let shipped = (cell &>> LabelCell.configField.shift) & 3 == 1 ? 1 : 0
    return code == 0 ? -1 : (code &- 1) &* 2 &+ shipped
  }
  @inline(__always)
  func networkSeries(_ cell: UInt64) -> Int {
    let code = Int((cell & LabelCell.networkField.mask) &>> LabelCell.networkField.shift)
    return code == 0 ? -1 : networkBase &+ code &- 1
  }
  @inline(__always)
  func classSeries(_ cell: UInt64) -> Int {
    let code = Int((cell & LabelCell.classField.mask) &>> LabelCell.classField.shift)
    return code == 0 ? -1 : classBase &+ code &- 1
  }

  /// What a dense series stands for.
  enum Dense {
    case placeholder(Int, shipped: Bool)
    case network(Int)
    case sessionClass(Int)
  }
  func dense(_ series: Int) -> Dense {
    if series < networkBase { return .placeholder(series / 2, shipped: series % 2 == 1) }
    if series < classBase { return .network(series - networkBase) }
    return .sessionClass(series - classBase)
  }

  // MARK: Projections

  /// The projection on `labels`, made when there is none yet.
  mutating func projection(on labels: [Label], plan: MeasurementPlan) -> Int {
    let wanted = Label.inOrder(labels)
    if let known = self.labels.indices.dropFirst().first(where: { self.labels[$0] == wanted }) {
      return known
    }
    var mask: UInt64 = 0
    var required = Set<UInt64>()
    for label in wanted {
      guard let field = LabelCell.field(of: label) else { continue }
      let isCoded = field.mask & (LabelCell.placeholderField.mask | LabelCell.classField.mask) != 0
      if !isCoded { mask |= field.mask }
      if label != .firstLaunch && label != .suspended { required.insert(field.mask) }
    }
    let start = requiredMasks.count
    requiredMasks += required.sorted()
    let ofPlaceholder = wanted.filter { [.placeholder, .format, .strategy].contains($0) }
    let ofClass = wanted.filter { [.device, .radio, .geo].contains($0) }
    let placeholderBase = ofPlaceholder.isEmpty ? -1 : codes.count
    if !ofPlaceholder.isEmpty {
      codes += Self.codes(
        (0..<2 * placeholderCount).map { series in
          let shipped = series % 2 == 1
          return ofPlaceholder.map {
            plan.value(of: $0, placeholder: series / 2, shipped: shipped)
          }
        })
    }
    let classCodes = ofClass.isEmpty ? -1 : codes.count
    if !ofClass.isEmpty {
      codes += Self.codes(plan.classes.map { item in ofClass.map { item.value(of: $0) } })
    }
    projections.append(
      Projection(
        cellMask: mask, placeholderBase: placeholderBase, classBase: classCodes,
        requiredStart: start, requiredEnd: requiredMasks.count))
    self.labels.append(wanted)
    return projections.count - 1
  }

  /// The first index with the same values, so that a code can be read back as an index.
  private static func codes(_ tuples: [[String]]) -> [UInt16] {
    var first: [[String]: UInt16] = [:]
    return tuples.enumerated().map { index, tuple in
      if let code = first[tuple] { return code }
      first[tuple] = UInt16(index)
      return UInt16(index)
    }
  }

  /// The key of a cell in a projection; `noKey` when a label is missing.
  ///
  /// Bits: the code of the placeholder at 0 to 14, that of the class at 27 to 38, and the other
  /// bits of the cell one place up.
  @inline(__always)
  func key(_ cell: UInt64, in projection: Int) -> UInt64 {
    let at = projections[projection]
    var index = at.requiredStart
    while index < at.requiredEnd {
      if cell & requiredMasks[index] == 0 { return Self.noKey }
      index &+= 1
    }
    var key = (cell & at.cellMask) &<< 1
    if at.placeholderBase >= 0 {
      key |= UInt64(codes[at.placeholderBase &+ placeholderSeries(cell)])
    }
    if at.classBase >= 0 {
      key |= UInt64(codes[at.classBase &+ classSeries(cell) &- classBase]) &<< Self.keyClassShift
    }
    return key
  }

  /// The label values of a key of a projection.
  func values(of key: UInt64, in projection: Int, plan: MeasurementPlan) -> [LabelValue] {
    let cell = LabelCell(rawValue: (key >> 1) & LabelCell.flagsMask)
    let placeholder = Int(key & 0x7FFF)
    let network = Int((key >> 15) & 0xFFF) - 1
    let sessionClass = Int((key >> Self.keyClassShift) & 0xFFF)
    return labels[projection].compactMap { label -> LabelValue? in
      switch label {
      case .placeholder, .format, .strategy:
        LabelValue(
          label,
          plan.value(of: label, placeholder: placeholder / 2, shipped: placeholder % 2 == 1))
      case .network: LabelValue(label, plan.networks[network])
      case .device, .radio, .geo: LabelValue(label, plan.classes[sessionClass].value(of: label))
      default: cell.flagValue(of: label)
      }
    }
  }

  /// The key of an objective's label values; `noKey` when nothing can match them.
  mutating func key(of labels: LabelSet, in projection: Int, plan: MeasurementPlan) -> UInt64 {
    var cell = LabelCell()
    if let name = labels[.network] { cell.network = plan.networks.firstIndex(of: name) }
    for value in labels.values { cell.setFlag(value) }
    let wanted = labels.values
    let placeholders = projections[projection].placeholderBase >= 0 ? 2 * placeholderCount : 1
    let classes = projections[projection].classBase >= 0 ? plan.classes.count : 1
    for placeholder in 0..<placeholders {
      for sessionClass in 0..<classes {
        var trial = cell
        if placeholderCount > 0 { trial.placeholder = placeholder / 2 }
        if !plan.classes.isEmpty { trial.sessionClass = sessionClass }
        if labels[.config] == nil { trial.config = placeholder % 2 == 1 ? .shipped : nil }
        let found = key(trial.rawValue, in: projection)
        if found != Self.noKey, values(of: found, in: projection, plan: plan) == wanted {
          return found
        }
      }
    }
    return Self.noKey
  }

  private static let keyClassShift: UInt64 = 27

  // MARK: The table

  /// The series of a key, made on first use; -1 past `Limits.series`. Amortised O(1).
  @inline(__always)
  mutating func series(_ key: UInt64, in projection: Int) -> Int {
    let mask = tableKeys.count &- 1
    var slot = Int(truncatingIfNeeded: Self.hash(key, projection) &>> tableShift)
    while tableSeries[slot] != 0 {
      let entry = tableSeries[slot]
      if tableKeys[slot] == key, entry &>> 32 == UInt64(projection) {
        return Int(entry & 0xFFFF_FFFF) &- 1
      }
      slot = (slot &+ 1) & mask
    }
    return insert(key, in: projection)
  }

  @inline(__always)
  private static func hash(_ key: UInt64, _ projection: Int) -> UInt64 {
    var bits = key ^ (UInt64(projection) &<< 56)
    bits ^= bits &>> 29
    return bits &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(never)
  private mutating func insert(_ key: UInt64, in projection: Int) -> Int {
    guard hashed.count < Limits.series else { return -1 }
    hashed.append((projection, key))
    if hashed.count * 2 > tableKeys.count { grow() } else { place(hashed.count - 1) }
    return denseCount + hashed.count - 1
  }

  private mutating func grow() {
    let size = tableKeys.count * 2
    tableKeys = Array(repeating: 0, count: size)
    tableSeries = Array(repeating: 0, count: size)
    tableShift -= 1
    for index in hashed.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    let (projection, key) = hashed[index]
    var slot = Int(truncatingIfNeeded: Self.hash(key, projection) &>> tableShift)
    while tableSeries[slot] != 0 { slot = (slot + 1) & (tableKeys.count - 1) }
    tableKeys[slot] = key
    tableSeries[slot] = UInt64(projection) << 32 | UInt64(denseCount + index + 1)
  }
}
