import CCrypto
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// feed-ingest with a feed that names a hub; the test is the door to the web.
final class PushBench {
  static let day: Int64 = 24 * 60
  let hub: TestHub
  let feed: ServedFeed
  let bench: IngestBench
  /// Where the feed says it is.
  let topic = "https://example.com/self.xml"
  private(set) var id = ""

  /// - Parameters:
  ///   - hubURL: another hub than the one that runs.
  ///   - isAnswered: whether what the hub answers at first is taken in already.
  init(hubURL: String? = nil, status: Int = 202, isAnswered: Bool = true) async throws {
    let hub = try await TestHub()
    self.hub = hub
    var settings = PollSettings()
    settings.pushCallback = "https://door.example/push/"
    bench = try IngestBench(settings: settings, configure: { $0.authoritiesFile = hub.files.certificate })
    feed = try ServedFeed([])
    let url = hubURL ?? hub.url(status)
    self.hubURL = url
    publish(episodes: 4)
    if isAnswered {
      id = try bench.follow(feed.url)
      try bench.poll()
    } else {
      id = try #require(try bench.ask("feeds.follow", ["url": feed.url])["id"] as? String)
      try await bench.start { !hub.forms.isEmpty }
    }
  }

  private let hubURL: String

  /// The feed as its own server has it.
  func publish(episodes: Int) {
    feed.set(document(episodes: episodes))
  }

  /// A document of the feed; with `oldest` a part of it.
  func document(episodes: Int, oldest: Int = 1, titles: [Int: String] = [:]) -> [UInt8] {
    let links = """
      <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="\(hubURL)"/>
      <atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="\(topic)"/>
      """
    let body = String(decoding: Feeds.podcast(episodes: episodes, oldest: oldest, titles: titles), as: UTF8.self)
    return Array(body.replacingOccurrences(of: "<language>", with: links + "<language>").utf8)
  }

  var token: String { hub.forms.last?.token ?? "" }

  /// The hub verifies what it was asked.
  func verify(mode: String = "subscribe", lease: Int = 10 * 86_400) throws -> String? {
    let question: [String: Any] = [
      "token": token, "mode": mode, "topic": topic, "challenge": "c-\(mode)", "leaseSeconds": lease,
    ]
    return try bench.ask("push.verify", question)["challenge"] as? String
  }

  /// The hub sends something, signed.
  ///
  /// - Returns: whether it was taken.
  func deliver(_ body: [UInt8], token: String? = nil, secret: String? = nil) throws -> Bool {
    let key = try #require(secret ?? hub.forms.last { $0["hub.secret"] != nil }?["hub.secret"])
    let delivery: [String: Any] = [
      "token": token ?? self.token, "contentType": "application/rss+xml", "body": Data(body).base64EncodedString(),
      "signature": "sha256=\(Self.signature(of: body, key: Array(key.utf8)))",
    ]
    let result = try bench.ask("push.deliver", delivery)
    return try #require(result["taken"] as? Bool)
  }

  private static func signature(of body: [UInt8], key: [UInt8]) -> String {
    var code = [UInt8](repeating: 0, count: 32)
    HMAC(EVP_sha256(), key, Int32(key.count), body, body.count, &code, nil)
    return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// How it stands with the hub.
  var state: String? {
    get throws { (try bench.ask("feeds.get", ["feed": id])["push"] as? [String: Any])?["state"] as? String }
  }

  /// Lets a time pass in steps of ten minutes, polling what is due.
  ///
  /// - Returns: how often the feed's own server was asked.
  func pass(minutes: Int64) throws -> Int {
    let before = feed.server.requests.count
    for _ in 0..<(minutes / 10) {
      bench.pass(minutes: 10)
      try bench.poll()
    }
    return feed.server.requests.count - before
  }
}
