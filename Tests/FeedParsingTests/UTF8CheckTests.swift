import TestSupport
import Testing

@testable import FeedParsing

struct UTF8CheckTests {
  static let pieces: [[UInt8]] = [
    Array("a".utf8), Array("plain text of more than thirty-two bytes, and then some".utf8), Array("é".utf8),
    Array("日本".utf8), Array("😀".utf8), [0xc0], [0x80], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf0, 0x9f], [0xe2, 0x80], [0xff], [0xf0, 0x8f, 0xbf, 0xbf], [0xc3], [0],
  ]

  /// By the standard library, which is slower and independent of ours.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  @Test func `what is UTF-8 is told as the standard library tells it`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      var bytes: [UInt8] = []
      let mostlyGood = generator.below(3) > 0
      for _ in 0..<generator.below(120) {
        bytes += UTF8CheckTests.pieces[generator.below(mostlyGood ? 5 : UTF8CheckTests.pieces.count)]
      }
      if generator.below(4) == 0, !bytes.isEmpty { bytes[generator.below(bytes.count)] ^= 0x80 }
      let (isUTF8, repaired) = bytes.withUnsafeBufferPointer { buffer in
        let view = ByteView(buffer)
        return (UTF8Check.isUTF8(view), UTF8Repair(view, from: 0).repaired(view, from: 0))
      }
      #expect(isUTF8 == UTF8CheckTests.isUTF8(bytes))
      #expect(String(decoding: repaired, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
      #expect(UTF8CheckTests.isUTF8(repaired))
    }
  }
}
