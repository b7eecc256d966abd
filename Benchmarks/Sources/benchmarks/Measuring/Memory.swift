import Foundation

/// The memory of this process.
enum Memory {
  /// Most bytes that were resident at once.
  ///
  /// Linux: VmHWM, which belongs to the program alone. The figure of getrusage would start at what
  /// the parent held when it forked.
  static var peakResidentBytes: Int {
    get throws {
      #if os(Linux)
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
          let digits = line.filter(\.isNumber)
          if let kilobytes = Int(digits) { return kilobytes * 1024 }
        }
        throw Failure("/proc/self/status has no VmHWM")
      #else
        var usage = rusage()
        guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { throw Failure("no rusage") }
        return usage.ru_maxrss
      #endif
    }
  }
}
