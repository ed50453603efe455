/// Finds what a misspelt word was meant to be.
enum SpellingDistance {
  /// The candidate that looks most like the word; nil where none looks like it.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let best = candidates.map { (name: $0, distance: between(word, $0)) }.min { $0.distance < $1.distance }
    guard let best, best.distance <= max(2, word.count / 2), best.distance < best.name.count else { return nil }
    return best.name
  }

  /// How many characters have to be put in, taken out, replaced or swapped with their neighbour.
  static func between(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for (index, character) in one.enumerated() {
      var row = [index + 1]
      for (column, candidate) in other.enumerated() {
        var distance = min(
          rows[index][column] + (character == candidate ? 0 : 1), rows[index][column + 1] + 1, row[column] + 1)
        if index > 0, column > 0, character == other[column - 1], one[index - 1] == candidate {
          distance = min(distance, rows[index - 1][column - 1] + 1)
        }
        row.append(distance)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
