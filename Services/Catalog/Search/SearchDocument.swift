internal import CastwireBus
internal import Foundation

/// What the search index keeps of an episode, a video or a photo.
struct SearchDocument {
  /// What a document is.
  enum Kind: Int, CaseIterable {
    case episode = 1
    case video
    case photo

    /// The family of its events, which is what requests call it, too.
    var name: String {
      "\(self)"
    }

    /// The member of its events that holds it.
    var member: StaticString {
      switch self {
      case .episode: "episode"
      case .video: "video"
      case .photo: "photo"
      }
    }

    init?(name: some StringProtocol) {
      guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = kind
    }
  }

  /// The texts that are searched, as the entity has them.
  struct Texts: Decodable {
    let title: String?
    let author: String?
    let description: String?
    let publicationDate: Date?
    let uploadDate: Date?
  }

  /// In the table `heading`: kind and feed, as words that no text has.
  let source: String
  let title: String
  let author: String
  let description: String
  /// In seconds since 1970: the greater, the further ahead.
  let order: Int
  /// Of all that is indexed, and of the order.
  let digest: Int64

  /// - Throws: `DecodingError` where the event is not what its family says.
  init(_ event: Event, _ kind: Kind, scanner: WordScanner) throws {
    let texts = try Self.texts(of: event, kind)
    source = "\(Self.token(kind: kind)) \(Self.token(feed: event.partitionKey))"
    title = scanner.indexed(texts.title)
    author = scanner.indexed(texts.author)
    description = scanner.indexed(texts.description)
    order = Self.order(texts, event)
    digest = Self.digest([source, title, author, description, "\(order)"])
  }

  static func texts(of event: Event, _ kind: Kind) throws -> Texts {
    try BusCoder.decode(Texts.self, from: try event.entity(kind.member))
  }

  /// A date in the future does not put a document ahead, nor does one that the feed keeps renewing.
  private static func order(_ texts: Texts, _ event: Event) -> Int {
    let seen = Int(event.time.rawValue / 1_000)
    guard let date = texts.publicationDate ?? texts.uploadDate else { return seen }
    return Int(max(-1e10, min(date.timeIntervalSince1970, Double(seen))))
  }

  // MARK: Words that no text has: they begin with a letter of private use

  static func token(kind: Kind) -> String {
    "\u{E000}\(kind.rawValue)"
  }

  /// - Parameter feed: may come from outside.
  static func token(feed: String) -> String {
    "\u{E001}" + String(decoding: feed.utf8.lazy.filter(isLetter).prefix(40), as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// FNV-1a, since Swift's own hashes differ from run to run.
  private static func digest(_ texts: [String]) -> Int64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for var text in texts {
      text.withUTF8 { bytes in
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
      digest = (digest ^ 0xFF) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: digest)
  }
}
