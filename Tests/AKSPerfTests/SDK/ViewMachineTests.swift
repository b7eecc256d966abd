import Testing

@testable import AKSPerf

@Suite("The course of a view")
struct ViewMachineTests {
  private func machine(isInScrollView: Bool = false) -> ViewMachine {
    ViewMachine(isInScrollView: isInScrollView)
  }

  @Test("the first ad ends the opportunity, and later ones are shown when they were asked for")
  func banner() {
    var view = machine()
    #expect(view.isOpen && view.state == .waiting)
    #expect(view.adReady() == .show(isFirst: true))
    #expect(!view.isOpen && view.state == .shown)
    // An ad that nobody asked for stays in its slot.
    #expect(view.adReady() == .none)
    view.asked()
    #expect(view.adReady() == .show(isFirst: false))
    #expect(!view.isAsking && view.adReady() == .none)
  }

  @Test("a load that fails ends the opportunity once no other one is under way")
  func failed() {
    var view = machine()
    #expect(view.loadFailed(.noFill, othersInFlight: true) == .none)
    #expect(view.isOpen)
    #expect(view.loadFailed(.noFill, othersInFlight: false) == .fail(.noFill))
    #expect(!view.isOpen && view.state == .empty)
    #expect(view.loadFailed(.timeout, othersInFlight: false) == .awaitRefresh)
    #expect(view.adReady() == .show(isFirst: false))
  }

  @Test("without a controller the opportunity fails, and the next ad may still come")
  func noController() {
    var view = machine()
    #expect(view.wantsAd && view.controllerMissing() == .fail(.noController))
    #expect(!view.isOpen && view.wantsAd)
    view.asked()
    #expect(view.controllerMissing() == .awaitRefresh && !view.isAsking)
    #expect(view.adReady() == .show(isFirst: false))
    // One that has an ad keeps its controller.
    #expect(!view.wantsAd && view.controllerMissing() == .none && view.state == .shown)
    var native = machine(isInScrollView: true)
    _ = native.adReady()
    #expect(!native.wantsAd && native.controllerMissing() == .none && native.state == .unseen)
  }

  @Test("a failed refresh leaves the ad on screen and waits for the next")
  func refresh() {
    var view = machine()
    _ = view.adReady()
    view.asked()
    #expect(view.loadFailed(.noFill, othersInFlight: false) == .awaitRefresh)
    #expect(view.state == .shown && !view.isAsking)
  }

  @Test("in a scroll view the ad is shown once it is seen, if it is still there")
  func scrollView() {
    var view = machine(isInScrollView: true)
    #expect(view.adReady() == .awaitSight)
    #expect(view.isOpen && view.state == .unseen)
    #expect(view.adReady() == .none)
    #expect(view.loadFailed(.noFill, othersInFlight: false) == .none)
    var other = view
    #expect(view.seen(hasAd: true) == .show(isFirst: true))
    #expect(other.seen(hasAd: false) == .fail(.expired))
    #expect(!other.isOpen && other.state == .empty)
  }

  @Test("a view without an ad cannot be seen")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var view = ViewMachine(isInScrollView: true)
      _ = view.seen(hasAd: true)
    }
  }
}
