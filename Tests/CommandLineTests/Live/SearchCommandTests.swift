import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire search`
@Suite(.timeLimit(.minutes(5)))
struct SearchCommandTests {
  private static func documents(_ path: String) -> [UInt8]? {
    switch path {
    case "/one.xml": Feeds.podcast(title: "First Cast", episodes: 30, titles: [3: "Café del mar"])
    case "/two.xml": Feeds.podcast(title: "Second Cast", episodes: 2, titles: [1: "The cafeteria"])
    default: nil
    }
  }

  private func services() async throws -> RunningServices {
    let services = try await RunningServices(documents: Self.documents)
    let follow = try await services.run("follow", services.server.url("/one.xml"), services.server.url("/two.xml"))
    try #require(follow.status == .exited(0), "\(follow)")
    // What was published last is found a moment later.
    let end = ContinuousClock.now + .seconds(60)
    while try await services.run("search", "cast").output.split(separator: "\n").count < 2, ContinuousClock.now < end {}
    while try await services.run("search", "--json", "cafe").output.split(separator: "\n").count < 2,
      ContinuousClock.now < end
    {}
    return services
  }

  @Test func `words are found, in all podcasts or in one`() async throws {
    let services = try await services()
    let all = try await services.run("search", "CAFE")
    #expect(all.status == .exited(0) && all.errors.isEmpty, "\(all)")
    let lines = all.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("KIND"))
    #expect(lines[1].contains("Café del mar") && lines[1].contains("First Cast") && lines[1].contains("2020-01-04"))
    #expect(lines[2].contains("The cafeteria") && lines[2].contains("Second Cast"))

    let one = try await services.run("search", "cafe", "--podcast", "second")
    #expect(one.output.split(separator: "\n").count == 2)
    let none = try await services.run("search", "cafe", "--kind", "video")
    #expect(none.status == .exited(0) && none.output.isEmpty, "\(none)")

    let json = try await services.run("search", "episode", "--limit", "7", "--json")
    #expect(json.output.split(separator: "\n").count == 7)
    #expect(json.output.split(separator: "\n").allSatisfy { $0.contains(#""kind":"episode""#) })
    #expect(json.errors.contains("--limit"))
  }

  @Test func `what cannot be searched for is said`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    for (words, status, part) in [
      (["search"], 2, "say what to search for"), (["search", "x", "--kind", "film"], 2, "episode, video or photo"),
      (["search", "?!"], 1, "no letter and no digit"),
      (["search", "x", "--podcast", "nobody"], 1, "there is no podcast"),
    ] as [([String], Int32, String)] {
      let process = try ServiceProcess("castwire", arguments: words, environment: services.environment)
      #expect(await process.waitForExit() == .exited(status), "\(words)")
      #expect(process.lines.contains { $0.contains(part) }, "\(process.lines)")
    }
  }

  @Test func `matches are marked, in lines that fit`() throws {
    let json = """
      {"kind":"episode","feed":"f","entity":{"title":"A title","publicationDate":"2026-11-30T10:00:00Z"},
      "snippet":{"field":"description","text":"…by the night\\u001b[2J bus and 夜行バス again","matches":[[8,5],[18,3],[26,4]]}}
      """
    let result = try JSONDecoder.iso8601.decode(SearchResult.self, from: Data(json.utf8))
    let plain = result.lines(source: "A cast", width: 24, style: Style(isColoured: false))
    #expect(
      plain == [
        "▌ A title", "▌ A cast · 2026-11-30", "▌ …by the night[2J bus", "▌ and 夜行バス again",
      ])
    let coloured = result.lines(source: nil, width: 24, style: Style(isColoured: true))
    func mark(_ text: String) -> String { "\u{1B}[1;33m\(text)\u{1B}[0m" }
    #expect(coloured[2].contains(mark("night")) && coloured[2].contains(mark("bus")), "\(coloured)")
    #expect(coloured[3].contains(mark("夜行バス")), "\(coloured)")
  }
}

extension JSONDecoder {
  fileprivate static var iso8601: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
