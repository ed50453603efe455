@testable import Castwire
import Testing

/// All ids by Python's `uuid.uuid5`.
struct IdentityTests {
  let feed = "bab2ba12-9757-5da6-a770-0e70e6bcf214"

  @Test(arguments: [
    // The example of the podcast:guid specification.
    ("https://podcastindex.org/rss", "b779bcf2-89d1-5e59-8fa7-2d9d33fe5c27"),
    ("https://mp3s.nashownotes.com/pc20rss.xml", "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
    ("https://example.org/feed.xml", "bab2ba12-9757-5da6-a770-0e70e6bcf214"),
    ("http://example.org/feed.xml", "bab2ba12-9757-5da6-a770-0e70e6bcf214"),
    ("https://example.org/feed.xml///", "bab2ba12-9757-5da6-a770-0e70e6bcf214"),
    ("example.org/feed.xml", "bab2ba12-9757-5da6-a770-0e70e6bcf214"),
    ("https://example.org/", "f2284b79-70ed-5d2d-bfcb-d60dc2ad2962"),
    ("https://example.org/фид", "386c8f49-dfc6-5497-82e3-20b73fb211cc"),
    ("", "c9c7bad3-4712-514e-9ebd-d1e208fa1b76"),
  ])
  func aFeedsIDIsOfItsURLWithoutSchemeAndTrailingSlashes(url: String, id: String) {
    #expect(Identity.feedID(url: url) == id)
  }

  @Test func aTakenIDGetsANumber() {
    #expect(Identity.feedID(url: "https://example.org/feed.xml", ordinal: 2) == "86a68164-c5b2-5948-8bcb-abbb85c55766")
    #expect(Identity.feedID(url: "https://example.org/feed.xml", ordinal: 1) == feed)
  }

  @Test(
    arguments: [
      ("episode-1", nil, "9a2b581b-6c05-5479-9716-aa6bf0f6fbfb"),
      ("episode-1", "https://example.org/1.mp3", "438e231f-e96a-54ef-b69b-7277f594f1f8"),
      ("第1話", nil, "afe81a36-ccff-53a1-a0fc-f11625028901"),
      ("", nil, "05c6be77-144e-5658-8395-7c567f48bc75"),
    ] as [(String, String?, String)])
  func anEntitysIDIsOfItsIdentifierUnderItsFeeds(identifier: String, enclosureURL: String?, id: String) {
    #expect(Identity.entityID(feedID: feed, identifier: identifier, enclosureURL: enclosureURL) == id)
    #expect(
      Identity.entityID(feedID: feed.uppercased(), identifier: identifier, enclosureURL: enclosureURL) == id)
  }

  @Test func anotherNamespaceGivesTheIDOfTheStandard() {
    // RFC 9562, appendix A.4.
    let dns: [UInt8] = [107, 167, 184, 16, 157, 173, 17, 209, 128, 180, 0, 192, 79, 212, 48, 200]
    #expect(Identity.uuid(namespace: dns, name: "www.example.com") == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test func idsAreLowerCaseUUIDsOfVersionFive() throws {
    for number in 0..<200 {
      let id = Identity.entityID(feedID: feed, identifier: "episode \(number)")
      #expect(try /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/.wholeMatch(in: id) != nil)
    }
  }
}
