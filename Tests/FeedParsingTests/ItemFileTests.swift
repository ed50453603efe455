import Castwire
import Testing

@testable import FeedParsing

/// What an item's enclosures, renditions and pictures give together.
struct ItemFileTests {
  private static let enclosure = "<enclosure url=\"https://a.example/1.mp3\" length=\"5\" type=\"audio/mpeg\"/>"
  private static let rendition =
    "<media:content url=\"https://a.example/1.mp3\" type=\"audio/mpeg\" fileSize=\"5\" duration=\"60\"/>"

  @Test(arguments: [enclosure + rendition, rendition + enclosure])
  func `a rendition that says more of an enclosure is part of it`(content: String) throws {
    let item = try item(content)
    #expect(
      item.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", length: 5, duration: 60)])
    #expect(item.media?.count == 1)
    #expect(item.enclosureURL == "https://a.example/1.mp3")
  }

  @Test func `a rendition gives what an enclosure lacks`() throws {
    let item = try item(
      "<enclosure url=\"https://a.example/1\"/>"
        + "<media:content url=\"https://a.example/1\" type=\"video/mp4\" fileSize=\"7\"/>")
    #expect(item.enclosures == [Enclosure(url: "https://a.example/1", type: "video/mp4", length: 7)])
  }

  @Test func `what is said twice in the same words stays twice`() throws {
    let twice = try item(ItemFileTests.enclosure + ItemFileTests.enclosure)
    #expect(twice.enclosures?.count == 2)
    let rendition = "<media:content url=\"https://a.example/1.mp3\" type=\"audio/mpeg\" fileSize=\"5\"/>"
    #expect(try item(ItemFileTests.enclosure + rendition).enclosures?.count == 2)
  }

  @Test func `many renditions are told apart as few are`() throws {
    let contents = (0..<300).map { number in
      "<enclosure url=\"https://a.example/\(number).mp3\" type=\"audio/mpeg\"/>"
        + "<media:content url=\"https://a.example/\(number).mp3\" type=\"audio/mpeg\" fileSize=\"\(number + 1)\"/>"
    }
    let item = try item(contents.joined())
    #expect(item.enclosures?.map(\.length) == (1...300).map { $0 })
  }

  private static let large =
    "<media:content url=\"https://a.example/l.jpg\" type=\"image/jpeg\" width=\"1600\" height=\"1200\"/>"
  private static let unsized = "<media:content url=\"https://a.example/u.jpg\" medium=\"image\"/>"
  private static let small = "<media:thumbnail url=\"https://a.example/s.jpg\" width=\"75\" height=\"75\"/>"
  private static let middle = "<media:thumbnail url=\"https://a.example/m.jpg\" width=\"240\"/>"
  private static let named = "<media:thumbnail url=\"https://a.example/n.jpg\"/>"
  private static let film = "<enclosure url=\"https://a.example/1.mp4\" type=\"video/mp4\"/>"

  private static let pictures: [(content: String, name: String)] = [
    ("\(small)\(large)", "l"), ("\(large)\(small)", "l"), (large, "l"), ("\(small)\(middle)", "m"),
    ("\(unsized)\(large)", "l"),
    // Of what has no size nobody knows that it is larger.
    ("\(unsized)\(small)", "s"), ("\(unsized)\(named)", "n"), ("\(named)\(small)\(large)", "l"), (unsized, "u"),
    // Pictures of what is played stand in the order of importance.
    ("\(film)\(small)\(middle)\(large)", "s"), ("\(film)\(large)", "l"),
    ("<itunes:image href=\"https://a.example/i.jpg\"/>\(small)\(large)", "i"),
    ("<enclosure url=\"https://a.example/e.jpg\" type=\"image/jpeg\"/>", "e"),
  ]

  @Test(arguments: pictures)
  func `the picture of an item`(content: String, name: String) throws {
    #expect(try item(content).imageURL == "https://a.example/\(name).jpg")
  }

  @Test func `a file's name is a title only where there is nothing better`() throws {
    #expect(try item(ItemFileTests.enclosure).title == "1")
    #expect(try item(ItemFileTests.enclosure + "<description> </description>").title == "1")
    #expect(try item(ItemFileTests.enclosure + "<description>A walk</description>").title == nil)
  }
}
