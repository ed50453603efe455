import Castwire
import CastwireBus
import TestSupport
import Testing

/// What becomes of a feed that changes, from the publisher's edit to the cell.
@Suite(.serialized)
struct UpdateTests {
  @Test func `a new title, a new episode and one taken out reach subscribers, each once`() async throws {
    let document = Monitor(Feeds.podcast(title: "Old Name", episodes: 10))
    let server = try FeedServer { _ in .ok(document.withLock { $0 }) }
    let castwire = try Installation.running()
    let episodes = try castwire.listen(to: .catalog)
    let cells = try castwire.listen(to: .formatter)
    _ = try castwire.follow(server.url())
    #expect(await cells.hears(10, of: "castwire.cell.updated.v1"))

    document.withLock { $0 = Feeds.podcast(title: "Old Name", episodes: 11, titles: [3: "Better Title"]) }
    try castwire.refresh()
    #expect(await cells.hears(12, of: "castwire.cell.updated.v1"))
    // Another listener, which may be behind the one of the cells.
    #expect(await episodes.hears(11, of: "castwire.episode.added.v1"))
    #expect(await episodes.hears(1, of: "castwire.episode.updated.v1"))
    let updated = episodes.events.filter { $0.type == "castwire.episode.updated.v1" }
    #expect(updated.count == 1)
    let update = try #require(updated.first).decode(EpisodeEvent.self)
    #expect(update.episode.title == "Better Title")
    #expect(update.changed == ["title"])
    #expect(update.revision == 2)
    #expect(!update.initial)
    let newest = try #require(episodes.events.last { $0.type == "castwire.episode.added.v1" }).decode(EpisodeEvent.self)
    #expect(newest.episode.title == "Episode 11")
    #expect(!newest.initial)
    let cell = try #require(cells.events.last { $0.subject == update.episode.id })
      .decode(CellEvent<EpisodeCellViewModel>.self)
    #expect(cell.cell.title == "Better Title")
    #expect(cell.reason == .changed)

    // The podcast's own name, and an episode that its publisher took out from among the others.
    let text = String(
      decoding: Feeds.podcast(title: "Old Name", episodes: 11, titles: [3: "Better Title"]), as: UTF8.self)
    let withoutFive = text.replacing(#/<item>\s*<title>Episode 5</title>(?s:.*?)</item>/#, with: "")
      .replacing("<title>Old Name</title>", with: "<title>New Name</title>")
    document.withLock { $0 = Array(withoutFive.utf8) }
    try castwire.refresh()
    #expect(await episodes.hears(1, of: "castwire.episode.withdrawn.v1"))
    let podcast = try #require(episodes.events.last { $0.type == "castwire.podcast.updated.v1" })
      .decode(PodcastEvent.self)
    #expect(podcast.podcast.title == "New Name")
    #expect(podcast.changed == ["title"])
    let withdrawn = try #require(episodes.events.last).decode(EpisodeEvent.self)
    #expect(withdrawn.episode.title == "Episode 5")
    #expect(withdrawn.episode.withdrawn)
    #expect(withdrawn.changed == ["withdrawn"])
  }
}
