extension Scenario {
  /// Indices of the networks that placeholders ask, each once, mediators before what they ask.
  func networksAsked(by placeholders: [Placeholder]) -> [Int] {
    var isKnown = [Bool](repeating: false, count: networks.count)
    var found: [Int] = []
    func ask(_ waterfall: [WaterfallEntry]) {
      for entry in waterfall where !isKnown[entry.network] {
        isKnown[entry.network] = true
        found.append(entry.network)
      }
    }
    for placeholder in placeholders {
      ask(placeholder.remote.waterfall)
      ask(placeholder.shipped?.waterfall ?? [])
    }
    var next = 0
    while next < found.count {
      ask(networks[found[next]].inner?.waterfall ?? [])
      next += 1
    }
    return found
  }
}
