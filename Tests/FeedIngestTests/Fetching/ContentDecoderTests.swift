import TestSupport
import Testing

@testable import FeedIngest

struct ContentDecoderTests {
  private static let feed = Feeds.podcast(episodes: 40)

  /// Decodes a body that arrives in pieces of a size.
  private static func decoded(
    _ body: [UInt8], _ codings: [String], pieces: Int = .max, partSize: Int = 1 << 16
  ) throws(FetchFailure) -> [UInt8] {
    let decoder = ContentDecoder(ContentCoding(codings), partSize: partSize)
    var result: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: piece)
      var input = UnsafeRawBufferPointer(bytes)[...]
      while !input.isEmpty || !decoder.needsInput {
        let most = decoder.mostOutput(of: input)
        let output = try decoder.decode(&input)
        #expect(output.count <= most)
        result += output
      }
    }
    repeat { result += try decoder.finish() } while !decoder.needsInput
    return result
  }

  private static func failure(_ body: [UInt8], _ codings: [String]) -> FetchFailure? {
    do {
      _ = try decoded(body, codings)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: 0..<5, [1, 2, 3, 5, 17, 1000, .max])
  func `each coding is read, in whatever pieces it arrives and leaves`(number: Int, pieces: Int) throws {
    let (coding, body) = Compressed.all(Self.feed)[number]
    for partSize in [1, 7, 4096, 1 << 16] {
      #expect(try Self.decoded(body, [coding], pieces: pieces, partSize: partSize) == Self.feed)
    }
  }

  @Test(arguments: [1, 3, .max])
  func `what no coding is declared for is taken as it is`(pieces: Int) throws {
    for body in [[], [1], [0x1f], [0x1f, 0x8b], Array("<a/>".utf8), Self.feed] {
      for codings in [[], ["identity"], ["", "none"]] {
        #expect(try Self.decoded(body, codings, pieces: pieces) == body)
      }
    }
  }

  @Test(arguments: ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "utf-8"])
  func `a coding that is declared of what is not compressed is not believed`(coding: String) throws {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    for body in [
      Self.feed, mark + Self.feed, Array("\r\n\t <rss/>".utf8), Array("{\"version\": 1}".utf8), [0xff, 0xfe],
    ] {
      #expect(try Self.decoded(body, [coding], pieces: 4) == body)
    }
    // In whatever script it goes on, and however much of it came first; a stream of deflate or br may begin so.
    if !["deflate", "br"].contains(coding) {
      let body = Array(#"{"title":"Über uns"}"#.utf8)
      for pieces in [1, 4, 16, .max] { #expect(try Self.decoded(body, [coding], pieces: pieces) == body) }
    }
    #expect(try Self.decoded(Self.feed, [coding, coding]) == Self.feed)
    #expect(try Self.decoded([], [coding]) == [])
  }

  @Test(arguments: [[], ["identity"], ["deflate"], ["br"], ["gzip"], ["zstd"], ["compress"]])
  func `gzip and zstd are known by their first bytes, whatever is declared`(codings: [String]) throws {
    #expect(try Self.decoded(Compressed.gzip(Self.feed), codings, pieces: 3) == Self.feed)
    #expect(try Self.decoded(Compressed.zstandard(Self.feed), codings, pieces: 3) == Self.feed)
  }

  @Test func `streams behind each other are one body, and padding is none of it`() throws {
    let padding: [UInt8] = [0, 0, 0]
    for (coding, one) in [("gzip", Compressed.gzip(Self.feed)), ("zstd", Compressed.zstandard(Self.feed))] {
      for pieces in [1, one.count, .max] {
        #expect(try Self.decoded(one + one + padding, [coding], pieces: pieces) == Self.feed + Self.feed)
      }
      #expect(Self.failure(one + one.dropLast(5), [coding])?.message.hasSuffix("\(coding) breaks off") == true)
    }
    // A frame of zstd's that holds somebody's notes.
    let note: [UInt8] = [0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]
    let body = Compressed.zstandard(Self.feed)
    #expect(try Self.decoded(body + note + body, ["zstd"], pieces: 5) == Self.feed + Self.feed)
    for (coding, body) in Compressed.all(Self.feed) {
      #expect(try Self.decoded(body + padding, [coding], pieces: 7) == Self.feed)
    }
  }

  @Test func `what breaks off is damaged, wherever it does`() {
    for (coding, body) in Compressed.all(Self.feed) {
      for count in [1, 2, 3, 4, 5, 12, 20, body.count / 2, body.count - 1] {
        let failure = Self.failure(Array(body.prefix(count)), [coding])
        #expect(failure?.kind == .badAnswer)
        #expect(failure?.message == "the body cannot be decompressed: its \(coding) breaks off", "\(coding) \(count)")
      }
    }
  }

  @Test func `what is damaged is said to be so`() {
    for (coding, body) in Compressed.all(Self.feed) where coding != "br" {
      var damaged = body
      for place in body.count / 2..<body.count / 2 + 8 { damaged[place] ^= 0xff }
      let failure = Self.failure(damaged, [coding])
      #expect(failure?.kind == .badAnswer)
      #expect(failure?.message.hasPrefix("the body cannot be decompressed: ") == true, "\(coding): \(failure as Any)")
    }
    let noise = Array("no compression at all".utf8)
    for coding in ["gzip", "br", "zstd"] {
      #expect(Self.failure(noise, [coding])?.message.hasPrefix("the body cannot be decompressed: ") == true)
    }
  }

  @Test func `several codings, and one that is not known, are refused in words`() {
    let twice = Compressed.gzip(Compressed.gzip(Self.feed))
    #expect(
      Self.failure(twice, ["gzip", "gzip"])
        == FetchFailure(kind: .badAnswer, message: "the body is compressed more than once: gzip, gzip"))
    #expect(
      Self.failure([1, 2, 3, 4], ["compress"])
        == FetchFailure(kind: .badAnswer, message: "the body is compressed in a way that is not read: compress"))
  }

  @Test func `what goes on and on and holds nothing is damaged`() {
    // Blocks of deflate, of brotli and frames of zstd with nothing in them.
    let endless: [(coding: String, start: [UInt8], unit: [UInt8])] = [
      ("gzip", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255], [0, 0, 0, 0xff, 0xff]),
      ("deflate", [0x78, 0x9c], [0, 0, 0, 0xff, 0xff]),
      ("zstd", [], [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]),
      ("gzip", Compressed.gzip([1]), [0, 0, 0, 0]),
    ]
    for (coding, start, unit) in endless {
      let body = start + Array(repeatElement(unit, count: (2 << 20) / unit.count).joined())
      let failure = Self.failure(body, [coding])
      #expect(failure?.message == "the body cannot be decompressed: it goes on and on and holds nothing", "\(coding)")
    }
  }

  @Test func `a stream of zstd whose window is larger than the web allows is refused`() {
    // One block of a gigabyte's window (RFC 8878, section 3.1.1.1.2).
    let body = ZstandardDecoder.magic + [0x00, 0xa0, 0x0b, 0x00, 0x00, 0x41]
    #expect(Self.failure(body, ["zstd"])?.kind == .badAnswer)
  }
}
