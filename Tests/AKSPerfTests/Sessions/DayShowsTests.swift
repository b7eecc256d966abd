import Testing

@testable import AKSPerf

@Suite("Shows of a day")
struct DayShowsTests {
  @Test("each format counts alone, and a new day counts from nothing")
  func days() {
    var shows = DayShows()
    for (k, format) in AdFormat.allCases.enumerated() {
      for _ in 0...k { shows.add(format, on: 7) }
    }
    for (k, format) in AdFormat.allCases.enumerated() {
      #expect(shows.count(of: format, on: 7) == k + 1)
      #expect(shows.count(of: format, on: 8) == 0)
    }
    shows.add(.native, on: 8)
    #expect(shows.count(of: .native, on: 8) == 1 && shows.count(of: .banner, on: 8) == 0)
    #expect(shows.count(of: .native, on: 7) == 0)
    #expect(MemoryLayout<DayShows>.size == 8)
  }

  @Test("a count stops rather than begins anew")
  func stops() {
    var shows = DayShows()
    for _ in 0..<300 { shows.add(.banner, on: 0) }
    #expect(shows.count(of: .banner, on: 0) == 255)
  }
}
