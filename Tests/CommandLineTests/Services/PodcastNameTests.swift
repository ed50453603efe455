import Castwire
import Testing

@testable import CastwireCommand

struct PodcastNameTests {
  private static let podcasts = [
    podcast("1", "https://a.example/feed", "The Lamplight Ledger"), podcast("2", "https://b.example/", "Night Bus 47"),
    podcast("3", "https://c.example/x", "Night Bus"), podcast("4", "https://d.example/x", "Café Société"),
    podcast("5", "https://e.example/x", nil),
  ]

  private static func podcast(_ id: String, _ url: String, _ title: String?) -> Podcast {
    var details = FeedDetails()
    details.title = title
    return Podcast(id: id, feedURL: url, state: .active, details: details)
  }

  @Test(arguments: [
    ("lamp", "1"), ("LAMPLIGHT LEDGER", "1"), ("cafe societe", "4"), ("https://b.example", "2"), ("Night Bus 4", "2"),
    // A whole title is meant although another one begins with it.
    ("night bus", "3"),
  ])
  func `a part of a title that no other has will do`(name: String, id: String) throws {
    #expect(try PodcastName(name).choose(among: Self.podcasts).id == id)
  }

  @Test func `a part of two titles is refused with both of them`() {
    let error = #expect(throws: CommandError.self) { try PodcastName("night").choose(among: Self.podcasts) }
    #expect(error?.description.contains("'Night Bus 47' (2)") == true)
    #expect(error?.description.contains("'Night Bus' (3)") == true)
  }

  @Test func `a misspelt title is refused with the nearest one`() {
    let error = #expect(throws: CommandError.self) { try PodcastName("nihgt bus").choose(among: Self.podcasts) }
    #expect(error?.description == "there is no podcast 'nihgt bus'; did you mean 'Night Bus'?")
  }

  @Test func `where there are no podcasts the list is named`() {
    let error = #expect(throws: CommandError.self) { try PodcastName("x").choose(among: []) }
    #expect(error?.description == "there is no podcast 'x'; 'castwire podcasts' lists them")
  }
}
