/// Finds the word a user may have meant by a misspelt one.
enum Suggestion {
  /// The nearest of `candidates`, if it is near enough to be worth a question.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    // The dashes of an option are no part of what was misspelt. A third of a word may be wrong:
    // with half of it every short word would be near another.
    let bound = max(1, min(3, word.drop { $0 == "-" }.count / 3))
    let ranked = candidates.map { (name: $0, distance: distance(word, $0)) }
    let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    if let best, best.distance <= bound { return best.name }
    let prefixed = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
    return prefixed.count == 1 ? prefixed[0] : nil
  }

  /// Edits between two words; swapping neighbours is one edit (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    if a.count > 64 || b.count > 64 { return Int.max }
    var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { rows[i][0] = i }
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
      for j in b.indices {
        let change = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var best = min(rows[i][j + 1] + 1, rows[i + 1][j] + 1, change)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        rows[i + 1][j + 1] = best
      }
    }
    return rows[a.count][b.count]
  }
}
