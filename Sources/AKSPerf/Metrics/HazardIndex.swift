/// Where the tally of each hazard lies, by rule, placeholder and network: a table with open places.
struct HazardIndex {
  private var keys: [UInt64] = []
  /// Indices of keys; −1 is an open place. Half of them at least are open.
  private var places = [Int32](repeating: -1, count: 64)

  /// The index of a hazard, the next one if it is new.
  mutating func place(of rule: Hazard, _ cell: LabelCell) -> (index: Int, isNew: Bool) {
    let mask = LabelCell.placeholderField.mask | LabelCell.networkField.mask
    let key = cell.rawValue & mask | UInt64(rule.rawValue) << 56
    let place = self.place(of: key)
    if places[place] >= 0 { return (Int(places[place]), false) }
    places[place] = Int32(keys.count)
    keys.append(key)
    if 2 * keys.count > places.count { grow() }
    return (keys.count - 1, true)
  }

  /// The place of a key, or the open one that it is to have.
  private func place(of key: UInt64) -> Int {
    // Multiplication by 2⁶⁴ ÷ φ spreads keys that lie close together.
    var place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (places.count - 1)
    while places[place] >= 0 && keys[Int(places[place])] != key {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  private mutating func grow() {
    places = [Int32](repeating: -1, count: 2 * places.count)
    for index in keys.indices { places[place(of: keys[index])] = Int32(index) }
  }
}
