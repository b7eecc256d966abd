/// Text as a terminal may show it: characters that it would obey are escaped.
public enum TerminalText {
  /// The text with control characters and changes of direction written as `\u{1b}`.
  ///
  /// - Parameter keepsLines: Whether line ends and tabs stay, as in a message of several lines.
  public static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isHarmless(scalar) || keepsLines && (scalar == "\n" || scalar == "\t") {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(scalar)
      }
    }
    return result
  }

  static func escape(_ scalar: UnicodeScalar) -> String {
    "\\u{" + String(scalar.value, radix: 16) + "}"
  }

  /// Whether a terminal only shows the character: no control, no change of direction.
  static func isHarmless(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }
}

/// A name in single quotes as a message shows it: escaped and clipped.
func quoted(_ name: String) -> String {
  let scalars = name.unicodeScalars
  let clipped = String.UnicodeScalarView(scalars.prefix(60))
  let isClipped = scalars.dropFirst(60).first != nil
  let text = TerminalText.escaped(String(clipped))
  return "'\(text)\(isClipped ? "…" : "")'"
}
