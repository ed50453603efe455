internal import Foundation

/// How feeds and what they publish come by their ids: UUIDs of version 5 (RFC 9562), in lower case.
public enum Identity {
  /// The `podcast:guid` namespace of the Podcasting 2.0 specification.
  static let podcastNamespace: [UInt8] = [
    0xea, 0xd4, 0xc2, 0x36, 0xbf, 0x58, 0x58, 0xc6, 0xa2, 0xc6, 0xa6, 0xb2, 0x8d, 0x12, 0x8c, 0xb6,
  ]

  /// The id of a feed first followed at `url`: of the URL without its scheme and its trailing slashes.
  ///
  /// - Parameter ordinal: above 1 where that id is taken by another feed: "#2" and so on is appended.
  public static func feedID(url: String, ordinal: Int = 1) -> String {
    var name = Substring(url)
    if let scheme = name.range(of: "://") { name = name[scheme.upperBound...] }
    while name.last == "/" { name.removeLast() }
    return uuid(namespace: podcastNamespace, name: ordinal > 1 ? "\(name)#\(ordinal)" : String(name))
  }

  /// The id of what a feed published under `identifier`.
  ///
  /// - Parameters:
  ///   - feedID: the feed's id; what is no UUID is taken as a name.
  ///   - identifier: the first identifier it was seen under.
  ///   - enclosureURL: where items share the identifier, what tells this one apart.
  public static func entityID(feedID: String, identifier: String, enclosureURL: String? = nil) -> String {
    let name = enclosureURL.map { "\(identifier)\n\($0)" } ?? identifier
    return uuid(namespace: bytes(ofUUID: feedID) ?? Array(feedID.utf8), name: name)
  }

  /// A digest that names content: SHA-1 in 40 hexadecimal digits. It is no protection against forgery.
  public static func digest(of content: some Collection<UInt8>) -> String {
    hex(SHA1.digest(of: content))
  }

  static func uuid(namespace: [UInt8], name: String) -> String {
    var bytes = Array(SHA1.digest(of: namespace + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x50
    bytes[8] = bytes[8] & 0x3f | 0x80
    return String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          text[place] = UInt8(ascii: "-")
          place += 1
        }
        text[place] = digits[Int(byte >> 4)]
        text[place + 1] = digits[Int(byte & 15)]
        place += 2
      }
      return place
    }
  }

  private static func bytes(ofUUID text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var high: UInt8?
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = digit(byte) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes.count == 16 && high == nil ? bytes : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
