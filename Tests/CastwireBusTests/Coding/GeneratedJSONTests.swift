import CastwireBus
import TestSupport
import Testing

/// Values and bytes that a generator makes up, through both coders.
struct GeneratedJSONTests {
  private struct Maker {
    var generator: SeededGenerator

    mutating func text() -> String {
      let pools: [ClosedRange<UInt32>] = [
        0x20...0x7e, 0x20...0x7e, 0...0x1f, 0x7f...0x2ff, 0x2000...0x20ff, 0x4e00...0x9fff, 0xfff0...0xffff,
        0x1f300...0x1f6ff, 0x300...0x36f,
      ]
      var text = ""
      for _ in 0..<Int.random(in: 0...24, using: &generator) {
        let pool = pools[Int.random(in: 0..<pools.count, using: &generator)]
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: pool, using: &generator)) ?? "?")
      }
      return text
    }

    mutating func value(depth: Int) -> AnyJSON {
      switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &generator) {
      case 0: return .null
      case 1: return .flag(Bool.random(using: &generator))
      case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> Int.random(in: 0..<64, using: &generator))
      case 3: return .number(Double.random(in: -1e6...1e6, using: &generator))
      case 4, 5: return .text(text())
      case 6, 7: return .list((0..<Int.random(in: 0...6, using: &generator)).map { _ in value(depth: depth - 1) })
      default:
        var members: [String: AnyJSON] = [:]
        for _ in 0..<Int.random(in: 0...12, using: &generator) { members[text()] = value(depth: depth - 1) }
        return .object(members)
      }
    }
  }

  @Test(arguments: 1...8)
  func `any value has the same bytes from both coders and comes back through both`(seed: UInt64) throws {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    for _ in 0..<60 {
      let value = maker.value(depth: 3)
      let json = try BusCoder.encode(value)
      let other = try FoundationCoder.encode(value)
      #expect(json == other, "\(String(decoding: json, as: UTF8.self))\n\(String(decoding: other, as: UTF8.self))")
      let read = try BusCoder.decode(AnyJSON.self, from: json)
      #expect(try read == FoundationCoder.decode(AnyJSON.self, from: json))
      #expect(try BusCoder.encode(read) == json)
    }
  }

  /// Garbled in one to three places, much is JSON still.
  @Test(arguments: 11...18)
  func `garbled bytes are read by both as the same or refused by both, but for what is documented`(seed: UInt64) throws
  {
    var maker = Maker(generator: SeededGenerator(seed: seed))
    let likely = Array("\"\\{}[],:0123456789.eE+-tfnul \n\u{0}u".utf8) + [0x80, 0xc3, 0xff]
    var readCount = 0
    for _ in 0..<250 {
      var json = try BusCoder.encode(maker.value(depth: 3))
      for _ in 0..<Int.random(in: 1...3, using: &maker.generator) {
        let index = Int.random(in: 0..<json.count, using: &maker.generator)
        json[index] = likely[Int.random(in: 0..<likely.count, using: &maker.generator)]
      }
      let comparison = CoderComparison(AnyJSON.self, json)
      #expect(comparison.fault == nil, "\(String(decoding: json, as: UTF8.self))")
      if comparison.isRead { readCount += 1 }
    }
    #expect(readCount > 10)
  }
}
