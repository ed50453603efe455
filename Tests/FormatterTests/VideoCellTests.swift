import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Formatter

/// Cells of videos and photos: what makes them change, and what does not.
struct VideoCellTests {
  private static let uploaded = Date(timeIntervalSince1970: 1_700_000_000 - 2 * 86_400)

  @Test func `a new video has a cell in each locale that says when its words go stale`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    let events = try bench.apply(.added, video(1, views: 1_604_684_607, uploaded: Self.uploaded), initial: true)
    let cells = try events.map { try $0.videoCell }
    #expect(
      cells.map(\.cell.subtitle) == [
        "Channel • 1,604,684,607 views • 2 days ago", "Channel • 1.604.684.607 Aufrufe • vor 2 Tagen",
      ])
    #expect(cells.allSatisfy { $0.kind == .video && $0.reason == .new && $0.initial })
    #expect(cells.map(\.staleAt) == Array(repeating: Self.uploaded + 3 * 86_400, count: 2))
    #expect(events.map(\.type) == ["castwire.cell.updated.v1", "castwire.cell.updated.v1"])
  }

  @Test func `a view changes the cell, and what it does not show does not`() throws {
    let bench = try FormatterBench()
    var shown = video(1, views: 1, uploaded: nil)
    #expect(try bench.apply(.added, shown)[0].videoCell.staleAt == nil)
    shown.numberOfViews = 2
    let events = try bench.apply(.viewed, shown)
    #expect(try events.map { try $0.videoCell.cell.subtitle } == ["Channel • 2 views"])
    #expect(try events.map { try $0.videoCell.reason } == [.changed])
    shown.description = "Seen nowhere"
    shown.withdrawn = true
    #expect(try bench.apply(.withdrawn, shown).isEmpty)
    #expect(try bench.apply(.removed, shown).map(\.type) == ["castwire.cell.removed.v1"])
    #expect(try bench.list(kind: .video).isEmpty)
  }

  @Test func `a channel that changes changes its videos' cells, whatever these said of it`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    let channels = ["2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", "3d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"]
    // More than are made in one transaction.
    for number in 0..<600 {
      try bench.apply(
        .added, video(number, uploaded: Self.uploaded + Double(number), name: "Old", channel: channels[0]))
    }
    try bench.apply(.added, video(0, uploaded: nil, name: "Other", channel: channels[1]))
    let cause = try bench.event(.updated, channel(channels[0], name: "New"))
    #expect(try bench.apply([cause]).isEmpty)
    let step = try #require(try bench.step())
    #expect((1..<1_200).contains(step.count))
    // A new video meanwhile has the new name at once, and a kill forgets nothing.
    let late = try bench.apply(.added, video(600, uploaded: Self.uploaded, name: "Old", channel: channels[0]))
    #expect(try late.allSatisfy { try $0.videoCell.cell.subtitle.hasPrefix("New • ") })
    let events = step + (try bench.restart())
    #expect(events.count == 1_200)
    #expect(Set(events.map(\.subject)).count == 600)
    #expect(
      try events.allSatisfy {
        let cell = try $0.videoCell
        return cell.cell.subtitle.hasPrefix("New • ") && cell.cell.profileImageURL == "https://example.com/New.png"
          && cell.reason == .changed
      })
    let json = try events.map { try #require(JSONSerialization.jsonObject(with: Data($0.json)) as? [String: Any]) }
    #expect(Set(json.map { $0["causationid"] as? String }) == [cause.causationID])
    #expect(try bench.apply([try bench.event(.updated, channel(channels[0], name: "New"))]).isEmpty)
    #expect(try bench.work().isEmpty, "nothing that a cell shows has changed")
  }

  @Test func `a photo's cell is one whose picture is yet to be loaded`() throws {
    let bench = try FormatterBench()
    var item = FeedItem()
    item.title = "Lighthouse"
    item.imageURL = "https://example.com/1.jpg"
    var photo = Photo(
      id: Identity.entityID(feedID: "f", identifier: "1"), streamID: "bab2ba12-9757-5da6-a770-0e70e6bcf214", item: item)
    let events = try bench.apply([try bench.event(.added, photo)])
    let cell = try #require(events.first).decode(CellEvent<PhotoCellViewModel>.self)
    #expect(events.count == 1 && cell.kind == .photo && cell.staleAt == nil)
    #expect(cell.cell.state == .loading)
    #expect(cell.cell.title == "Lighthouse" && cell.cell.imageURL == "https://example.com/1.jpg")
    photo.author = "Nobody"
    #expect(try bench.apply([try bench.event(.updated, photo)]).isEmpty)
    photo.title = "Light"
    #expect(try bench.apply([try bench.event(.updated, photo)]).count == 1)
    #expect(try bench.list(kind: .photo).count == 1 && bench.list(kind: .episode).isEmpty)
    #expect(try bench.counters["cells.en_US.photo"] == 1)
    #expect(try bench.apply([try bench.event(.removed, photo)]).map(\.type) == ["castwire.cell.removed.v1"])
  }

  @Test func `lists of each kind are newest first, of all feeds or of one`() throws {
    let bench = try FormatterBench()
    let other = "3d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
    for number in [2, 0, 1] {
      try bench.apply(.added, video(number, title: "\(number)", uploaded: Self.uploaded + Double(number)))
      try bench.apply(.added, episode(number, title: "Episode \(number)"))
    }
    try bench.apply(.added, video(3, title: "Other", uploaded: Self.uploaded - 1, channel: other))
    #expect(try titles(bench.list(kind: .video)) == ["2", "1", "0", "Other"])
    #expect(try titles(bench.list(#","feed":"\#(other)""#, kind: .video)) == ["Other"])
    #expect(try titles(bench.list()) == ["Episode 2", "Episode 1", "Episode 0"])
    let item = try #require(try bench.list(kind: .video).first)
    #expect(item["staleAt"] as? String != nil && item["kind"] as? String == "video")
  }

  @Test func `a list says what is so now, also before a cell is renewed`() throws {
    let bench = try FormatterBench()
    try bench.apply(.added, video(1, uploaded: Self.uploaded))
    #expect(try subtitle(bench.list(kind: .video)[0]) == "Channel • 1,000 views • 2 days ago")
    bench.now += 86_400
    #expect(try subtitle(bench.list(kind: .video)[0]) == "Channel • 1,000 views • 3 days ago")
    #expect(try bench.counters["staleCells"] == 1)
  }

  private func titles(_ cells: [[String: Any]]) throws -> [String] {
    try cells.map { try #require(($0["cell"] as? [String: Any])?["title"] as? String) }
  }

  private func subtitle(_ item: [String: Any]) -> String? {
    (item["cell"] as? [String: Any])?["subtitle"] as? String
  }
}

/// A channel with nothing but what a cell shows of it.
func channel(_ id: String, name: String) -> Channel {
  var details = FeedDetails()
  details.title = name
  details.artworkURL = "https://example.com/\(name).png"
  return Channel(id: id, feedURL: "https://example.com/feed", state: .active, details: details)
}

extension Event {
  var videoCell: CellEvent<VideoCellViewModel> {
    get throws { try decode(CellEvent<VideoCellViewModel>.self) }
  }
}
