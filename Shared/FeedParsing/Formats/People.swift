internal import Castwire

/// Authors, as the formats have them.
extension FeedReader {
  /// An author's name out of an address with a name, or the other way round.
  mutating func readPersonName() -> String? {
    readPlainText().map(PersonName.name(in:))
  }

  /// Atom's person construct (RFC 4287, section 3.2): the name, or else the address; in sloppy feeds, and in RSS, the
  /// element's own text.
  mutating func readAtomPerson() -> Person? {
    var (personName, email, link, imageURL, text): (String?, String?, String?, String?, String?)
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return nil
      case .end: continue
      case .text:
        // In place: a copy for each piece would take time that grows with their square.
        if let piece = readTextPiece() { text.append(word: piece) }
      case .start where name == .name: personName = readPlainText() ?? personName
      case .start where name == .email: email = readPlainText() ?? email
      case .start where name == .uri || name == .url: link = readURL() ?? link
      case .start where name == .thumbnail && namespace == .media: imageURL = readThumbnail()?.url ?? imageURL
      // Markup that somebody forgot to escape: what is in it is part of the text.
      case .start where scanner.element.namespace == .core && name == nil: continue
      case .start: scanner.skipElement()
      }
    }
    guard let name = personName ?? text ?? email else { return nil }
    return Person(name: PersonName.name(in: name), imageURL: imageURL, link: link)
  }

  /// The text that the scanner reported last.
  private mutating func readTextPiece() -> String? {
    let raw = RawText(range: scanner.text, isCDATA: scanner.textIsCDATA)
    return plainText(TextCandidate(raw: raw, kind: .unknown, base: nil, rank: 0))
  }

  mutating func offerFeedAuthor(_ person: Person?, rank: Int) {
    feed.author.offer(person?.name, rank: rank)
    feed.feed.authors.append(ifAny: person)
  }

  mutating func offerItemAuthor(_ person: Person?, rank: Int) {
    draft.author.offer(person?.name, rank: rank)
    draft.item.authors.append(ifAny: person)
  }

  /// The list of authors where it says more than the name alone.
  static func worthwhile(_ authors: [Person]?) -> [Person]? {
    guard let authors else { return nil }
    return authors.count > 1 || authors.contains { $0.link != nil || $0.imageURL != nil } ? authors : nil
  }
}

extension String? {
  /// Adds a word behind a space.
  fileprivate mutating func append(word: String) {
    if self == nil {
      self = word
    } else {
      self!.append(" ")  // not nil
      self!.append(word)
    }
  }
}
