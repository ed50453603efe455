import Castwire
import Foundation
import Testing

@testable import CastwireCommand

struct SourceNameTests {
  private static let sources = [
    source("1", "https://a.example/feed", "The Lamplight Ledger"), source("2", "https://b.example/", "Night Bus 47"),
    source("3", "https://c.example/x", "Night Bus"), source("4", "https://d.example/x", "Café Société"),
    source("5", "https://e.example/x", nil),
  ]

  private static func source(_ id: String, _ url: String, _ title: String?) -> Source {
    Source(id: id, feedURL: url, title: title)
  }

  @Test(arguments: [
    ("lamp", "1"), ("LAMPLIGHT LEDGER", "1"), ("cafe societe", "4"), ("https://b.example", "2"), ("Night Bus 4", "2"),
    // A whole title is meant although another one begins with it.
    ("night bus", "3"),
  ])
  func `a part of a title that no other has will do`(name: String, id: String) throws {
    #expect(try SourceName(name, of: .episode).choose(among: Self.sources).id == id)
  }

  @Test func `a part of two titles is refused with both of them`() {
    let error = #expect(throws: CommandError.self) { try SourceName("night", of: .episode).choose(among: Self.sources) }
    #expect(error?.description.contains("'Night Bus 47' (2)") == true)
    #expect(error?.description.contains("'Night Bus' (3)") == true)
  }

  @Test func `a misspelt title is refused with the nearest one`() {
    let error = #expect(throws: CommandError.self) {
      try SourceName("nihgt bus", of: .episode).choose(among: Self.sources)
    }
    #expect(error?.description == "there is no podcast 'nihgt bus'; did you mean 'Night Bus'?")
  }

  @Test func `where there are no podcasts the list is named`() {
    let error = #expect(throws: CommandError.self) { try SourceName("x", of: .episode).choose(among: []) }
    #expect(error?.description == "there is no podcast 'x'; 'castwire podcasts' lists them")
  }

  @Test func `an id is taken as it is written or in capitals`() throws {
    #expect(try SourceName("4", of: .photo).choose(among: Self.sources).id == "4")
    let source = Source(id: "ab-12", feedURL: "https://f.example/", title: nil)
    #expect(try SourceName("AB-12", of: .photo).choose(among: [source]).id == "ab-12")
  }

  @Test(arguments: [
    (CellKind.video, "there is no channel 'x'; 'castwire channels' lists them"),
    (.photo, "there is no photo stream 'x'; 'castwire photostreams' lists them"),
  ])
  func `what is missing is called by its kind`(kind: CellKind, words: String) {
    let error = #expect(throws: CommandError.self) { try SourceName("x", of: kind).choose(among: []) }
    #expect(error?.description == words)
  }

  @Test func `a channel is listed with its name for a title`() throws {
    let json = #"{"id":"c","feedURL":"https://c.example/","state":"active","name":"Ghosts"}"#
    #expect(try JSONDecoder().decode(Source.self, from: Data(json.utf8)).title == "Ghosts")
  }
}
