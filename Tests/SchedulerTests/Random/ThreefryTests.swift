import Scheduler
import Testing

/// Known answers of Threefry4x64-20.
struct ThreefryTests {
  struct Vector: Sendable {
    let counter: [UInt64]
    let key: [UInt64]
    let answer: [UInt64]
  }

  /// The three vectors published with the paper's own code (kat_vectors; read in a public copy,
  /// as the Debian package leaves that file out), each computed again, and two more computed,
  /// with the C header of Debian's librandom123-dev 1.14.0.
  static let paper: [Vector] = [
    Vector(
      counter: [0, 0, 0, 0], key: [0, 0, 0, 0],
      answer: [
        0x0921_8ebd_e6c8_5537, 0x5594_1f52_66d8_6105, 0x4bd2_5e16_2824_34dc,
        0xee29_ec84_6bd2_e40b,
      ]),
    Vector(
      counter: [.max, .max, .max, .max], key: [.max, .max, .max, .max],
      answer: [
        0x29c2_4097_942b_ba1b, 0x0371_bbfb_0f6f_4e11, 0x3c23_1ffa_33f8_3a1c,
        0xcd29_113f_de32_d168,
      ]),
    Vector(
      counter: [
        0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0,
        0x082e_fa98_ec4e_6c89,
      ],
      key: [
        0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c, 0xbe54_66cf_34e9_0c6c,
        0xc0ac_29b7_c97c_50dd,
      ],
      answer: [
        0xa7e8_fde5_9165_1bd9, 0xbaaf_d0c3_0138_319b, 0x84a5_c1a7_29e6_85b9,
        0x901d_406c_cebc_1ba4,
      ]),
    Vector(
      counter: [0, 0, 0, 0], key: [42, 7, 0, 0],
      answer: [
        0x18d2_d795_70d3_7c61, 0xdd54_5f6f_74ca_3a06, 0x9bbe_8410_296f_72d4,
        0x76e0_71b9_85dc_c957,
      ]),
    Vector(
      counter: [0, 0, 0, 1], key: [42, 7, 0, 0],
      answer: [
        0x9303_b4e3_47fd_85d9, 0xb2f1_d251_7a03_2acb, 0xa375_9430_d265_1b1f,
        0xb1de_b872_8695_3aa8,
      ]),
  ]

  /// Computed with randomgen 2.5.1 (PyPI): ThreeFry(key=…, counter=c − 1, number=4, width=64),
  /// random_raw(4); that generator steps its counter before each block.
  static let independent: [Vector] = [
    Vector(
      counter: [1, 0, 0, 0], key: [42, 7, 0, 0],
      answer: [
        0x8920_806f_7520_4c92, 0x1ed3_c195_3b6d_0f4a, 0x2626_2f36_4684_1743,
        0xfa6f_a021_5f49_08e3,
      ]),
    Vector(
      counter: [
        0x0123_4567_89ab_0007, 0x1111_2222_3333_4444, 0x0000_0005_0006_0007, 9,
      ],
      key: [0xdead_beef_cafe_f00d, 3, 0, 0],
      answer: [
        0xb04c_650e_f3dd_513d, 0xb019_e773_5cfd_4ade, 0x6cb9_e915_b234_1391,
        0x2cca_4495_8c1b_3f34,
      ]),
    Vector(
      counter: [5, 6, 7, 8], key: [1, 2, 3, 4],
      answer: [
        0xd094_5728_fb04_4841, 0xdf5b_31cf_ed3b_8739, 0x278c_b180_e49e_4071,
        0xfb66_7844_5236_cb78,
      ]),
    Vector(
      counter: [6, 6, 7, 8], key: [1, 2, 3, 4],
      answer: [
        0x6857_fe2f_8e94_d55d, 0x32ac_4acc_0aaa_5e72, 0xf85a_1e4e_a776_0162,
        0x2611_004f_0754_c471,
      ]),
  ]

  @Test(arguments: paper + independent)
  func `A block is that of the paper's code and of an independent one`(v: Vector) {
    let r = Threefry4x64.block(
      key: (v.key[0], v.key[1], v.key[2], v.key[3]),
      counter: (v.counter[0], v.counter[1], v.counter[2], v.counter[3]))
    #expect([r.0, r.1, r.2, r.3] == v.answer)
  }

  @Test func `The fields of a counter land in their words`() {
    // The second vector of `independent`, through RandomStream.
    let stream = RandomStream(seed: 0xdead_beef_cafe_f00d, replication: 3)
    let counter = RandomCounter(
      subject: 0x0123_4567_89ab, purpose: 7, placeholder: 0x1111_2222, network: 0x3333_4444,
      cycle: 5, retry: 6, attempt: 7, block: 9)
    let block = stream.block(counter)
    #expect((0..<4).map { block[$0] } == Self.independent[1].answer)
    #expect(stream.uniform(counter) == block.uniform(0))
  }

  @Test func `Left-out fields are zero`() {
    let words = RandomCounter().words
    #expect([words.0, words.1, words.2, words.3] == [0, 0, 0, 0])
  }

  @Test func `The greatest value of every field stays within its bits`() {
    let words = RandomCounter(
      subject: RandomCounter.subjectLimit - 1, purpose: .max, placeholder: .max, network: .max,
      cycle: .max, retry: .max, attempt: .max, block: .max
    ).words
    #expect([words.0, words.1, words.2, words.3] == [.max, .max, .max, .max])
    #expect(RandomCounter(subject: RandomCounter.subjectLimit - 1).words.0 == ~0xFFFF)
  }

  @Test func `A subject of 2^48 traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = RandomStream(seed: 1, replication: 0).block(RandomCounter(subject: 1 << 48))
    }
  }
}
