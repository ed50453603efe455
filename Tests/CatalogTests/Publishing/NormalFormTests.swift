import Castwire
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// What makes a change and what does not, one sentence a test.
struct NormalFormTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func episode(_ change: (inout Episode) -> Void = { _ in }) -> Episode {
    var item = item("1", enclosure: "https://x.example/1.mp3", title: "One", link: "https://x.example/1", day: 1)
    item.enclosures = [
      Enclosure(url: "https://x.example/1.mp3", type: "audio/mpeg", length: 1_000),
      Enclosure(url: "https://x.example/1.pdf", type: "application/pdf", length: 10),
    ]
    var episode = Episode(id: "e", podcastID: "p", item: item)
    change(&episode)
    return episode
  }

  private func changed(_ change: (inout Episode) -> Void) -> [String] {
    NormalForm.changed(from: episode(), to: episode(change))
  }

  @Test func `an equal episode has not changed`() {
    #expect(changed { _ in } == [])
  }

  @Test(arguments: [
    ("Über die Ufer", "U\u{308}ber die Ufer"), ("a b", "  a \n\t b "), ("a b", "a\u{a0}b"), ("a b", "a\u{2003}b"),
    ("see https://x.example/?v=1 now", "see https://x.example/?v=1&Expires=9&Signature=b&Key-Pair-Id=c now"),
  ])
  func `a text's Unicode form, white space and signed addresses say nothing`(old: String, new: String) {
    #expect(NormalForm.isSame(text: old, new))
    #expect(NormalForm.isSame(html: old, new))
  }

  @Test(arguments: [("a b", "ab"), ("a", "A"), ("e", "é"), ("a-b", "a–b"), ("", "a"), ("<p> <b>", "<p><b>")])
  func `a text's letters, case, accents and whether words are apart do`(old: String, new: String) {
    #expect(!NormalForm.isSame(text: old, new))
  }

  @Test func `white space between two tags of HTML says nothing, between words it does`() {
    #expect(NormalForm.isSame(html: "<p>a</p><p>b</p>", "<p>a</p>\n  <p>b</p>\n"))
    #expect(NormalForm.isSame(html: "<ul><li>a b</li></ul>", "<ul>\n<li>a\nb</li>\n</ul>"))
    #expect(!NormalForm.isSame(html: "<b>a</b> b", "<b>a</b>b"))
    #expect(!NormalForm.isSame(html: "<p>a</p><p>b</p>", "<p>a</p><p>c</p>"))
    #expect(!NormalForm.isSame(html: "<p>a</p>", "<div>a</div>"))
    #expect(
      NormalForm.isSame(
        html: #"<img src="https://x.example/1?a=b">"#, #"<img  src="https://x.example/1?a=b&amp;exp=1">"#))
  }

  @Test func `dates are told to the second`() {
    #expect(NormalForm.isSame(date: Self.date, Self.date + 0.999))
    #expect(!NormalForm.isSame(date: Self.date, Self.date + 1))
    #expect(!NormalForm.isSame(date: Self.date, Self.date - 0.001))
    #expect(NormalForm.isSame(date: Date(timeIntervalSince1970: -0.5), Date(timeIntervalSince1970: -0.9)))
  }

  @Test func `playing times are told to the nearest second`() {
    #expect(NormalForm.isSame(duration: 60, 60.4))
    #expect(!NormalForm.isSame(duration: 60.4, 60.6))
    #expect(!NormalForm.isSame(duration: 60, nil))
  }

  @Test func `what signs an address for a time says nothing, which file it names does`() {
    #expect(
      NormalForm.isSame(url: "https://x.example/1.mp3", "https://x.example/1.mp3?Expires=1&Signature=a&Key-Pair-Id=b"))
    #expect(!NormalForm.isSame(url: "https://x.example/1.mp3?v=1", "https://x.example/1.mp3?v=2"))
    #expect(!NormalForm.isSame(url: "http://x.example/1.mp3", "https://x.example/1.mp3"))
  }

  @Test func `a signed file that is signed anew is the same file`() {
    let signed = episode {
      $0.enclosureURL = "https://x.example/1.mp3?Expires=1&Signature=a&Key-Pair-Id=b"
      $0.enclosures?[0] = Enclosure(
        url: "https://x.example/1.mp3?Expires=1&Signature=a&Key-Pair-Id=b", type: "audio/mpeg", length: 1_000)
    }
    let anew = episode {
      $0.enclosureURL = "https://x.example/1.mp3?Expires=2&Signature=c&Key-Pair-Id=b"
      $0.enclosures?[0] = Enclosure(
        url: "https://x.example/1.mp3?Expires=2&Signature=c&Key-Pair-Id=b", type: "audio/mpeg", length: 1_000)
    }
    #expect(NormalForm.changed(from: signed, to: anew) == [])
  }

  @Test func `another file is one change, whatever its length and type`() {
    #expect(
      changed {
        $0.enclosureURL = "https://x.example/1-v2.m4a"
        $0.enclosures?[0] = Enclosure(url: "https://x.example/1-v2.m4a", type: "audio/mp4", length: 2_000)
      } == ["enclosureURL"])
  }

  @Test func `another file beside the one to play is a change of the files`() {
    #expect(
      changed { $0.enclosures?[1] = Enclosure(url: "https://x.example/2.pdf", type: "application/pdf", length: 10) }
        == ["enclosures"])
    #expect(
      changed { $0.enclosures?[0] = Enclosure(url: "https://x.example/1.mp3", type: "audio/mpeg", length: 999) } == [
        "enclosures"
      ])
    #expect(
      changed {
        $0.enclosureURL = "https://x.example/2.mp3"
        $0.enclosures = [Enclosure(url: "https://x.example/2.mp3", type: "audio/mpeg", length: 1_000)]
      } == ["enclosureURL", "enclosures"])
  }

  @Test func `a file that comes or goes is one change`() {
    let bare = episode {
      $0.enclosureURL = nil
      $0.enclosures = nil
    }
    let alone = episode { $0.enclosures?.removeLast() }
    #expect(NormalForm.changed(from: bare, to: alone) == ["enclosureURL"])
    #expect(NormalForm.changed(from: alone, to: bare) == ["enclosureURL"])
  }

  @Test func `another of the same files to play is one change`() {
    #expect(changed { $0.enclosureURL = "https://x.example/1.pdf" } == ["enclosureURL"])
  }

  @Test func `the files' order is theirs`() {
    #expect(changed { $0.enclosures?.reverse() } == ["enclosures"])
  }

  @Test func `not to say whether it is explicit is not to say no`() {
    #expect(changed { $0.explicit = false } == ["explicit"])
  }

  @Test func `no categories and an empty list of them are the same`() {
    #expect(changed { $0.categories = [] } == [])
    #expect(changed { $0.categories = ["a"] } == ["categories"])
  }

  @Test func `an episode that is taken out, or found to be another's double, has changed`() {
    #expect(changed { $0.withdrawn = true } == ["withdrawn"])
    #expect(changed { $0.duplicateOf = "other" } == ["duplicateOf"])
  }

  @Test func `a changed guid is one change`() {
    #expect(changed { $0.identifier = "guid-2" } == ["identifier"])
  }

  @Test func `a guid that is a signed address does not change with its signature`() {
    let old = episode { $0.identifier = "https://x.example/1?exp=1&token=a" }
    let new = episode { $0.identifier = "https://x.example/1?exp=2&token=b" }
    #expect(NormalForm.changed(from: old, to: new) == [])
  }

  @Test func `a video's views are a field, and its channel's name is none`() {
    let video = Video(
      id: "v", channelID: "c", item: item("1", title: "One", views: 1),
      channel: ChannelSummary(name: "C", profileImageURL: nil))
    var other = video
    other.channel = ChannelSummary(name: "D", profileImageURL: "https://x.example/d.jpg")
    #expect(NormalForm.changed(from: video, to: other) == [])
    other.numberOfViews = 2
    #expect(NormalForm.changed(from: video, to: other) == ["numberOfViews"])
    other.title = "Two"
    #expect(NormalForm.changed(from: video, to: other) == ["numberOfViews", "title"])
  }

  @Test func `a feed that its server gives another address has moved, whatever the address says`() {
    let podcast = Podcast(
      id: "p", feedURL: "https://x.example/feed?exp=1&token=a", state: .active, details: FeedDetails())
    var moved = podcast
    moved.feedURL = "https://x.example/feed?exp=2&token=b"
    #expect(NormalForm.changed(from: podcast, to: moved) == ["feedURL"])
    moved = podcast
    moved.diagnostics = [FeedDiagnostic(code: "shared-identifier", message: "several items have the same identifier")]
    #expect(NormalForm.changed(from: podcast, to: moved) == ["diagnostics"])
  }
}
