import CastwireBus
import Glibc
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// A client that does not know whether what it asked for was done, and asks again.
struct LostReplyTests {
  @Test func `what was done and not answered is not done twice`() async throws {
    let folder = try TemporaryDirectory()
    let port = try FreePort.pair()
    let service = try ServiceProcess("feed-ingest", arguments: ["run", "--data", folder.path, "--port", "\(port)"])
    let client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
    _ = try client.ask("service.status", [String: String](), patience: .seconds(60))

    func undelivered() throws -> Int {
      let status = try client.ask(
        "service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60))
      return status.counters["undeliveredReplies"] ?? 0
    }
    // A client that goes before its question is on its way loses that, and not the reply; so it waits longer each time.
    var urls: [String] = []
    for patience in [200, 400, 800, 1_600, 3_200, 6_400] where try undelivered() == 0 {
      urls.append("http://127.0.0.1:1/\(patience).xml")
      let follow = ["url": urls[urls.count - 1]]
      // It has the question in its hands, and does not come to answer it before the client has gone.
      service.kill(SIGSTOP)
      let lost = failure { _ = try client.ask("feeds.follow", follow, patience: .milliseconds(patience)) }
      #expect((lost as? RequestError)?.code == .unavailable)
      service.kill(SIGCONT)
      let answer = try client.ask("feeds.follow", follow, patience: .seconds(60))
      #expect(String(decoding: answer, as: UTF8.self).contains(urls[urls.count - 1]))
    }
    #expect(try undelivered() > 0, "the first was answered, too, to nobody")
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
    let followed = try Database(path: folder.path(of: "feed-ingest.sqlite")).all(
      "SELECT json FROM event ORDER BY sequence"
    ) { try Event(json: $0.blob(0)) }.filter { $0.type == "castwire.feed.followed.v1" }
    #expect(try followed.map { try BusCoder.decode(Followed.self, from: Array($0.data)).feed.url } == urls)
  }

  private struct Followed: Decodable {
    struct Feed: Decodable {
      let url: String
    }

    let feed: Feed
  }
}
