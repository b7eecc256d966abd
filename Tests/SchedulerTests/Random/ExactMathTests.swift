import Foundation
import Scheduler
import Testing

/// The project's elementary functions against the platform's.
///
/// The platform's own error is below 1 ulp, so that a bound of 1 says the same or the neighbour.
struct ExactMathTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bound: Double
    let argument: @Sendable (Double) -> Double
    let ours: @Sendable (Double) -> Double
    let platform: @Sendable (Double) -> Double
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "exp", bound: 1, argument: { ($0 - 0.5) * 1_400 }, ours: ExactMath.exp,
      platform: { Foundation.exp($0) }),
    Case(
      name: "exp near 0", bound: 1, argument: { ($0 - 0.5) * 2 }, ours: ExactMath.exp,
      platform: { Foundation.exp($0) }),
    Case(
      name: "exp into the subnormals", bound: 1, argument: { -745.2 + $0 * 40 },
      ours: ExactMath.exp, platform: { Foundation.exp($0) }),
    Case(
      name: "log", bound: 1, argument: { Foundation.exp(($0 - 0.5) * 1_400) },
      ours: ExactMath.log, platform: { Foundation.log($0) }),
    Case(
      name: "log near 1", bound: 1, argument: { 0.5 + $0 * 1.5 }, ours: ExactMath.log,
      platform: { Foundation.log($0) }),
    Case(
      name: "log of subnormals", bound: 1, argument: { $0 * 0x1p-1022 }, ours: ExactMath.log,
      platform: { Foundation.log($0) }),
    Case(
      name: "log1p", bound: 1, argument: { 2 * $0 - 1 }, ours: ExactMath.log1p,
      platform: { Foundation.log1p($0) }),
    Case(
      name: "log of complement", bound: 2, argument: { $0 }, ours: ExactMath.logOfComplement,
      platform: { Foundation.log1p(-$0) }),
    Case(
      name: "expm1", bound: 2, argument: { 4 * $0 - 2 }, ours: ExactMath.expm1,
      platform: { Foundation.expm1($0) }),
    Case(
      name: "pow", bound: 1, argument: { ($0 - 0.5) * 900 },
      ours: { ExactMath.pow(2.5, $0 * 0.75) }, platform: { Foundation.pow(2.5, $0 * 0.75) }),
    Case(
      name: "pow of many bases", bound: 1, argument: { Foundation.exp(200 * ($0 - 0.5)) },
      ours: { ExactMath.pow($0, -3.1) }, platform: { Foundation.pow($0, -3.1) }),
    Case(
      name: "sin", bound: 1, argument: { ($0 - 0.5) * 0x1p21 }, ours: ExactMath.sin,
      platform: { Foundation.sin($0) }),
    Case(
      name: "sin near 0", bound: 1, argument: { ($0 - 0.5) * 20 }, ours: ExactMath.sin,
      platform: { Foundation.sin($0) }),
    Case(
      name: "cos", bound: 1, argument: { ($0 - 0.5) * 0x1p21 }, ours: ExactMath.cos,
      platform: { Foundation.cos($0) }),
    Case(
      name: "erfc", bound: 8, argument: { $0 * 26 }, ours: ExactMath.erfc,
      platform: { Foundation.erfc($0) }),
  ]

  @Test(arguments: cases)
  func `Within the stated ulp of the platform over many points`(test: Case) {
    #if DEBUG
      let count = test.name.contains("exp") || test.name.contains("log") ? 200_000 : 100_000
    #else
      let count = 1_200_000
    #endif
    var points = SplitMix(seed: 20_261)
    var worst = 0.0
    var at = 0.0
    for _ in 0..<count {
      let x = test.argument(points.uniform())
      let (a, b) = (test.ours(x), test.platform(x))
      let off = a == b ? 0 : (a - b).magnitude / b.ulp
      if !(off <= worst) { (worst, at) = (off, x) }
    }
    #expect(worst <= test.bound, "\(test.name) is \(worst) ulp off at \(at)")
  }

  static let edges: [Double] = [
    0, -0.0, 1, -1, 2, 0.5, -0.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
    .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p-60, -0x1p-60,
    709.782712893384, 709.7827128933841, -745.1332191019411, -745.1332191019412, -708.5,
  ]

  @Test(arguments: edges)
  func `The edges are those of the platform`(x: Double) {
    expectSame(ExactMath.exp(x), exp(x), "exp \(x)")
    expectSame(ExactMath.log(x), log(x), "log \(x)")
    expectSame(ExactMath.log1p(x), log1p(x), "log1p \(x)")
    expectSame(ExactMath.expm1(x), expm1(x), "expm1 \(x)")
    for y in Self.edges + [2, 3, -3, 1e300, -1e300, 0x1p53 - 1, 0x1p53] {
      expectSame(ExactMath.pow(x, y), pow(x, y), "pow \(x) \(y)")
    }
    if x.magnitude <= ExactMath.angleLimit || !x.isFinite {
      expectSame(ExactMath.sin(x), sin(x), "sin \(x)")
      expectSame(ExactMath.cos(x), cos(x), "cos \(x)")
    }
  }

  /// The same kind of value, the same sign, and neighbours at most.
  private func expectSame(_ a: Double, _ b: Double, _ what: String) {
    let near = a.isFinite && b.isFinite && (a - b).magnitude <= b.ulp && a.sign == b.sign
    #expect((a.isNaN && b.isNaN) || a.bitPattern == b.bitPattern || near, "\(what): \(a), \(b)")
  }

  @Test func `An angle beyond the limit traps`() async {
    await #expect(processExitsWith: .failure) { _ = ExactMath.sin(0x1.1p20) }
  }

  @Test func `exp and log do not fall where they should rise`() {
    var points = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let x = points.uniform() * 60 - 40
      if ExactMath.exp(x) > ExactMath.exp(x.nextUp) { Issue.record("exp falls at \(x)") }
      let y = points.uniform() * 4
      if ExactMath.log(y) > ExactMath.log(y.nextUp) { Issue.record("log falls at \(y)") }
    }
  }
}

/// A small generator for test points (SplitMix64, Steele, Lea, Flood 2014).
struct SplitMix {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func uniform() -> Double { RandomBlock.uniform(of: next()) }
}
