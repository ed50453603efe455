extension DisplayWidth {
  /// The text in lines of that width, broken between words, and between characters that are written without spaces, where
  /// there is room for what lies between two breaks.
  ///
  /// - Parameter most: how many lines there may be; the last one ends in "…" where the text goes on.
  static func wrapped(_ text: String, to width: Int, atMost most: Int = .max) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    func endLine() {
      lines.append(line)
      (line, columns) = ("", 0)
    }
    text: for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      var space = columns > 0 ? 1 : 0
      for piece in pieces(of: word) {
        let length = of(piece)
        if columns > 0, columns + space + length > width { endLine() }
        if columns > 0, space > 0 {
          line += " "
          columns += 1
        }
        space = 0
        for character in piece {
          let more = of(character)
          if columns > 0, columns + more > width { endLine() }
          line.append(character)
          columns += more
        }
        if lines.count >= most { break text }
      }
    }
    guard lines.count >= most else { return lines + [line] }
    let last = lines[most - 1]
    return lines.prefix(most - 1) + [of(last) < width ? "\(last)…" : cut("\(last) ", to: width)]
  }

  /// What may not be broken of a word: between two characters of which one is wide it may be, but for the punctuation that
  /// belongs to its neighbour (UAX #14, ID beside CL, NS and OP).
  private static func pieces(of word: Substring) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var before: Character?
    for character in word {
      if let before, of(before) == 2 || of(character) == 2, !closing.contains(character), !opening.contains(before) {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
      before = character
    }
    return pieces + [piece]
  }

  private static let closing: Set<Character> = Set("、。，．・：；？！）］｝〉》」』】〕〗ーゝゞ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;?!)]}”’…%")
  private static let opening: Set<Character> = Set("（［｛〈《「『【〔〖([{“‘")
}
