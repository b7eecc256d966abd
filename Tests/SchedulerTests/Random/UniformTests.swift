import Scheduler
import Testing

/// From words to uniforms, and from names to numbers.
struct UniformTests {
  @Test func `A uniform is never 0 and never 1`() {
    #expect(RandomBlock.uniform(of: 0) == 0x1p-54)
    #expect(RandomBlock.uniform(of: .max) == 1 - 0x1p-53)
    #expect(RandomBlock.uniform(of: 1 << 63) == 0.5)
    #expect(RandomBlock.uniform(of: (1 << 63) - 1) == 0.5 - 0x1p-54)
  }

  @Test func `A uniform grows strictly with the top 53 bits and ignores the rest`() {
    let places: [UInt64] = [0, 1 << 20, (1 << 51) - 50, (1 << 52) - 50, (1 << 53) - 101]
    for first in places {
      for k in first..<first + 100 {
        let u = RandomBlock.uniform(of: k << 11)
        #expect(u < RandomBlock.uniform(of: (k + 1) << 11))
        #expect(u == RandomBlock.uniform(of: k << 11 | 0x7FF))
      }
    }
  }

  @Test func `Every word of a block has its uniform`() {
    let block = RandomStream(seed: 5, replication: 6).block(RandomCounter(subject: 9))
    for i in 0..<4 { #expect(block.uniform(i) == RandomBlock.uniform(of: block[i])) }
    #expect(Set((0..<4).map { block[$0] }).count == 4)
  }

  @Test(
    arguments: [
      ("", 0xf52a_15e9), ("a", 0x02c0_bdbf), ("home", 0xbf4b_c9d2), ("admob", 0xa908_5c59),
      ("unity", 0x93b6_c3dc), ("réseau", 0x46f7_6a52),
    ] as [(String, UInt32)])
  func `A name has its fixed number`(name: String, number: UInt32) {
    // Computed with a few lines of Python from the definition.
    #expect(NameHash.of(name) == number)
  }

  @Test func `A collision of two names is found`() throws {
    // Found by a search over n0, n1, …
    #expect(NameHash.of("n45421") == NameHash.of("n80613"))
    let pair = try #require(NameHash.collision(in: ["a", "n80613", "b", "n45421", "c"]))
    #expect(Set([pair.0, pair.1]) == ["n45421", "n80613"])
  }

  @Test func `A name listed twice is no collision`() {
    #expect(NameHash.collision(in: ["a", "b", "a"]) == nil)
    #expect(NameHash.collision(in: []) == nil)
    #expect(NameHash.collision(in: (0..<1000).map { "network \($0)" }) == nil)
  }
}
