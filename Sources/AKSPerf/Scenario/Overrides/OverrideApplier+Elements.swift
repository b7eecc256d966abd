/// Elements of arrays that overrides set, insert and remove.
extension OverrideApplier {
  /// The elements of an array with a value at a step, or below it; nil when there is none such,
  /// which has then been noted.
  func set(
    _ elements: [JSONValue], _ step: OverrideStep, _ rest: ArraySlice<OverrideStep>,
    _ value: JSONValue, trail: String
  ) -> [JSONValue]? {
    var elements = elements
    let name = quoted(step.text)
    switch step.element {
    case .index(let index)? where elements.indices.contains(index):
      if rest.isEmpty, value.isNull {
        elements.remove(at: index)
        return elements
      }
      guard let inner = set(elements[index], rest, value, trail: name) else { return nil }
      elements[index] = inner
    case .insertion(let place)? where place.map({ $0 <= elements.count }) ?? true:
      if rest.isEmpty, value.isNull {
        fail(step.span, "\(name) is a place between elements, where nothing can be removed")
        return nil
      }
      guard var inner = set(nil, rest, value, trail: name) else { return nil }
      if !rest.isEmpty { inner.span = step.span }
      elements.insert(inner, at: place ?? elements.count)
    default:
      let count = elements.count
      fail(
        step.span,
        "\(trail) is an array of \(count) \(count == 1 ? "element" : "elements"), from 0")
      return nil
    }
    return elements
  }

  /// Notes that null was given for what is not there.
  func nothingToRemove(_ step: OverrideStep, _ trail: String) -> JSONValue? {
    fail(step.span, "\(trail) has no \(quoted(step.text)) to remove")
    return nil
  }
}

extension OverrideStep {
  /// What it means in an array; nil when no element can be meant.
  var element: Kind? {
    switch kind {
    case .bare(let text): OverrideApplier.element(text)
    case .key: nil
    case .index, .insertion: kind
    }
  }

  /// Whether it means the end of an array whatever it is a step of.
  var appends: Bool {
    if case .insertion(nil)? = element { return true }
    return false
  }
}

extension JSONValue {
  /// Whether it is null, which takes out what a path leads to.
  var isNull: Bool { if case .null = content { true } else { false } }
}
