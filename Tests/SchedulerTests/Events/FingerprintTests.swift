import Scheduler
import Testing

private func fingerprint(_ body: (inout Fingerprint) -> Void) -> String {
  var result = Fingerprint()
  body(&result)
  return result.hexDigits
}

@Suite("The fingerprint")
struct FingerprintTests {
  @Test("Golden values never change")
  func golden() {
    #expect(fingerprint { _ in } == "2793b3f88bc5fe4aea7e08c58c668207")
    #expect(fingerprint { $0.combine(1) } == "8f12210f86b41d81eacf848a27be41af")
    #expect(fingerprint { $0.combine(1, 2) } == "6867cbd663c889fe856444bc73d17541")
    #expect(fingerprint { $0.combine(1, 2, 3, 4) } == "2fb9d100cf1721bf5b736ae1b2fe754d")
    #expect(fingerprint { $0.combine(Fingerprint()) } == "2fcf4b12587820bfcc80b3383fccbb7a")
    #expect(Fingerprint.ofText("").hexDigits == "eaa3c722551d6d45dd7891a290e53388")
    #expect(Fingerprint.ofText("perfbench").hexDigits == "5837784306ae4c4d7eb3be09c6d1b358")
    let run = fingerprint {
      for n in 0..<1_000 as Range<UInt64> { $0.combine(n, n &* n, ~n, n << 40) }
    }
    #expect(run == "64e5c57ce49a4f513c404a36b958aa54")
  }

  @Test("The text form is 32 lower-case hexadecimal digits")
  func digits() {
    for seed in 0..<200 as Range<UInt64> {
      let text = fingerprint { $0.combine(seed) }
      #expect(text.utf8.count == 32)
      #expect(text.allSatisfy { "0123456789abcdef".contains($0) }, "\(text)")
    }
  }

  @Test("Bytes and their text are one, and the fingerprint of fingerprints follows their order")
  func units() {
    #expect(Fingerprint.ofText("né") == Fingerprint.ofBytes([0x6e, 0xc3, 0xa9]))
    let (a, b) = (Fingerprint.ofText("a"), Fingerprint.ofText("b"))
    let ab = fingerprint {
      $0.combine(a)
      $0.combine(b)
    }
    let ba = fingerprint {
      $0.combine(b)
      $0.combine(a)
    }
    #expect(ab != ba)
  }

  @Test("Another grouping of the same words is another stream")
  func grouping() {
    var seen: Set<String> = []
    let word = 0x0102_0304_0506_0708 as UInt64
    let groupings: [(inout Fingerprint) -> Void] = [
      { _ in },
      { $0.combine(word) },
      { $0.combine(word, word) },
      { for _ in 0..<2 { $0.combine(word) } },
      { $0.combine(word, word, word, word) },
      { for _ in 0..<2 { $0.combine(word, word) } },
      { for _ in 0..<4 { $0.combine(word) } },
      { $0.combine(bytes: [8, 7, 6, 5, 4, 3, 2, 1]) },
      { $0.combine(bytes: [8, 7, 6, 5, 4, 3, 2, 1, 0]) },
      { $0.combine(bytes: [8, 7, 6, 5, 4, 3, 2]) },
      { for byte in [8, 7, 6, 5, 4, 3, 2, 1] as [UInt8] { $0.combine(bytes: [byte]) } },
      { $0.combine(bytes: []) },
      { for _ in 0..<2 { $0.combine(bytes: []) } },
      { $0.combine(0) },
      { $0.combine(0, 0) },
      { $0.combine(0, 0, 0, 0) },
      { for _ in 0..<4 { $0.combine(0) } },
      { $0.combine(Fingerprint()) },
    ]
    for (index, grouping) in groupings.enumerated() {
      #expect(seen.insert(fingerprint(grouping)).inserted, "grouping \(index)")
    }
  }

  @Test("Swapping any two words of a stream changes it")
  func order() {
    var random = SeededGenerator(seed: 11)
    let words = (0..<16).map { _ in random.next() % 1_000 }
    var seen: Set<String> = []
    func digest(_ words: [UInt64]) -> String {
      fingerprint { print in
        for n in stride(from: 0, to: 16, by: 4) {
          print.combine(words[n], words[n + 1], words[n + 2], words[n + 3])
        }
      }
    }
    seen.insert(digest(words))
    for i in 0..<16 {
      for j in 0..<i where words[i] != words[j] {
        var swapped = words
        swapped.swapAt(i, j)
        #expect(seen.insert(digest(swapped)).inserted, "words \(j) and \(i)")
      }
    }
  }

  @Test("One flipped bit of any word changes half of the digits' bits")
  func avalanche() {
    var random = SeededGenerator(seed: 5)
    var changed = 0
    var trials = 0
    for _ in 0..<8 {
      let words = (0..<4).map { _ in random.next() >> UInt64(random.below(60)) }
      let base = bits { $0.combine(words[0], words[1], words[2], words[3]) }
      for bit in 0..<256 {
        var flipped = words
        flipped[bit / 64] ^= 1 << UInt64(bit % 64)
        let other = bits { $0.combine(flipped[0], flipped[1], flipped[2], flipped[3]) }
        let distance = (base ^ other).nonzeroBitCount
        #expect((24...104).contains(distance), "bit \(bit) of \(words): \(distance)")
        changed += distance
        trials += 128
      }
    }
    #expect(abs(Double(changed) / Double(trials) - 0.5) < 0.005)
  }

  @Test("Small neighbouring records never share a half of their digits")
  func halves() {
    var lows: Set<UInt64> = []
    var highs: Set<UInt64> = []
    for a in 0..<16 as Range<UInt64> {
      for b in 0..<16 as Range<UInt64> {
        for c in 0..<8 as Range<UInt64> {
          for d in 0..<8 as Range<UInt64> {
            let value = bits { $0.combine(a, b, c, d) }
            lows.insert(UInt64(truncatingIfNeeded: value))
            highs.insert(UInt64(truncatingIfNeeded: value >> 64))
          }
        }
      }
    }
    #expect(lows.count == 16_384)
    #expect(highs.count == 16_384)
  }

  private func bits(_ body: (inout Fingerprint) -> Void) -> UInt128 {
    UInt128(fingerprint(body), radix: 16) ?? 0
  }
}
