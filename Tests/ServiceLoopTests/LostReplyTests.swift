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
    _ = try client.ask("service.status", [String: String](), patience: .seconds(20))

    // It has the question in its hands, and does not come to answer it before the client has gone.
    service.kill(SIGSTOP)
    let follow = ["url": "http://127.0.0.1:1/feed.xml"]
    let lost = failure { _ = try client.ask("feeds.follow", follow, patience: .milliseconds(200)) }
    #expect((lost as? RequestError)?.code == .unavailable)
    service.kill(SIGCONT)
    let answer = try client.ask("feeds.follow", follow, patience: .seconds(20))
    #expect(String(decoding: answer, as: UTF8.self).contains("http://127.0.0.1:1/feed.xml"))
    let status = try BusCoder.decode(
      ServiceStatus.self, from: client.ask("service.status", [String: String](), patience: .seconds(20)))
    #expect(status.counters["undeliveredReplies"] == 1, "the first was answered, too, to nobody")
    service.kill(SIGTERM)
    #expect(await service.waitForExit() == .exited(0))
    let followed = try Database(path: folder.path(of: "feed-ingest.sqlite")).all(
      "SELECT json FROM event ORDER BY sequence"
    ) { try Event(json: $0.blob(0)) }.filter { $0.type == "castwire.feed.followed.v1" }
    #expect(followed.count == 1)
  }
}
