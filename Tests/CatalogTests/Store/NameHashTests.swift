import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Catalog

/// Which texts are one name.
struct NameHashTests {
  @Test func `a key is the first half of its UUID, and any other text its hash`() {
    let key = "0c427bc0-d7b9-5cd3-aec1-6194a438d5ee"
    #expect(NameHash.item(key) == 0x0c42_7bc0_d7b9_5cd3)
    #expect(NameHash.item("ff427bc0-d7b9-5cd3-aec1-6194a438d5ee") < 0)
    #expect(NameHash.item("x") == NameHash.hash("x".utf8))
    #expect(NameHash.item(key.uppercased()) == NameHash.hash(key.uppercased().utf8))
    #expect(NameHash.item("0c427bc0-d7b9-5cd3-aec1-6194a438d5eg") != NameHash.item(key))
  }

  /// FNV-1a as RFC 9923 gives it, before the last step.
  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `the hash is FNV-1a with Murmur's last step`(text: String, fnv: UInt64) {
    var hash = fnv
    hash ^= hash >> 33
    hash = hash &* 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    hash = hash &* 0xc4ce_b9fe_1a85_ec53
    hash ^= hash >> 33
    #expect(NameHash.hash(text.utf8) == Int64(bitPattern: hash))
  }

  @Test func `an identifier is taken to the letter`() {
    #expect(NameHash.identifier("A") != NameHash.identifier("a"))
    #expect(NameHash.identifier(" a") != NameHash.identifier("a"))
  }

  @Test(arguments: [
    ("https://Example.ORG/Show/1/", "example.org/Show/1"), ("http://example.org", "example.org"),
    ("http://example.org/", "example.org"), ("http://me:pw@example.org:8080/a", "example.org:8080/a"),
    ("http://example.org/a#part", "example.org/a"), ("http://example.org/a/?p=1", "example.org/a?p=1"),
    ("http://example.org/?utm_source=x&p=1&UTM_medium=y", "example.org?p=1"),
    ("http://example.org/a?utm_source=x", "example.org/a"), ("http://example.org/a?", "example.org/a"),
    ("http://example.org/a?b=@c/", "example.org/a?b=@c/"), ("mailto:Me@Example.org", "mailto:Me@Example.org"),
    ("", ""), ("//x/", "//x"), ("1http://x/", "1http://x"), ("http://", ""),
    ("http://[2001:DB8::1]/a", "[2001:db8::1]/a"),
  ])
  func `a page's address is its host and path`(url: String, text: String) {
    #expect(NameHash.stablePage(url) == text)
    #expect(NameHash.link(url) == NameHash.hash(text.utf8))
  }

  @Test(arguments: [
    ("https://CDN.example.org/A.mp3", "cdn.example.org/A.mp3"),
    ("http://cdn.example.org/a.mp3?updated=171&p=1", "cdn.example.org/a.mp3?p=1"),
    ("http://cdn.example.org/a.mp3?Updated=171", "cdn.example.org/a.mp3"),
    ("http://cdn.example.org/a.mp3?Expires=1&Signature=x&Key-Pair-Id=y&v=2", "cdn.example.org/a.mp3?v=2"),
    ("http://me@cdn.example.org/a/#t=5", "me@cdn.example.org/a/#t=5"), ("magnet:?xt=urn:a", "magnet:?xt=urn:a"),
  ])
  func `a file's address is without what signs and renews it`(url: String, text: String) {
    #expect(NameHash.stableFile(url) == text)
    #expect(NameHash.file(url) == NameHash.hash(text.utf8))
  }

  @Test(arguments: [
    ("  Two \t\n Words ", "two words"), ("ÉTÉ", "été"), ("E\u{301}te\u{301}", "été"), ("a\u{a0}\u{2003}b", "a b"),
    ("", ""), (" ", ""), ("\u{a0}", ""), ("STRASSE", "strasse"), ("Ⅷ", "ⅷ"), ("İ", "i̇"),
  ])
  func `a title is folded`(title: String, text: String) {
    #expect(Array(NameHash.fold(title).utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
  }

  @Test func `a title goes with its date to the second`() {
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let name = NameHash.title("A  Title", date: date)
    #expect(name == NameHash.title("a title", date: Date(timeIntervalSince1970: 1_700_000_000)))
    #expect(name == NameHash.title("a title", second: 1_700_000_000))
    #expect(name != NameHash.title("a title", second: 1_700_000_001))
    #expect(NameHash.second(Date(timeIntervalSince1970: 1e300)) == .max)
    #expect(NameHash.second(Date(timeIntervalSince1970: -1e300)) == .min)
  }

  @Test func `UUIDs become numbers and texts again`() {
    for number in 0..<200 {
      let id = Identity.entityID(feedID: "x", identifier: "\(number)")
      let halves = UUIDText.halves(of: id)
      #expect(halves.map { UUIDText.text(high: $0.high, low: $0.low) } == id)
    }
  }
}
