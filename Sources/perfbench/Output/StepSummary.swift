import AKSPerf

/// The summary page of a step of GitHub Actions: a file that steps append Markdown to.
enum StepSummary {
  /// Appends where `GITHUB_STEP_SUMMARY` names a file; a failure is told and changes nothing.
  static func append(_ text: String) {
    guard let path = Posix.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    do throws(SystemError) {
      let descriptor = try Posix.openForAppending(path)
      defer { Posix.closeQuietly(descriptor) }
      try Posix.write(text.utf8, to: descriptor)
    } catch {
      Console.writeError("warning: the step summary '\(path)' cannot be written: \(error)\n")
    }
  }
}
