internal import CastwireBus

/// What is searched for: words that must all be there, each as a whole word or as the beginning of one.
///
/// It is put to FTS5 (sqlite.org/fts5.html) in expressions that are made here: of what comes from outside, letters and
/// digits alone reach them.
struct SearchQuery {
  /// How well a document fits, the best first. A document is of the first rank that it fits.
  enum Rank: Int, CaseIterable {
    /// The title has all words, as they are.
    case title
    /// The title has words that begin so.
    case titlePrefixes
    /// Title and author together have them.
    case heading
    /// Title, author and description together have them.
    case whole
  }

  struct Word: Hashable {
    let utf8: [UInt8]
    /// Whether words that begin with it are meant, too. A single letter begins too many.
    let isPrefix: Bool

    func matches(_ word: [UInt8]) -> Bool {
      isPrefix ? word.starts(with: utf8) : word == utf8
    }
  }

  /// FTS5 has an index of prefixes of two and three letters. Of a longer one it first brings together where all words stand
  /// that begin so, which takes long where one of them is common; the words themselves it can go through in step.
  /// Counted in bytes.
  static let longPrefix = 4
  /// More words are left to FTS5: of so many hardly any is common.
  static let mostForms = 200

  /// The most words. Of a script without spaces each pair of letters is one.
  static let mostWords = 32

  let words: [Word]
  let kinds: Set<SearchDocument.Kind>
  let feed: String?
  /// The words that a long prefix stands for, where they are known.
  private var forms: [Word: [String]] = [:]

  /// - Throws: `RequestError` for a text without words, or with too many.
  init(
    _ text: String, kinds: Set<SearchDocument.Kind> = [], feed: String? = nil, scanner: WordScanner
  ) throws(RequestError) {
    var words: [Word] = []
    scanner.forEachWord(in: text) { found in
      guard found.form != .part else { return }
      let isPrefix = found.form == .spaced && String(decoding: found.utf8, as: UTF8.self).unicodeScalars.count > 1
      let word = Word(utf8: found.utf8, isPrefix: isPrefix)
      if !words.contains(word), words.count <= Self.mostWords { words.append(word) }
    }
    guard !words.isEmpty else {
      throw RequestError(.badRequest, "\"text\" has no letter and no digit to search for")
    }
    guard words.count <= Self.mostWords else {
      throw RequestError(.badRequest, "\"text\" has more than \(Self.mostWords) words")
    }
    (self.words, self.kinds, self.feed) = (words, kinds, feed)
  }

  /// Looks up which words the long prefixes stand for.
  ///
  /// - Parameter find: gives up to so many words that begin like one.
  mutating func lookUp(_ find: (_ prefix: String, _ limit: Int) throws -> [String]) rethrows {
    for word in words where word.isPrefix && word.utf8.count >= Self.longPrefix {
      let found = try find(String(decoding: word.utf8, as: UTF8.self), Self.mostForms + 1)
      if found.count <= Self.mostForms { forms[word] = found }
    }
  }

  /// The ranks that are not the same as the one before.
  var ranks: [Rank] {
    words.contains { $0.isPrefix } ? Rank.allCases : [.title, .heading, .whole]
  }

  /// What the table `heading` is asked for documents of a rank, those of the ranks before left out.
  func heading(_ rank: Rank) -> String {
    guard let better = ranks.last(where: { $0.rawValue < rank.rawValue && $0 != .whole }) else { return fitting(rank) }
    return "(\(fitting(rank))) NOT (\(fitting(better)))"
  }

  /// What the table `heading` is asked for documents that fit a rank, or one before.
  func fitting(_ rank: Rank) -> String {
    switch rank {
    case .title: "{title source} : (\(expression(prefixes: false)))"
    case .titlePrefixes: "{title source} : (\(expression(prefixes: true)))"
    case .heading, .whole: expression(prefixes: true)
    }
  }

  /// What the table `whole` is asked for all documents.
  var whole: String {
    expression(prefixes: true)
  }

  private func expression(prefixes: Bool) -> String {
    var terms = words.map { word in
      let term = "\"\(String(decoding: word.utf8, as: UTF8.self))\""
      guard prefixes, word.isPrefix else { return term }
      guard let forms = forms[word] else { return "\(term) *" }
      // Where no word begins so, nothing is found by it itself either.
      return forms.isEmpty ? term : "(\(forms.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }
    if let feed { terms.append("\"\(SearchDocument.token(feed: feed))\"") }
    if !kinds.isEmpty {
      terms.append("(\(kinds.map { "\"\(SearchDocument.token(kind: $0))\"" }.sorted().joined(separator: " OR ")))")
    }
    return terms.joined(separator: " AND ")
  }
}
