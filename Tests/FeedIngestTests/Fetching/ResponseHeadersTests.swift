import Testing

@testable import FeedIngest

struct ResponseHeadersTests {
  private func headers(_ lines: [String]) -> ResponseHeaders {
    var headers = ResponseHeaders()
    for line in lines { Array("\(line)\r\n".utf8).withUnsafeBytes { headers.take($0) } }
    return headers
  }

  @Test func `what an interim response said does not count`() {
    let headers = headers(["HTTP/1.1 103 Early Hints", "ETag: \"early\"", "", "HTTP/2 200 ", "Content-Type: text/xml"])
    #expect(headers.status == 200)
    #expect(headers.etag == nil)
    #expect(headers.contentType == "text/xml")
  }

  @Test(arguments: [
    ("max-age=60", 60), ("public, Max-Age = 60 , x", 60), ("max-age=\"60\"", 60), ("s-maxage=60", nil),
    ("max-age=-1", nil),
    ("max-age=soon", nil), ("max-age=99999999999999999999", nil), ("no-cache", nil), ("", nil),
  ])
  func `max-age of Cache-Control`(value: String, seconds: Int?) {
    #expect(headers(["HTTP/1.1 200 OK", "Cache-Control: \(value)"]).maxAge == seconds)
  }

  @Test func `neither a header that looks like a status line nor a trailer counts`() {
    let headers = headers(["HTTP/1.1 200 OK", "HTTP/1.1 500: x", "ETag: \"1\"", "", "ETag: \"2\""])
    #expect(headers.status == 200)
    #expect(headers.etag == "\"1\"")
  }

  @Test func `lines that are no headers are passed over`() {
    #expect(headers(["HTTP/1.1 200 OK", "nonsense", ":", ": x", "ETag:"]).etag == nil)
  }

  @Test func `codings of all headers, in order`() {
    let headers = headers([
      "HTTP/1.1 200 OK", "Content-Encoding: GZip ,br", "content-encoding: zstd", "Transfer-Encoding: gzip, Chunked",
    ])
    #expect(headers.contentCodings == ["gzip", "br", "zstd"])
    #expect(headers.transferCodings == ["gzip", "chunked"])
  }

  @Test func `a location in Latin-1 becomes one that can be asked for`() {
    var headers = ResponseHeaders()
    for line in [Array("HTTP/1.1 302 Found\r\n".utf8), Array("Location: /caf".utf8) + [0xe9, 0x0d, 0x0a]] {
      line.withUnsafeBytes { headers.take($0) }
    }
    #expect(headers.location == "/caf%e9")
  }

  @Test func `all bytes survive as text and back`() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(LatinText.bytes(LatinText.text(bytes)) == bytes)
    #expect(LatinText.bytes("日本") == Array("日本".utf8))
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
  ])
  func `dates as HTTP writes them`(seconds: Int, text: String) {
    #expect(HTTPDate.text(seconds) == text)
  }
}
