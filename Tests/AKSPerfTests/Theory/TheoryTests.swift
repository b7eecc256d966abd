import AKSPerf
import Foundation
import Testing

/// Every closed form, with all its parameters as they are and moved by 20 % either way.
@Suite("The simulation agrees with theory")
struct TheoryTests {
  // Long enough runs take minutes without optimisation: they belong to the release tests.
  #if !DEBUG
    @Test(
      "A closed form with moved parameters lies in the simulation's 99.9 % interval",
      arguments: ClosedForm.all, [0.8, 1.2])
    func moved(form: ClosedForm, factor: Double) throws {
      try TheoryRun.check(form.make(factor), named: "\(form.name) × \(factor)", factor: factor)
    }
  #endif

  @Test("A scenario file says what its closed form is about", arguments: ClosedForm.all)
  func file(form: ClosedForm) throws {
    let found = TheoryFiles.plain(try TheoryFiles.scenario(form))
    let theory = form.make(1)
    #expect(found == TheoryFiles.plain(theory.scenario))
    let text = try String(contentsOfFile: TheoryFiles.path(form), encoding: .utf8)
    for line in TheoryFiles.expected(form) {
      #expect(text.contains(line + "\n"), "\(form.name): its comment lacks \(line)")
    }
  }

  @Test("Every scenario file of the folder has a closed form")
  func noStrangers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: TheoryFiles.folder.path)
    #expect(files.sorted() == ClosedForm.all.map { $0.name + ".json5" }.sorted())
  }

  #if !DEBUG
    @Test(
      "A scenario file gives what its closed form says, and the table of validation says it too",
      arguments: ClosedForm.all)
    func fileAgrees(form: ClosedForm) throws {
      var theory = form.make(1)
      theory.scenario = try TheoryFiles.scenario(form)
      let report = try TheoryRun.check(theory, named: form.name)
      guard TheoryRun.length == .full, !TheoryFiles.isUpdating else { return }
      let table = try String(contentsOf: TheoryFiles.table, encoding: .utf8)
      for item in theory.expectations {
        guard let evidence = Evidence(item.quantity, in: report) else { continue }
        #expect(
          table.contains(TheoryFiles.row(item, evidence)), "docs/validation.md is out of date")
      }
    }
  #endif

  @Test("The table of validation is written anew when PERFBENCH_UPDATE asks for it")
  func updateTable() throws {
    guard TheoryFiles.isUpdating && TheoryRun.length == .full else { return }
    let rows = try ClosedForm.all.map { form in
      try TheoryFiles.writeExpected(form)
      let report = try Simulation(try TheoryFiles.scenario(form)).run(jobs: 2)
      let found = form.make(1).expectations.compactMap { item in
        Evidence(item.quantity, in: report).map { TheoryFiles.row(item, $0) }
      }
      return (form: form, rows: found)
    }
    try FileManager.default.createDirectory(
      at: TheoryFiles.table.deletingLastPathComponent(), withIntermediateDirectories: true)
    try TheoryFiles.document(rows).write(to: TheoryFiles.table, atomically: true, encoding: .utf8)
  }
}

extension ClosedForm {
  static let all =
    QueueForms.all + WaterfallForms.all + InnerForms.all + ParallelForms.all + AuctionForms.all
    + AdaptiveForms.all + DemandForms.all + RetryForms.all + CacheForms.all + UserForms.all
    + ArrivalForms.all + LossForms.all
}
