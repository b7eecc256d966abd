import Testing

@testable import AKSPerf

@Suite("Where hazards are counted")
struct HazardIndexTests {
  @Test("each rule, placeholder and network has an index of its own, in order of first mention")
  func indices() {
    var index = HazardIndex()
    for isAgain in [false, true] {
      var expected = 0
      for rule in Hazard.allCases {
        for placeholder in [nil, 0, 1, 16_000] {
          for network in [nil, 0, 4_000] {
            var cell = LabelCell()
            cell.placeholder = placeholder
            cell.network = network
            cell.reason = .noFill
            let found = index.place(of: rule, cell)
            #expect(found.index == expected && found.isNew != isAgain)
            expected += 1
          }
        }
      }
    }
  }
}
