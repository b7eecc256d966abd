/// The name nearest to a misspelt one, for "did you mean".
///
/// Distance is Levenshtein's with transpositions of neighbours at one (optimal string alignment);
/// a name is offered up to a distance of a third of its length, at least 1. O(n·m) per candidate.
func closestName(to name: String, among candidates: [String]) -> String? {
  let letters = Array(name.lowercased())
  var best: (distance: Int, name: String)?
  for candidate in candidates {
    let distance = editDistance(letters, Array(candidate.lowercased()))
    guard distance <= max(1, candidate.count / 3) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
  }
  return best?.name
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      row[j] = min(substitution, last[j] + 1, row[j - 1] + 1)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
