import Foundation
import TestSupport
import Testing

@testable import FeedIngest

struct FetcherResponseTests {
  @Test func `a document comes with its headers`() async throws {
    let feed = Feeds.podcast(episodes: 20)
    let server = try FeedServer { _ in
      .ok(
        feed,
        headers: [
          "Content-Type": "application/rss+xml; charset=utf-8", "eTag": "  W/\"a b\"  ",
          "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Cache-Control": "public, max-age=600",
        ])
    }
    let result = try await FetchProbe().fetch(server.url("/feed.xml?a=1#top"))
    #expect(result.body == feed)
    #expect(
      result.response
        == FetchResponse(
          effectiveURL: server.url("/feed.xml?a=1"), permanentURL: nil,
          contentType: "application/rss+xml; charset=utf-8", etag: "W/\"a b\"",
          lastModified: "Mon, 01 Jan 2024 00:00:00 GMT", maxAge: 600))
    #expect(result.duration > .zero)
  }

  @Test func `the request says who asks, and nothing of cookies or referrers`() async throws {
    let server = try FeedServer { _ in .status(302, headers: ["Location": "/again", "Set-Cookie": "a=b"]) }
    _ = try await FetchProbe().fetch(server.url())
    let requests = server.requests
    #expect(requests.count == 2)
    for request in requests {
      #expect(request.method == "GET")
      #expect(request.header("User-Agent") == "Castwire/1.2.3 (+https://github.com/castwire/castwire)")
      #expect(request.header("Accept-Encoding") == "gzip, deflate, br, zstd")
      #expect(request.header("Accept")?.contains("application/rss+xml") == true)
      for name in ["Cookie", "Referer", "Authorization", "If-None-Match", "If-Modified-Since"] {
        #expect(request.header(name) == nil)
      }
    }
  }

  @Test func `ETag and Last-Modified go back as they came, whatever bytes they hold`() async throws {
    // Sent as UTF-8: the é is two bytes, so the text has two characters of it, and the same two bytes go back.
    let etag = "W/\"é; \\ , ='x'\""
    let date = "yesterday, 25:00"
    let server = try FeedServer { request in
      guard request.header("If-None-Match") == etag, request.header("If-Modified-Since") == date else {
        return .ok([1], headers: ["ETag": etag, "Last-Modified": date])
      }
      return .status(304, headers: ["Cache-Control": "max-age=60"])
    }
    let probe = FetchProbe()
    let first = try #require(await probe.fetch(server.url()).response)
    let second = try await probe.fetch(server.url(), etag: first.etag, lastModified: first.lastModified)
    #expect(second.outcome == .notModified(FetchResponse(effectiveURL: server.url(), maxAge: 60)))
  }

  @Test func `an ETag with nothing in it is none`() async throws {
    let server = try FeedServer { _ in .ok([1], headers: ["ETag": "", "Last-Modified": " "]) }
    let response = try #require(await FetchProbe().fetch(server.url()).response)
    #expect(response.etag == nil)
    #expect(response.lastModified == nil)
  }

  @Test func `a value that would become a header of its own is not sent`() async throws {
    let server = try FeedServer { _ in .ok([1]) }
    let result = try await FetchProbe().fetch(server.url(), etag: "\"x\"\r\nX-Evil: 1")
    #expect(result.body == [1])
    #expect(server.requests[0].header("X-Evil") == nil)
    #expect(server.requests[0].header("If-None-Match") == nil)
  }

  @Test func `304 to a request without conditions is no document`() async throws {
    let server = try FeedServer { _ in .status(304) }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.kind == .status)
    #expect(failure.message == "the server says 304 Not Modified")
  }

  @Test(arguments: [
    (204, "204 No Content"), (206, "206 Partial Content"), (404, "404 Not Found"), (410, "410 Gone"),
    (429, "429 Too Many Requests"), (500, "500 Internal Server Error"), (599, "599"), (302, "302 Found"),
  ])
  func `a status without a document is a failure that names it`(status: Int, text: String) async throws {
    let server = try FeedServer { _ in .status(status, body: status == 204 ? [] : Array("a page".utf8)) }
    let failure = try await FetchProbe().failure(server.url())
    #expect(
      failure
        == FetchFailure(
          kind: .status, message: "the server says \(text)", statusCode: status, host: "127.0.0.1", retryAfter: nil))
  }

  @Test func `Retry-After in seconds`() async throws {
    let server = try FeedServer { _ in .status(503, headers: ["Retry-After": "120"]) }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.message == "the server says 503 Service Unavailable")
    #expect(failure.statusCode == 503)
    #expect(failure.retryAfter == 120)
  }

  @Test func `Retry-After as a date`() async throws {
    let date = HTTPDate.text(Int(Date().timeIntervalSince1970) + 3600)
    let server = try FeedServer { _ in .status(429, headers: ["Retry-After": date]) }
    let retryAfter = try #require(await FetchProbe().failure(server.url()).retryAfter)
    #expect((3500...3600).contains(retryAfter))
  }

  @Test(arguments: ["Mon, 01 Jan 2001 00:00:00 GMT", "soon", "-5", "0", ""])
  func `Retry-After that asks for nothing is none`(value: String) async throws {
    let server = try FeedServer { _ in .status(503, headers: ["Retry-After": value]) }
    #expect(try await FetchProbe().failure(server.url()).retryAfter == nil)
  }

  @Test func `a chunked body arrives whole`() async throws {
    let server = try FeedServer { _ in .chunked(Array("abc".utf8), times: 1000) }
    #expect(try await FetchProbe().fetch(server.url()).body == Array(String(repeating: "abc", count: 1000).utf8))
  }

  @Test func `user and password go to their server and into no message`() async throws {
    let server = try FeedServer { request in
      request.header("Authorization") == "Basic " + Data("me:pa ss".utf8).base64EncodedString()
        ? .ok([1]) : .status(401)
    }
    let url = server.url().replacingOccurrences(of: "http://", with: "http://me:pa%20ss@")
    let result = try await FetchProbe().fetch(url)
    #expect(result.body == [1])
    #expect(result.response?.effectiveURL == server.url())
    let wrong = try await FetchProbe().failure(url.replacingOccurrences(of: "pa%20ss", with: "secret"))
    #expect(wrong.message == "the server says 401 Unauthorized")
  }

  @Test func `connections are kept for the next request`() async throws {
    let server = try FeedServer { _ in .status(404, body: Array("a page".utf8)) }
    let probe = FetchProbe()
    for _ in 0..<5 { _ = try await probe.fetch(server.url()) }
    #expect(server.requests.count == 5)
    // libcurl lets go of one that nobody used for two minutes, as on a machine that has much else to do.
    #expect(server.connectionCount < 5)
  }
}
