import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// What hubs send.
@Suite(.enabled(if: TestCertificate.canBeMade))
struct DeliveryTests {
  private static let day = PushBench.day

  @Test func `a whole document that is signed is taken in at once, and its feed not asked`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    let before = push.feed.server.requests.count
    let document = push.document(episodes: 5, titles: [4: "Another title"])
    #expect(try push.deliver(document))
    let events = try push.bench.poll()
    #expect(events.map(\.name) == ["item.seen", "item.seen", "feed.updated"])
    let items = try events.dropLast().map { try $0.decode(ItemEvent.self) }
    #expect(items.map(\.item.title) == ["Episode 5", "Another title"])
    #expect(items.allSatisfy { !$0.initial && $0.document == 2 })
    #expect(push.feed.server.requests.count == before)
    #expect(try push.pass(minutes: 12 * 60) == 0)
    // The feed says the same later: nothing is new.
    push.feed.set(document)
    _ = try push.pass(minutes: 2 * Self.day)
    #expect(push.bench.events.count { $0.name.hasPrefix("item") } == 6)
    #expect(try push.state == "active")
  }

  @Test func `of a part what is new is taken at once, and the feed asked for the rest a little later`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    // Poorer than what the feed says of the fourth.
    #expect(try push.deliver(push.document(episodes: 5, oldest: 4, titles: [4: "Poor"])))
    #expect(try push.bench.poll().map(\.name) == ["item.seen", "feed.updated"])
    // A cache before the feed does not have it yet: it has not left.
    #expect(try push.pass(minutes: 10) == 1)
    #expect(push.bench.events.count { $0.name == "item.left" } == 0)
    push.publish(episodes: 5)
    _ = try push.pass(minutes: 2 * Self.day)
    #expect(push.bench.events.count { $0.name == "item.seen" } == 5)
    // From then on it can.
    push.publish(episodes: 4)
    _ = try push.pass(minutes: 2 * Self.day)
    #expect(push.bench.events.count { $0.name == "item.left" } == 1)
  }

  @Test func `what nobody signed as he must is left alone`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    let before = push.bench.events.count
    #expect(try !push.deliver(push.document(episodes: 9), secret: "guessed"))
    let body = Data(push.document(episodes: 9)).base64EncodedString()
    for signature in [nil, "", "sha256=00", "md5=00"] as [String?] {
      var delivery: [String: Any] = ["token": push.token, "body": body]
      delivery["signature"] = signature
      #expect(try push.bench.ask("push.deliver", delivery)["taken"] as? Bool == false)
    }
    #expect(try push.bench.refusal("push.deliver", ["token": push.token, "body": "%"]).code == .badRequest)
    #expect(try push.bench.poll().isEmpty)
    #expect(try push.pass(minutes: 60) == 0)
    #expect(push.bench.events.count == before)
    #expect(push.bench.logLines.contains { $0.contains("is not signed as it must be") })
  }

  @Test func `what cannot be read makes the feed due`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    #expect(try push.deliver(Array("hello".utf8)))
    #expect(try push.bench.poll().isEmpty)
    #expect(try push.pass(minutes: 10) == 1)
  }

  @Test func `what is too large to be handed over makes the feed due, and no oftener than polls may come`() async throws
  {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    var asked = 0
    for _ in 0..<6 {
      try push.bench.ask("push.deliver", ["token": push.token])
      asked += try push.pass(minutes: 10)
    }
    #expect((3...4).contains(asked))
  }

  @Test func `a hub without TLS gives no more than a hint`() async throws {
    let plain = try FeedServer { _ in .status(202) }
    let push = try await PushBench(hubURL: plain.url("/hub"))
    let form = TestHub.Form(Substring(decoding: try #require(plain.requests.first).body, as: UTF8.self))
    try push.bench.ask(
      "push.verify",
      ["token": form.token, "mode": "subscribe", "topic": push.topic, "challenge": "c", "leaseSeconds": 864_000])
    _ = try push.pass(minutes: 120)
    let document = push.document(episodes: 5)
    let secret = try #require(form["hub.secret"])
    #expect(try push.deliver(document, token: form.token, secret: secret))
    #expect(try push.bench.poll().isEmpty, "it was asked at once, and the feed itself has nothing new")
    push.feed.set(document)
    push.bench.pass(minutes: 20)
    #expect(try push.deliver(document, token: form.token, secret: secret))
    #expect(try push.bench.poll().map(\.name) == ["item.seen", "feed.updated"])
  }

  @Test func `hints leave a poll that is under way alone, and make the next one no earlier than polls may come`()
    async throws
  {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    let gate = Gate()
    let body = push.document(episodes: 4)
    push.feed.set { _ in .ok(body).after(gate) }
    let asked = push.feed.server.requests.count
    try push.bench.ask("feeds.refresh")
    try await push.bench.start { push.feed.server.requests.count == asked + 1 }
    for _ in 0..<5 {
      try push.bench.ask("push.deliver", ["token": push.token])
      try push.bench.start()
    }
    gate.open()
    try push.bench.poll()
    #expect(push.feed.server.requests.count == asked + 1)
    #expect(try push.pass(minutes: 30) == 1)
    // What a hint has brought is no news that the hub did not tell of.
    push.publish(episodes: 5)
    _ = try push.pass(minutes: 20)
    try push.bench.ask("push.deliver", ["token": push.token])
    _ = try push.pass(minutes: 20)
    #expect(push.bench.events.count { $0.name == "item.seen" } == 5)
    #expect(try push.state == "active")
  }

  @Test func `what a hub alone has sent leaves once the feed's own server had the time to have it`() async throws {
    let push = try await PushBench()
    let etag = "\"1\""
    let body = push.document(episodes: 4)
    push.feed.set { request in
      request.header("If-None-Match") == etag ? .status(304) : .ok(body, headers: ["ETag": etag])
    }
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    #expect(try push.deliver(push.document(episodes: 5)))
    try push.bench.poll()
    #expect(push.bench.events.count { $0.name == "item.seen" } == 5)
    try push.bench.ask("feeds.refresh")
    try push.bench.poll()
    #expect(push.bench.events.count { $0.name == "item.left" } == 0, "a cache may not have it yet")
    _ = try push.pass(minutes: 3 * Self.day)
    #expect(push.bench.events.count { $0.name == "item.left" } == 1)
  }

  @Test func `what the feed's own server says again after a delivery is taken in again`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    #expect(try push.deliver(push.document(episodes: 4, titles: [4: "Another title"])))
    try push.bench.poll()
    let before = push.bench.events.count
    try push.bench.ask("feeds.refresh")
    #expect(try push.bench.poll().map(\.name) == ["item.seen", "feed.updated"])
    #expect(push.bench.events.count == before + 2)
  }

  @Test func `what is too much to be read at once is polled for`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    push.publish(episodes: 5)
    // Each is read only once the loop turns.
    let large = push.document(episodes: 5) + [UInt8](repeating: 0x20, count: 3_000_000)
    for _ in 0..<14 { #expect(try push.deliver(large)) }
    let unread = push.bench.counters["pushing"] ?? 0
    #expect(unread > 0 && unread <= 11)
    try push.bench.poll()
    #expect(push.bench.events.count { $0.name == "item.seen" } == 5)
  }

  @Test func `a delivery that was taken before a kill comes by a poll after it`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    push.publish(episodes: 5)
    #expect(try push.deliver(push.document(episodes: 5)))
    try push.bench.reopen()
    #expect(try push.pass(minutes: 10) == 1)
    #expect(push.bench.events.count { $0.name == "item.seen" } == 5)
  }

  @Test func `a poll that began before a delivery takes nothing of it away`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    let gate = Gate()
    let old = push.document(episodes: 4, titles: [1: "Old"])
    push.feed.set { request in request.number == 2 ? .ok(old).after(gate) : .status(500) }
    try push.bench.ask("feeds.refresh")
    try await push.bench.start { push.feed.server.requests.count == 2 }
    #expect(try push.deliver(push.document(episodes: 5)))
    gate.open()
    #expect(try push.bench.poll().filter { $0.name.hasPrefix("item") }.map(\.name) == ["item.seen"])
    #expect(
      push.bench.events.last { $0.name == "item.seen" }.map {
        String(decoding: $0.json, as: UTF8.self).contains("Episode 5")
      } == true)
  }

  @Test func `a hub that misses something is not relied on until it sends again`() async throws {
    let push = try await PushBench()
    _ = try push.verify()
    _ = try push.pass(minutes: 120)
    push.publish(episodes: 5)
    _ = try push.pass(minutes: 2 * Self.day)
    #expect(try push.state == "doubted")
    #expect(try push.pass(minutes: Self.day) > 10)
    #expect(try push.deliver(push.document(episodes: 6)))
    push.publish(episodes: 6)
    try push.bench.poll()
    #expect(try push.state == "active")
    #expect(try push.pass(minutes: 2 * Self.day) <= 3)
  }
}
