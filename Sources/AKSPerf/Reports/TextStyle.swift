/// How a text for people is drawn.
public struct TextStyle: Sendable, Hashable {
  public var usesColour: Bool
  /// Draws without Unicode.
  public var isASCII: Bool

  public init(usesColour: Bool = false, isASCII: Bool = false) {
    self.usesColour = usesColour
    self.isASCII = isASCII
  }
}
