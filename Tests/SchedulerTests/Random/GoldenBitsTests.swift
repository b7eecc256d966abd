import Scheduler
import Testing

/// Bits that must be the same on every platform, in debug and release, in every version.
///
/// A change here changes every result of every run. The right values are those the functions
/// gave when they were within 1 ulp of the platform's (2 for expm1 and logOfComplement).
struct GoldenBitsTests {
  private func expectBits(_ f: (Double) -> Double, _ golden: [(Double, UInt64)]) {
    for (x, bits) in golden { #expect(f(x).bitPattern == bits, "at \(x): \(f(x))") }
  }

  private func expectBits(
    _ f: (Double, Double) -> Double, _ golden: [(Double, Double, UInt64)]
  ) {
    for (x, y, bits) in golden {
      #expect(f(x, y).bitPattern == bits, "at \(x), \(y): \(f(x, y))")
    }
  }

  @Test func `Bits of exp`() {
    expectBits(
      { ExactMath.exp($0) },
      [
        (-744.5, 0x0000_0000_0000_0001),
        (-708.25, 0x0012_85dc_1b59_61f1),
        (-20.5, 0x3e15_7a3a_feed_00ab),
        (-1.0, 0x3fd7_8b56_362c_ef38),
        (-0.3, 0x3fe7_b4c8_69c3_7c05),
        (1e-09, 0x3ff0_0000_0044_b830),
        (0.1, 0x3ff1_aec7_b35a_00d4),
        (0.5, 0x3ffa_6129_8e1e_069c),
        (1.0, 0x4005_bf0a_8b14_576a),
        (2.75, 0x402f_4907_0bdb_e8fd),
        (100.1, 0x48f5_508d_07df_81bb),
        (709.5, 0x7fe8_1e9b_4b52_d0c9),
      ])
  }

  @Test func `Bits of log`() {
    expectBits(
      { ExactMath.log($0) },
      [
        (Double(bitPattern: 10_120), 0xc086_f9be_0f7c_ee66),
        (1e-300, 0xc085_9634_47f8_7fb5),
        (0.001, 0xc01b_a18a_998f_ffa0),
        (0.3, 0xbff3_4378_fcbd_a721),
        (0.7, 0xbfd6_d3c3_24e1_3f50),
        (0.999999, 0xbeb0_c6f8_2d74_d230),
        (1.0000001, 0x3e7a_d7f2_847b_6492),
        (1.3, 0x3fd0_ca93_7be1_b9dc),
        (2.0, 0x3fe6_2e42_fefa_39ef),
        (10.0, 0x4002_6bb1_bbb5_5516),
        (12345.678, 0x4022_d795_5979_1e31),
        (1e+300, 0x4085_9634_47f8_7fb5),
      ])
  }

  @Test func `Bits of log1p`() {
    expectBits(
      { ExactMath.log1p($0) },
      [
        (-0.999, 0xc01b_a18a_998f_ff9f),
        (-0.5, 0xbfe6_2e42_fefa_39ef),
        (-1e-10, 0xbddb_7cdf_d9dd_a4e3),
        (1e-05, 0x3ee4_f8ae_a9ae_7317),
        (0.3, 0x3fd0_ca93_7be1_b9dc),
        (7.0, 0x4000_a2b2_3f3b_ab73),
      ])
  }

  @Test func `Bits of expm1`() {
    expectBits(
      { ExactMath.expm1($0) },
      [
        (-30.0, 0xbfef_ffff_ffff_fcb5),
        (-1.0, 0xbfe4_3a54_e4e9_8864),
        (-1e-08, 0xbe45_798e_e063_6111),
        (0.0001, 0x3f1a_3738_d213_7388),
        (0.4, 0x3fdf_7a0e_4bee_ff80),
        (3.3, 0x403a_1cd5_e780_7b7b),
        (60.0, 0x4557_9dbc_9dc5_3c66),
      ])
  }

  @Test func `Bits of sin`() {
    expectBits(
      { ExactMath.sin($0) },
      [
        (1e-05, 0x3ee4_f8b5_88e1_e8a2),
        (0.5, 0x3fde_aee8_744b_05f0),
        (1.0, 0x3fea_ed54_8f09_0cee),
        (2.0, 0x3fed_18f6_ead1_b446),
        (3.5, 0xbfd6_733b_7eba_621f),
        (10.0, 0xbfe1_689e_f5f3_4f52),
        (-100.0, 0x3fe0_3425_b78c_4db8),
        (12345.678, 0xbfe6_87d5_8909_74a5),
        (1000000.0, 0xbfd6_664b_2568_d867),
      ])
  }

  @Test func `Bits of cos`() {
    expectBits(
      { ExactMath.cos($0) },
      [
        (1e-05, 0x3fef_ffff_fff9_20c8),
        (0.5, 0x3fec_1528_065b_7d50),
        (1.0, 0x3fe1_4a28_0fb5_068c),
        (2.0, 0xbfda_a226_5753_7205),
        (3.5, 0xbfed_f774_03c1_1a5f),
        (10.0, 0xbfea_d9ac_890c_6b1f),
        (-100.0, 0x3feb_981d_bf66_5fdf),
        (12345.678, 0x3fe6_b94c_3bbe_24b8),
        (1000000.0, 0x3fed_f9df_9906_d32c),
      ])
  }

  @Test func `Bits of normalQuantile`() {
    expectBits(
      { ExactMath.normalQuantile($0) },
      [
        (5.551115123125783e-17, 0xc020_95b0_59d6_7c4b),
        (1e-12, 0xc01c_234f_ba57_a32a),
        (0.001, 0xc008_b8cb_b720_4471),
        (0.05, 0xbffa_5152_0967_6abe),
        (0.3, 0xbfe0_c7e3_9582_c5fb),
        (0.6, 0x3fd0_36d6_c4a0_4b59),
        (0.95, 0x3ffa_5152_0967_6aba),
        (0.99999, 0x4011_0f3f_8843_a850),
      ])
  }

  @Test func `Bits of normalCDF`() {
    expectBits(
      { ExactMath.normalCDF($0) },
      [
        (-30.0, 0x16f7_795a_d05e_a395),
        (-5.0, 0x3e93_3ca2_f213_3831),
        (-1.0, 0x3fc4_4ed0_bb7c_b20b),
        (-0.1, 0x3fdd_7375_f15b_2f1c),
        (0.7, 0x3fe8_41d5_715c_32a8),
        (3.0, 0x3fef_f4f1_0f03_3d25),
      ])
  }

  @Test func `Bits of logGamma`() {
    expectBits(
      { ExactMath.logGamma($0) },
      [
        (0.01, 0x4012_65de_0d9b_33c2),
        (0.5, 0x3fe2_50d0_48e7_a1b0),
        (3.3, 0x3fef_964f_c1bf_8d40),
        (12.0, 0x4031_8097_3f3a_8d75),
        (100000.0, 0x4130_0a97_b57f_4c2e),
      ])
  }

  @Test func `Bits of logOfComplement`() {
    expectBits(
      { ExactMath.logOfComplement($0) },
      [
        (5.551115123125783e-17, 0xbc90_0000_0000_0000),
        (0.1, 0xbfba_f8e8_210a_415e),
        (0.3, 0xbfd6_d3c3_24e1_3f50),
        (0.6, 0xbfed_5240_f0e0_e077),
        (0.99, 0xc012_6bb1_bbb5_5514),
        (0.9999999, 0xc030_1e3b_8440_ed2f),
      ])
  }

  @Test func `Bits of pow`() {
    expectBits(
      { ExactMath.pow($0, $1) },
      [
        (2.0, 0.5, 0x3ff6_a09e_667f_3bcc),
        (0.3, 7.7, 0x3f18_ae7e_5b4e_6bae),
        (10.0, -300.5, 0x018b_1b75_8337_90ca),
        (1.0001, 1000000.0, 0x48f3_30ab_10a3_7aa5),
        (Double(bitPattern: 0x1268_8b70_e62b), 0.1, 0x3980_39d6_6589_686c),
        (7.0, 100.0, 0x517a_a3b2_c531_9d5e),
        (0.999, -100000.0, 0x48f4_469a_dc17_62d6),
      ])
  }

  @Test func `Bits of gammaP`() {
    expectBits(
      { ExactMath.gammaP($0, $1) },
      [
        (0.3, 0.1, 0x3fe1_781e_396e_d057),
        (2.5, 3.0, 0x3fe6_3374_61ff_f38b),
        (40.0, 55.0, 0x3fef_8799_c7d2_e6dc),
        (1000.0, 900.0, 0x3f42_04ea_1fa5_2e74),
      ])
  }

  @Test func `Bits of the draws of every kind of distribution`() throws {
    // A hash over the bits of 500 draws of each.
    let hashes = try DistributionTests.specs.map { spec in
      var pool = DistributionPool()
      let id = try pool.add(spec)
      let stream = RandomStream(seed: 1, replication: 2)
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for i in 0..<500 {
        let u = stream.uniform(RandomCounter(subject: UInt64(i)))
        let bits = pool.sample(id, uniform: u).bitPattern
        hash = (hash ^ bits ^ bits >> 32) &* 0x0000_0100_0000_01B3
      }
      return String(hash, radix: 16)
    }
    #expect(hashes == Self.draws)
  }

  static let draws: [String] = [
    "f0dee97cf85816b5", "5303704268cb9cc0", "b932f0ac76c2960e", "9e1df0ede8094b32",
    "eb5aae1a576409d6", "c09e7f0fcae24b82", "f1fae1a4f393a5c5", "fa2104ad0762960e",
    "4c8cdbbb5765933c", "f281f7b23a444df4", "f05119de70fe8267", "934470f4ae937c5f",
    "a8a706c20e4e0f6f", "8f773d906683c6b5", "2ab84eff6d2816b5", "9e37c6674fcf16b5",
    "aaa5128c589816b5", "1ba8035dcd3816b5", "830ad9b8fe5c96b5", "ff0cc22af48326b5",
    "2022697f3a7c3fd9", "529b1cc0705c088f", "85639980e0ce16b5", "fc9fa1f0db048461",
    "8bf68649d5e15c89", "e49091b184e4b8b3", "2edf8e8e02b816b5",
  ]
}
