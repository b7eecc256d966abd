import Foundation
import Scheduler

/// Writes the random words of a simulation to standard output without end, 32 bits at a time.
///
/// The counters are those of the model: users in a row, for each every purpose, for each purpose
/// the first tries of an attempt. So what is tested are neighbours, as a simulation draws them.
@main
struct Stream {
  static func main() throws {
    let random = RandomStream(seed: 1, replication: 0)
    var bytes: [UInt8] = []
    for user in 0..<RandomCounter.subjectLimit {
      for purpose in UInt16(1)...20 {
        for attempt in UInt16(0)..<4 {
          let counter = RandomCounter(subject: user, purpose: purpose, attempt: attempt)
          let block = random.block(counter)
          for word in 0..<4 {
            // The order of the bytes is fixed, so that the stream is the same on every machine.
            for byte in 0..<8 {
              bytes.append(UInt8(truncatingIfNeeded: block[word] >> (8 * byte)))
            }
          }
        }
      }
      if bytes.count < 1 << 18 { continue }
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
      bytes.removeAll(keepingCapacity: true)
    }
  }
}
