import Foundation
import TestSupport

/// A podcast whose document changes with each step: episodes come, change, are taken out and come back, and the oldest
/// fall out of the window. The same for the same seed and number of steps.
struct ChangingFeed {
  /// An episode as the document shows it.
  struct Item: Hashable {
    let guid: String
    var title: String
    fileprivate let number: Int
    fileprivate var notes = 1
    fileprivate var isTakenOut = false
    fileprivate let isLarge: Bool

    /// Few titles and texts in turn, so that it often comes to read as it did before.
    fileprivate mutating func change(using generator: inout SeededGenerator) {
      if generator.isOnce(in: 2) {
        title = "Episode \(number), take \(Int.random(in: 1...4, using: &generator))"
      } else {
        notes = Int.random(in: 1...3, using: &generator)
      }
    }
  }

  /// So many episodes stand in the document at most.
  private static let window = 120

  private let name: String
  private var generator: SeededGenerator
  private var title: String
  private var items: [Item] = []
  private var lastNumber = 0
  /// What the server gives.
  private(set) var document: [UInt8] = []

  init(seed: UInt64, number: Int) {
    name = "feed-\(number)"
    title = "Feed \(number)"
    generator = SeededGenerator(seed: seed, stream: name)
    add(40)
    document = rendered()
  }

  /// What the document shows, newest first.
  var shown: [Item] {
    items.filter { !$0.isTakenOut }
  }

  mutating func step() {
    add(Int.random(in: 0...8, using: &generator))
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let index = Int.random(in: items.indices, using: &generator)
      items[index].change(using: &generator)
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      // Never the oldest: a document that ends earlier says nothing of it.
      let index = Int.random(in: 0..<items.count - 1, using: &generator)
      items[index].isTakenOut.toggle()
    }
    if generator.isOnce(in: 20) { title = "\(name) since \(lastNumber)" }
    items.removeLast(max(0, items.count - Self.window))
    document = rendered()
  }

  private mutating func add(_ count: Int) {
    for _ in 0..<count {
      lastNumber += 1
      items.insert(
        Item(
          guid: "\(name)-\(lastNumber)", title: "Episode \(lastNumber)", number: lastNumber,
          isLarge: generator.isOnce(in: 200)), at: 0)
    }
  }

  private func rendered() -> [UInt8] {
    var xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
      <title>\(title)</title><link>https://www.example.com/\(name)</link><description>All of \(name).</description>

      """
    for item in shown {
      // 1577836800 is midnight of 1 January 2020.
      let date = Date(timeIntervalSince1970: 1_577_836_800 + Double(item.number) * 3_600)
      // An event of more than 64 KiB is not sent live: all who hear must fetch it.
      let words = String(repeating: "On and on it goes. ", count: item.isLarge ? 4_000 : 10)
      xml += """
        <item><title>\(item.title)</title><guid isPermaLink="false">\(item.guid)</guid>
        <link>https://www.example.com/\(name)/\(item.number)</link><pubDate>\(date.formatted(.iso8601))</pubDate>
        <enclosure url="https://media.example.com/\(name)/\(item.number).mp3" length="\(1_000_000 + item.number)" \
        type="audio/mpeg"/><itunes:duration>\(1_800 + item.number)</itunes:duration>
        <description>Notes \(item.notes). \(words)</description></item>

        """
    }
    return Array((xml + "</channel></rss>\n").utf8)
  }
}
