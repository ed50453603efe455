internal import Castwire
internal import CastwireBus
internal import Foundation

/// What an entity can be known by, in the order in which it is asked. One feed's names mean nothing to another feed.
enum NameRule: Int, CaseIterable {
  /// feed-ingest's own key for the item.
  case item = 0
  /// The identifier that the feed states.
  case identifier
  /// Its web page.
  case link
  /// Its file.
  case file
  /// Title and date.
  case title
}

/// Names as they stand in the tables: 64 bits in the place of a text. Within one feed two that differ are as good as never
/// given the same; across feeds, where somebody may choose his texts so that they are, what a name stands for is compared.
///
/// What texts are the same name is part of the tables' form: with another answer `version` rises.
enum NameHash {
  /// The version of what is folded.
  static let version = 1

  /// feed-ingest's key for an item: the first half of the UUID that it is.
  static func item(_ key: String) -> Int64 {
    guard let halves = UUIDText.halves(of: key) else { return hash(key.utf8) }
    return Int64(bitPattern: halves.high)
  }

  /// A stated identifier, to the letter.
  static func identifier(_ text: String) -> Int64 {
    hash(text.utf8)
  }

  /// A web page: `stablePage`.
  static func link(_ url: String) -> Int64 {
    hash(NamedURL(url).page)
  }

  /// A file: `stableFile`.
  static func file(_ url: String) -> Int64 {
    hash(NamedURL(Identity.stableURL(url)).file)
  }

  /// A title with a date, to the second.
  static func title(_ title: String, date: Date) -> Int64 {
    self.title(title, second: second(date))
  }

  /// A title with a date in whole seconds since 1970.
  static func title(_ title: String, second: Int) -> Int64 {
    hash("\(fold(title))\n\(second)".utf8)
  }

  /// A date in whole seconds since 1970.
  static func second(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970
    return Int(exactly: seconds.rounded(.towardZero)) ?? (seconds < 0 ? .min : .max)
  }

  /// A title as titles are compared: in small letters, with one space where there is any white space, in Unicode's composed
  /// form (NFC).
  static func fold(_ title: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(title.utf8.count)
    for byte in title.utf8 {
      switch byte {
      case 0x80...: return foldUnicode(title)
      case 0x09...0x0d, 0x20: if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      case 0x41...0x5a: bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func foldUnicode(_ title: String) -> String {
    title.lowercased().precomposedStringWithCanonicalMapping.unicodeScalars.split(
      whereSeparator: \.properties.isWhitespace
    )
    .map(String.init).joined(separator: " ")
  }

  /// A web page's address as they are compared: without scheme, user, fragment, parameters `utm_…` and slashes at the path's
  /// end; its host in small letters.
  static func stablePage(_ url: String) -> String {
    String(decoding: NamedURL(url).page, as: UTF8.self)
  }

  /// A file's address as they are compared: without scheme, what only signs it for a time, and the parameter `updated`, which
  /// hosts renew; its host in small letters.
  static func stableFile(_ url: String) -> String {
    String(decoding: NamedURL(Identity.stableURL(url)).file, as: UTF8.self)
  }

  /// FNV-1a in 64 bits (RFC 9923), and Murmur3's last step over it: FNV alone leaves the high bits of short texts alike.
  static func hash(_ bytes: some Sequence<UInt8>) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
    return Int64(bitPattern: hash ^ (hash >> 33))
  }
}
