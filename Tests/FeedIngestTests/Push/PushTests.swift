import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// Subscriptions at hubs (WebSub).
@Suite(.enabled(if: TestCertificate.canBeMade))
struct PushTests {
  private static let day = PushBench.day

  // MARK: Subscribing

  @Test func `a hub is asked for a feed that names it, and when it has verified that the feed is polled once a day`()
    async throws
  {
    let push = try await PushBench()
    let form = try #require(push.hub.forms.first)
    #expect(push.hub.forms.count == 1)
    #expect(form["hub.mode"] == "subscribe")
    #expect(form["hub.topic"] == push.topic)
    #expect(form["hub.lease_seconds"] == "864000")
    #expect(form["hub.secret"]?.count == 64)
    #expect(form["hub.callback"] == "https://door.example/push/\(form.token)")
    #expect(form.token.count == 64 && form.token != form["hub.secret"])
    #expect(try push.state == "asked")
    #expect(try push.pass(minutes: Self.day) > 10)

    #expect(try push.verify() == "c-subscribe")
    #expect(try push.state == "active")
    _ = try push.pass(minutes: Self.day)
    #expect(try (4...6).contains(push.pass(minutes: 5 * Self.day)))
    #expect(
      push.bench.events.allSatisfy { !String(decoding: $0.json, as: UTF8.self).contains(form["hub.secret"] ?? "") })
    #expect(push.bench.logLines.allSatisfy { !$0.contains(form["hub.secret"] ?? "") && !$0.contains(form.token) })
  }

  @Test func `a hub may be named by the header Link alone`() async throws {
    let hub = try await TestHub()
    var settings = PollSettings()
    settings.pushCallback = "https://door.example/push/"
    let bench = try IngestBench(settings: settings, configure: { $0.authoritiesFile = hub.files.certificate })
    let links = #"<\#(hub.url())>; rel="hub preconnect", </self.xml>; title="a, <b>; \" c"; rel=self"#
    // And comes before what the feed itself says.
    let own = #"<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="https://other.example/"/>"#
    let body = String(decoding: Feeds.podcast(episodes: 1), as: UTF8.self)
      .replacing("<language>", with: own + own.replacing("\"hub\"", with: "\"self\"") + "<language>")
    let feed = try ServedFeed { _ in .ok(Array(body.utf8), headers: ["Link": links]) }
    try bench.follow(feed.url)
    #expect(hub.forms.map { $0["hub.topic"] } == [feed.server.url("/self.xml")])
  }

  @Test func `without a door to the web, or behind a password, no hub is asked`() async throws {
    let push = try await PushBench()
    let secret = push.feed.server.url("/secret.xml").replacingOccurrences(of: "://", with: "://ada:s3cret@")
    try push.bench.follow(secret)
    #expect(push.hub.forms.count == 1)
    let bench = try IngestBench(configure: { $0.authoritiesFile = push.hub.files.certificate })
    try bench.follow(push.feed.url)
    #expect(push.hub.forms.count == 1)
    #expect(try bench.refusal("push.verify", ["token": push.token, "mode": "subscribe"]).code == .notFound)
  }

  @Test func `a hub that says nothing is asked again, seldomer each time, and one that cannot be asked later`()
    async throws
  {
    for status in [202, 500] {
      let push = try await PushBench(status: status)
      #expect(try push.state == "asked")
      _ = try push.pass(minutes: Self.day)
      let first = push.hub.forms.count
      #expect((3...8).contains(first))
      _ = try push.pass(minutes: 4 * Self.day)
      #expect(push.hub.forms.count <= first + 5)
      #expect(Set(push.hub.forms.map(\.token)).count == 1)
    }
  }

  @Test func `what nobody wants is confirmed to no hub`() async throws {
    let push = try await PushBench()
    let right: [String: Any] = [
      "token": push.token, "mode": "subscribe", "topic": push.topic, "challenge": "c", "leaseSeconds": 60,
    ]
    for (name, value) in [
      ("token", "x"), ("topic", "https://example.com/"), ("mode", "unsubscribe"), ("mode", "hello"),
    ] {
      let question = right.merging([name: value]) { $1 }
      #expect(try push.bench.refusal("push.verify", question).code == .notFound)
    }
    #expect(try push.bench.refusal("push.verify", right.filter { $0.key != "challenge" }).code == .badRequest)
    #expect(try push.bench.refusal("push.verify", right.filter { $0.key != "topic" }).code == .badRequest)
    #expect(try push.state == "asked")
  }

  @Test func `a subscription is renewed before its lease ends`() async throws {
    let push = try await PushBench()
    _ = try push.verify(lease: 5 * 86_400)
    _ = try push.pass(minutes: 4 * Self.day - 60)
    #expect(push.hub.forms.count == 1)
    _ = try push.pass(minutes: 120)
    #expect(push.hub.forms.count == 2)
    #expect(push.hub.forms[0].token == push.hub.forms[1].token)
    _ = try push.verify(lease: 5 * 86_400)
    #expect(try push.pass(minutes: 2 * Self.day) <= 3)
    #expect(push.hub.forms.count == 2)
  }

  @Test func `a lease that nobody renews ends, and the feed is polled as before`() async throws {
    let push = try await PushBench()
    _ = try push.verify(lease: 2 * 86_400)
    _ = try push.pass(minutes: 2 * Self.day + 60)
    #expect(try push.state == "asked")
    #expect(try push.pass(minutes: Self.day) > 10)
    #expect(push.hub.forms.count > 2)
  }

  @Test func `a hub that refuses is asked again after a week`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    try push.bench.ask("push.verify", ["token": push.token, "mode": "denied", "topic": push.topic, "reason": "no"])
    #expect(try push.state == "denied")
    #expect(push.bench.logLines.contains { $0.contains("refuses the subscription: no") })
    #expect(try push.pass(minutes: Self.day) > 10)
    #expect(push.hub.forms.count == 1)
    _ = try push.pass(minutes: 6 * Self.day + 60)
    #expect(push.hub.forms.count == 2)
  }

  @Test func `a feed that is followed no more is unsubscribed from, and its hub told so when it sends something`()
    async throws
  {
    let push = try await PushBench()
    _ = try push.verify()
    let token = push.token
    try push.bench.ask("feeds.unfollow", ["feed": push.id])
    try push.bench.poll()
    #expect(push.hub.forms.last?["hub.mode"] == "unsubscribe")
    #expect(push.hub.forms.last?["hub.secret"] == nil)
    #expect(push.token == token)
    let delivery = ["token": token, "body": "", "signature": "sha1=00"]
    #expect(try push.bench.refusal("push.deliver", delivery).code == .notFound)
    #expect(throws: RequestError.self) { try push.verify() }
    #expect(try push.verify(mode: "unsubscribe") == "c-unsubscribe")
    #expect(throws: RequestError.self) { try push.verify(mode: "unsubscribe") }
    // And nobody asks for ever.
    _ = try push.pass(minutes: 5 * Self.day)
    #expect(push.hub.forms.count == 2)
  }

  @Test func `another hub or another address is subscribed to anew`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    let body = String(decoding: push.document(episodes: 4), as: UTF8.self)
    push.feed.set(Array(body.replacingOccurrences(of: "self.xml", with: "other.xml").utf8))
    try push.bench.ask("feeds.refresh")
    try push.bench.poll()
    try push.bench.poll()
    let forms = push.hub.forms.dropFirst()
    #expect(Set(forms.map { $0["hub.mode"] }) == ["subscribe", "unsubscribe"])
    #expect(forms.first { $0["hub.mode"] == "subscribe" }?["hub.topic"] == "https://example.com/other.xml")
    #expect(forms.first { $0["hub.mode"] == "unsubscribe" }?["hub.topic"] == push.topic)
    #expect(try push.state == "asked")
  }

  @Test func `a feed that names its hub no more is polled as before`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    push.feed.set(Feeds.podcast(episodes: 4))
    try push.bench.ask("feeds.refresh")
    try push.bench.poll()
    #expect(try push.state == nil)
    #expect(try push.pass(minutes: 120) >= 2)
  }

  @Test func `a hub that verifies before it answers has verified, and one that refuses has refused`() async throws {
    for mode in ["subscribe", "denied"] {
      let push = try await PushBench(isAnswered: false)
      _ = try push.verify(mode: mode)
      try push.bench.poll()
      #expect(try push.state == (mode == "denied" ? "denied" : "active"))
      _ = try push.pass(minutes: 5 * Self.day)
      #expect(push.hub.forms.count == 1)
    }
  }

  @Test func `a hub that asks to be left alone is, whichever feed it is asked for`() async throws {
    let plain = try FeedServer { _ in .status(429, headers: ["Retry-After": "36000"]) }
    let push = try await PushBench(hubURL: "http://localhost:\(plain.port)/hub")
    #expect(plain.requests.count == 1)
    for path in ["/2.xml", "/3.xml"] {
      try push.bench.follow(push.feed.server.url(path))
      try push.bench.poll()
    }
    _ = try push.pass(minutes: 9 * 60)
    #expect(plain.requests.count == 1)
    _ = try push.pass(minutes: 3 * 60)
    #expect(plain.requests.count >= 3)
  }

  @Test func `a hub that never answers keeps no other hub waiting`() async throws {
    let gate = Gate()
    let silent = try FeedServer(at: "0.0.0.0") { _ in .status(202).after(gate) }
    let push = try await PushBench()
    let asked = push.hub.forms.count
    for (number, hub) in (Array(repeating: silent.url("/hub", host: "127.0.0.2"), count: 20) + [push.hub.url()])
      .enumerated()
    {
      let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"hub\" href=\"\(hub)\"/>"
      let body = String(decoding: Feeds.podcast(episodes: 1), as: UTF8.self)
        .replacing("<language>", with: link + "<language>")
      push.feed.set(Array(body.utf8))
      let url = push.feed.server.url("/\(number).xml")
      let id = try #require(try push.bench.ask("feeds.follow", ["url": url])["id"] as? String)
      try await push.bench.start { (try? push.bench.ask("feeds.get", ["feed": id])["itemCount"] as? Int) == 1 }
    }
    try await push.bench.start { push.hub.forms.count > asked }
    gate.open()
    try push.bench.poll()
  }

  @Test func `a hub whose answers are lost on a full disk is asked ever less often`() async throws {
    let gate = Gate()
    let hub = try FeedServer { _ in .status(202).after(gate) }
    var settings = PollSettings()
    settings.pushCallback = "https://door.example/push/"
    let bench = try IngestBench(settings: settings)
    let feed = try ServedFeed { _ in .ok(Feeds.podcast(episodes: 1), headers: ["Link": "<\(hub.url())>; rel=hub"]) }
    try bench.ask("feeds.follow", ["url": feed.url])
    try await bench.start { hub.requests.count == 1 }
    gate.open()
    try bench.pollInVain()
    try bench.poll()
    #expect(hub.requests.count == 1)
    bench.pass(minutes: 1)
    try bench.poll()
    #expect(hub.requests.count == 2)
  }

  @Test func `a lease of a second keeps nobody busy`() async throws {
    let push = try await PushBench()
    for _ in 0..<10 {
      _ = try push.verify(lease: 1)
      push.bench.pass(minutes: 1)
      try push.bench.poll()
    }
    #expect(push.hub.forms.count == 1)
    #expect(try push.pass(minutes: Self.day) > 10)
  }

  @Test func `a subscription outlives a restart, and with another door begins anew`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    let token = push.token
    try push.bench.reopen()
    #expect(try push.state == "active")
    #expect(try push.pass(minutes: 2 * Self.day) <= 3)
    push.bench.settings.pushCallback = "https://other.example/"
    try push.bench.reopen()
    _ = try push.pass(minutes: 60)
    #expect(push.hub.forms.count == 2)
    #expect(push.hub.forms.last?["hub.callback"]?.hasPrefix("https://other.example/") == true)
    let secret = try #require(push.hub.forms.first?["hub.secret"])
    #expect(throws: RequestError.self) { try push.deliver(push.document(episodes: 5), token: token, secret: secret) }
    push.bench.settings.pushCallback = nil
    try push.bench.reopen()
    #expect(try push.state == nil)
    #expect(try push.pass(minutes: Self.day) > 10)
  }
}
