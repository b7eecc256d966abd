import Scheduler

/// Reading of drawn values: a constant, or one distribution form.
extension ReadingContext {
  /// A drawn value in the unit of its quantity; nil when it is wrong, which has then been noted.
  func drawn(_ value: JSONValue, _ quantity: Quantity) -> DistributionSpec? {
    guard let members = value.members else {
      guard value.elements == nil else {
        mismatch(value, expected: "\(quantity.noun) or a distribution, such as { uniform: [a, b] }")
        return nil
      }
      return self.quantity(value, quantity).map { .constant($0) }
    }
    guard let first = members.first else {
      error(value.span, "expected one distribution, such as { exponential: { mean: … } }")
      return nil
    }
    let forms = members.filter { !DistributionForm.bounds.contains($0.key) }
    guard let only = forms.first else {
      error(first.keySpan, "'\(first.key)' bounds a distribution, and there is none here")
      return nil
    }
    guard let form = DistributionForm(rawValue: only.key) else {
      unknown(
        only.keySpan, "distribution", only.key,
        known: DistributionForm.names + DistributionForm.bounds)
      return nil
    }
    if forms.count > 1 {
      error(forms[1].keySpan, "a value has one distribution; the first is \(quoted(only.key))")
      return nil
    }
    guard let spec = spec(form, only.value, quantity).flatMap({ validated($0, form, only) }),
      isWithinLimit(spec, quantity, only)
    else { return nil }
    return members.count == 1 ? spec : bounded(spec, value, quantity)
  }

  /// Whether half of the values at least can be carried; what lies above is cut off in a run.
  private func isWithinLimit(
    _ spec: DistributionSpec, _ quantity: Quantity, _ member: JSONMember
  ) -> Bool {
    guard quantity.isCut, spec.median > quantity.limit.value else { return true }
    error(
      member.keySpan,
      "half of the values are above \(quantity.limit.name), the limit of \(quantity.noun)")
    return false
  }

  /// The distribution within the bounds `min` and `max` that stand beside it.
  private func bounded(
    _ spec: DistributionSpec, _ value: JSONValue, _ quantity: Quantity
  ) -> DistributionSpec? {
    let (min, max) = (value["min"], value["max"])
    let low = min.flatMap { self.quantity($0, quantity) }
    let high = max.flatMap { self.quantity($0, quantity) }
    guard (min == nil) == (low == nil), (max == nil) == (high == nil) else { return nil }
    if let low, let high, low > high, let min {
      error(min.span, "min is above max")
      return nil
    }
    let truncated = DistributionSpec.truncated(spec, from: low, to: high)
    do throws(DistributionError) {
      try truncated.validate()
      return truncated
    } catch {
      self.error((min ?? max ?? value).span, "no value of the distribution is within min and max")
      return nil
    }
  }

  private func spec(
    _ form: DistributionForm, _ value: JSONValue, _ quantity: Quantity
  ) -> DistributionSpec? {
    switch form {
    case .uniform: return uniform(value, quantity)
    case .discrete: return discrete(value, quantity)
    case .mixture: return mixture(value, quantity)
    default: break
    }
    guard let reader = ObjectReader(value, form.shape(of: quantity), self) else { return nil }
    switch form {
    case .empirical: return empirical(reader, quantity)
    case .truncated: return truncated(reader)
    case .shifted: return shifted(reader, quantity)
    case .zipf, .geometric, .bernoulli: return counted(reader, form, quantity)
    default: return parametric(reader, form)
    }
  }

  // MARK: Forms by parameters

  private func parametric(_ reader: ObjectReader, _ form: DistributionForm) -> DistributionSpec? {
    let sets = form.parameterSets
    let given = reader.shape.keys.map(\.name).filter { reader.has($0) }
    guard let set = sets.first(where: { $0.allSatisfy(given.contains) && $0.count == given.count })
    else {
      // An unknown parameter has been noted already.
      if given.count < reader.value.members?.count ?? 0 { return nil }
      let ways = sets.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
      error(
        reader.value.span.head.count(reader.value.span), "\(form.rawValue) takes \(ways)")
      return nil
    }
    var numbers: [Double] = []
    for name in set {
      guard let number = parameter(reader, name) else { return nil }
      numbers.append(number)
    }
    let positive = set.filter { !(form == .normal && $0 == "mean") }
    for (name, number) in zip(set, numbers) where positive.contains(name) && number <= 0 {
      error(reader.span(name), "\(name) of \(form.rawValue) must be above 0")
      return nil
    }
    if let last = set.last, ["p95", "p99"].contains(last) || set == ["minimum", "median"],
      numbers[1] <= numbers[0]
    {
      error(reader.span(last), "\(last) must be above the \(set[0])")
      return nil
    }
    do throws(DistributionError) {
      return try Self.make(form, set, numbers)
    } catch {
      let name = Self.keyName(error.parameter)
      self.error(
        reader.has(name) ? reader.span(name) : reader.value.span,
        "\(form.rawValue): \(error.description)")
      return nil
    }
  }

  private func parameter(_ reader: ObjectReader, _ name: String) -> Double? {
    switch reader.key(name).kind {
    case .number: reader.number(name)
    case .integer: reader.integer(name).map(Double.init)
    default: reader.quantity(name)
    }
  }

  private static func make(
    _ form: DistributionForm, _ set: [String], _ n: [Double]
  ) throws(DistributionError) -> DistributionSpec {
    switch (form, set) {
    case (.exponential, ["median"]): try .exponential(median: n[0])
    case (.exponential, _): .exponential(mean: n[0])
    case (.lognormal, ["median", "p95"]): try .lognormal(median: n[0], p95: n[1])
    case (.lognormal, ["median", "p99"]): try .lognormal(median: n[0], p99: n[1])
    case (.lognormal, ["mean", "sd"]): try .lognormal(mean: n[0], standardDeviation: n[1])
    case (.lognormal, _): .lognormal(median: n[0], sigma: n[1])
    case (.normal, ["mean", "p95"]): try .normal(mean: n[0], p95: n[1])
    case (.normal, _): .normal(mean: n[0], standardDeviation: n[1])
    case (.gamma, ["mean", "sd"]): try .gamma(mean: n[0], standardDeviation: n[1])
    case (.gamma, ["mean", "cv"]): try .gamma(mean: n[0], cv: n[1])
    case (.gamma, _): .gamma(shape: n[0], scale: n[1] / n[0])
    case (.erlang, _): .erlang(stages: Int(n[0]), mean: n[1])
    case (.weibull, ["median", "p95"]): try .weibull(median: n[0], p95: n[1])
    case (.weibull, _): .weibull(shape: n[0], scale: n[1])
    case (.pareto, ["minimum", "median"]): try .pareto(minimum: n[0], median: n[1])
    case (.pareto, _): .pareto(shape: n[1], minimum: n[0])
    default: preconditionFailure("\(form.rawValue) has no parameters \(set)")
    }
  }

  /// The key of a parameter that an error names.
  private static func keyName(_ parameter: String?) -> String {
    switch parameter {
    case "standardDeviation": "sd"
    case "probability": "p"
    default: parameter ?? ""
    }
  }

  /// The distribution if it can be; else nil, with the reason at the key it names.
  private func validated(
    _ spec: DistributionSpec, _ form: DistributionForm, _ member: JSONMember
  ) -> DistributionSpec? {
    do throws(DistributionError) {
      try spec.validate()
      return spec
    } catch {
      let place = member.value[Self.keyName(error.parameter)]?.span ?? member.keySpan
      if form == .truncated, error.parameter == nil || error.parameter == "truncated" {
        self.error(place, "truncated: no value of the distribution lies within from and to")
      } else {
        self.error(place, "\(form.rawValue): \(error.description)")
      }
      return nil
    }
  }

  // MARK: Forms by unit

  private func counted(
    _ reader: ObjectReader, _ form: DistributionForm, _ quantity: Quantity
  ) -> DistributionSpec? {
    var unit: Double? = 1
    if !quantity.units.isEmpty {
      unit = reader.quantity("unit")
      if unit == 0 {
        error(reader.span("unit"), "the unit must be above 0")
        unit = nil
      }
    }
    let spec: DistributionSpec?
    switch form {
    case .zipf:
      let (exponent, count) = (reader.number("exponent"), reader.integer("count"))
      spec = exponent.flatMap { exponent in count.map { .zipf(exponent: exponent, count: $0) } }
    case .geometric: spec = reader.number("mean").map { .geometric(mean: $0) }
    default: spec = reader.number("p").map { .bernoulli(probability: $0) }
    }
    guard let unit, let spec else { return nil }
    return unit == 1 ? spec : .scaled(spec, by: unit)
  }

  // MARK: Lists

  private func uniform(_ value: JSONValue, _ quantity: Quantity) -> DistributionSpec? {
    var bounds = value.elements ?? []
    if value.members != nil {
      let shape = DistributionForm.uniformRange(quantity)
      guard let reader = ObjectReader(value, shape, self) else { return nil }
      bounds = ["from", "to"].compactMap { reader.written($0) }
      if bounds.count < 2 { return nil }
    }
    guard bounds.count == 2 else {
      error(value.span, "uniform takes two values: [low, high]")
      return nil
    }
    let low = self.quantity(bounds[0], quantity)
    let high = self.quantity(bounds[1], quantity)
    guard let low, let high else { return nil }
    if low > high {
      error(bounds[0].span, "low is above high in uniform: [low, high]")
      return nil
    }
    return low == high ? .constant(low) : .uniform(low: low, high: high)
  }

  private func discrete(_ value: JSONValue, _ quantity: Quantity) -> DistributionSpec? {
    guard let pairs = value.elements, !pairs.isEmpty else {
      error(value.span, "discrete takes pairs: [[value, weight], …]")
      return nil
    }
    var values: [WeightedValue] = []
    for pair in pairs {
      if pair.members != nil {
        guard let reader = ObjectReader(pair, DistributionForm.weightedValue(quantity), self)
        else { continue }
        let (item, weight) = (reader.quantity("value"), reader.number("weight"))
        if let item, let weight { values.append(WeightedValue(value: item, weight: weight)) }
        continue
      }
      guard let both = pair.elements, both.count == 2 else {
        error(pair.span, "expected a pair: [value, weight]")
        continue
      }
      let item = self.quantity(both[0], quantity)
      let weight = weight(both[1])
      if let item, let weight { values.append(WeightedValue(value: item, weight: weight)) }
    }
    guard values.count == pairs.count, someWeight(values.map(\.weight), value) else { return nil }
    return .discrete(values)
  }

  private func mixture(_ value: JSONValue, _ quantity: Quantity) -> DistributionSpec? {
    guard let list = value.elements, !list.isEmpty else {
      error(value.span, "mixture takes parts: [{ weight: 1, of: … }, …]")
      return nil
    }
    let shape = Self.mixturePart(quantity)
    var parts: [WeightedSpec] = []
    for item in list {
      guard let reader = ObjectReader(item, shape, self) else { continue }
      let weight = reader.number("weight")
      let spec = reader.drawn("of")
      if let weight, let spec { parts.append(WeightedSpec(weight: weight, spec: spec)) }
    }
    guard parts.count == list.count, someWeight(parts.map(\.weight), value) else { return nil }
    return .mixture(parts)
  }

  static func mixturePart(_ quantity: Quantity) -> ObjectShape {
    ObjectShape(
      "part", "a part of a mixture", isMerged: false,
      [
        .required("weight", .number(0...1e9), "How often, in proportion to the others."),
        .required("of", .drawn(quantity), "The distribution."),
      ])
  }

  private func weight(_ value: JSONValue) -> Double? { number(value, in: 0...1e9) }

  private func someWeight(_ weights: [Double], _ value: JSONValue) -> Bool {
    if weights.contains(where: { $0 > 0 }) { return true }
    error(value.span, "all weights are 0; one at least must be above 0")
    return false
  }

  // MARK: Forms of others

  private func truncated(_ reader: ObjectReader) -> DistributionSpec? {
    let of = reader.drawn("of")
    let (from, to) = (reader.quantity("from"), reader.quantity("to"))
    if !reader.has("from"), !reader.has("to") {
      error(reader.value.span, "truncated needs from, to or both")
      return nil
    }
    if let from, let to, from > to {
      error(reader.span("from"), "from is above to")
      return nil
    }
    guard let of, (from != nil) == reader.has("from"), (to != nil) == reader.has("to") else {
      return nil
    }
    return .truncated(of, from: from, to: to)
  }

  private func shifted(_ reader: ObjectReader, _ quantity: Quantity) -> DistributionSpec? {
    let of = reader.drawn("of")
    let by = reader.written("by").flatMap { self.quantity($0, quantity, allowsNegative: true) }
    guard let of, let by else { return nil }
    return .shifted(of, by: by)
  }

  private func empirical(_ reader: ObjectReader, _ quantity: Quantity) -> DistributionSpec? {
    if reader.has("values") {
      if reader.has("file") {
        error(reader.keySpan("file"), "empirical takes a file or values, not both")
        return nil
      }
      for name in ["column", "where", "subtract", "unit"] where reader.has(name) {
        error(reader.keySpan(name), "'\(name)' belongs to a file; values carry their own units")
      }
      guard let list = reader.list("values") else { return nil }
      let values = list.compactMap { self.quantity($0, quantity) }
      return values.count == list.count ? .empirical(values) : nil
    }
    var factor = 1.0
    if !quantity.units.isEmpty {
      guard reader.has("unit") else {
        error(
          reader.value.span.head, "missing key 'unit' of empirical: the unit of the column")
        return nil
      }
      guard let unit = reader.word("unit") else { return nil }
      factor = quantity.units.first { $0.name == unit }?.factor ?? 1
    }
    let greatest = quantity.limit.value / factor
    guard
      let column = measurementColumn(reader, rows: Limits.sampleRows, greatest: greatest)
    else { return nil }
    let subtract = reader.quantity("subtract") ?? 0
    return .empirical(column.map { max(0, $0 * factor - subtract) })
  }
}

extension DistributionSpec {
  /// The median of a valid distribution; 0 of any other.
  var median: Double {
    if case .constant(let value) = self { return value }
    return (try? Distribution(self).quantile(0.5)) ?? 0
  }
}

extension SourceSpan {
  /// The first byte of a long object, or the whole of a short one.
  fileprivate func count(_ whole: SourceSpan) -> SourceSpan {
    whole.end - whole.start <= 80 ? whole : self
  }
}
