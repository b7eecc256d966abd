import Testing

@testable import AKSPerf

@Suite("A slot's state")
struct SlotStateTests {
  @Test("a load call starts while there is room, then joins, then is answered")
  func loadCalls() {
    var slot = SlotState()
    #expect(slot.loadCalled(depth: 2) == .start)
    #expect(slot.loadCalled(depth: 2) == .start)
    #expect(slot.loadCalled(depth: 2) == .join)
    slot.loadFilled()
    #expect(slot.loadCalled(depth: 2) == .join)
    slot.loadFilled()
    #expect(slot.loadCalled(depth: 2) == .answer)
    #expect(slot.ready == 2 && slot.inFlight == 0)
    #expect(!slot.hasRoom(depth: 2))
  }

  @Test("a failed load makes room again")
  func failure() {
    var slot = SlotState()
    _ = slot.loadCalled(depth: 1)
    #expect(!slot.hasRoom(depth: 1))
    slot.loadFailed()
    #expect(slot.hasRoom(depth: 1))
    #expect(slot.loadCalled(depth: 1) == .start)
  }

  @Test("an ad nobody waits for is stored, displaces the cheapest, or is wasted")
  func offers() {
    var slot = SlotState()
    #expect(slot.offered(depth: 1, isDearer: false) == .store)
    #expect(slot.offered(depth: 1, isDearer: true) == .displaceCheapest)
    #expect(slot.offered(depth: 1, isDearer: false) == .waste)
    slot.adLeft()
    _ = slot.loadCalled(depth: 1)
    // A slot whose room is taken by loads has nothing to displace.
    #expect(slot.offered(depth: 1, isDearer: true) == .waste)
  }

  @Test("an offered ad replaces one that has left, whatever is in flight")
  func replacement() async {
    var slot = SlotState()
    #expect(slot.offered(depth: 1, isDearer: false) == .store)
    let isBeside = slot.loadBeside()
    #expect(isBeside && slot.offered(depth: 1, isDearer: true) == .displaceCheapest)
    slot.adLeft()
    slot.replaced(depth: 1)
    #expect(slot.ready == 1 && slot.inFlight == 1)
    await #expect(processExitsWith: .failure) {
      var slot = SlotState()
      slot.replaced(depth: 1)
      slot.replaced(depth: 1)
    }
  }

  @Test("a fill or a failure without a load, and an ad leaving an empty slot, trap")
  func impossible() async {
    await #expect(processExitsWith: .failure) {
      var slot = SlotState()
      slot.loadFilled()
    }
    await #expect(processExitsWith: .failure) {
      var slot = SlotState()
      slot.loadFailed()
    }
    await #expect(processExitsWith: .failure) {
      var slot = SlotState()
      slot.adLeft()
    }
  }
}
