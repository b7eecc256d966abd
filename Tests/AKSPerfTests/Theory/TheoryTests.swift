import AKSPerf
import Testing

/// Every closed form, with all its parameters as they are and moved by 20 % either way.
@Suite("The simulation agrees with theory")
struct TheoryTests {
  @Test(
    "A closed form lies in the simulation's 99.9 % interval",
    arguments: ClosedForm.all, ClosedForm.factors)
  func agrees(form: ClosedForm, factor: Double) throws {
    try TheoryRun.check(form.make(factor), named: "\(form.name) × \(factor)", factor: factor)
  }
}

extension ClosedForm {
  static let all =
    QueueForms.all + WaterfallForms.all + DemandForms.all + RetryForms.all
    + CacheForms.all + UserForms.all + ArrivalForms.all
}
