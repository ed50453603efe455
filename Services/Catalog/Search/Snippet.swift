/// The part of a text that shows why something was found.
struct Snippet: Encodable, Equatable {
  /// The text that it is from: `title`, `author` or `description`.
  let field: String
  /// With "…" where more comes before or after it.
  let text: String
  /// Where words stand that were searched for: in Unicode scalars of `text`, from where and how many.
  let matches: [[Int]]

  /// About so many Unicode scalars are shown of a long text.
  private static let length = 240
  /// Of these so many before the first match.
  private static let lead = 40
  /// A longer text is looked at no further.
  private static let longestText = 50_000
  private static let mostMatches = 1_000

  private struct Match {
    let range: Range<Int>
    /// Which of the query's words it is.
    let word: Int
  }

  /// What shows the most words of the query; where nothing does, the beginning.
  init(of texts: SearchDocument.Texts, for query: SearchQuery, scanner: WordScanner) {
    let fields = [("description", texts.description), ("title", texts.title), ("author", texts.author)]
    var best: (field: String, text: String, matches: [Match], start: Int, score: Int)?
    for case (let field, let text?) in fields where !text.isEmpty {
      let matches = Self.matches(in: text, query, scanner)
      let (start, score) = Self.start(matches)
      if best == nil || score > best?.score ?? 0 { best = (field, text, matches, start, score) }
    }
    guard let best else {
      (field, text, matches) = ("title", "", [])
      return
    }
    field = best.field
    let scalars = Array(best.text.unicodeScalars.prefix(Self.longestText + Self.length))
    let range = Self.range(around: best.start, in: scalars)
    var shown = String.UnicodeScalarView(scalars[range])
    let lead = range.lowerBound > 0 ? 1 : 0
    if lead > 0 { shown.insert("…", at: shown.startIndex) }
    if range.upperBound < scalars.count { shown.append("…") }
    text = String(shown)
    matches = Self.joined(
      best.matches.map(\.range).filter { range.contains($0.lowerBound) && $0.upperBound <= range.upperBound }
    )
    .map { [$0.lowerBound - range.lowerBound + lead, $0.count] }
  }

  private static func matches(in text: String, _ query: SearchQuery, _ scanner: WordScanner) -> [Match] {
    var matches: [Match] = []
    let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    scanner.forEachWord(in: beginning) { found in
      guard matches.count < mostMatches, let word = query.words.firstIndex(where: { $0.matches(found.utf8) }) else {
        return
      }
      matches.append(Match(range: found.range, word: word))
    }
    return matches.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Where the part begins that has the most of the query's words, and how many these are.
  private static func start(_ matches: [Match]) -> (start: Int, score: Int) {
    var best = (start: 0, score: 0)
    var inside: [Int: Int] = [:]
    var end = 0
    for match in matches {
      while end < matches.count, matches[end].range.upperBound <= match.range.lowerBound + length - lead {
        inside[matches[end].word, default: 0] += 1
        end += 1
      }
      if inside.count > best.score { best = (match.range.lowerBound, inside.count) }
      if let count = inside[match.word] { inside[match.word] = count > 1 ? count - 1 : nil }
    }
    return best
  }

  /// Begins and ends between words, where the text has any near.
  private static func range(around start: Int, in scalars: [Unicode.Scalar]) -> Range<Int> {
    guard scalars.count > length else { return 0..<scalars.count }
    var lower = max(0, min(start - lead, scalars.count - length))
    var upper = min(scalars.count, lower + length)
    if lower > 0, let space = scalars[lower..<max(lower, start)].firstIndex(where: \.properties.isWhitespace) {
      lower = space + 1
    }
    if upper < scalars.count, let space = scalars[(upper - lead)..<upper].lastIndex(where: \.properties.isWhitespace) {
      upper = space
    }
    return lower..<max(lower, upper)
  }

  /// Pairs of letters overlap.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
