import Castwire
import Testing

@testable import FeedParsing

/// An element counts where it stands: what is nested in another never takes the place of the feed's or the item's own.
struct DirectChildTests {
  static let strangers = [
    "<image><title>no</title><link>https://no.example/</link><url>https://a.example/i.png</url><description>no</description></image>",
    "<textInput><title>no</title><name>no</name><link>https://no.example/</link><description>no</description></textInput>",
    "<source url=\"https://no.example/\"><title>no</title><guid>no</guid><link>https://no.example/</link></source>",
    "<cloud domain=\"no.example\"><title>no</title></cloud>",
    "<author><name>Jo</name><title>no</title><link>https://no.example/</link><guid>no</guid></author>",
    "<itunes:owner><itunes:name>Jo</itunes:name><title>no</title><link>https://no.example/</link></itunes:owner>",
    "<podcast:podroll><title>no</title><podcast:remoteItem feedGuid=\"a\"/><link>https://no.example/</link></podcast:podroll>",
    "<podcast:value type=\"x\"><title>no</title><guid>no</guid></podcast:value>",
    "<podcast:alternateEnclosure><title>no</title><podcast:source uri=\"https://a.example/1\"/></podcast:alternateEnclosure>",
    "<x:unknown xmlns:x=\"http://x.example/\"><title>no</title><guid>no</guid><link>https://no.example/</link></x:unknown>",
    "<unknown><title>no</title><guid>no</guid><link>https://no.example/</link></unknown>",
    "<media:embed><title>no</title><link>https://no.example/</link></media:embed>",
    "<media:group><title>no</title><guid>no</guid><link>https://no.example/</link></media:group>",
    "<category><title>no</title></category>", "<enclosure><title>no</title><guid>no</guid></enclosure>",
    "<skipDays><title>no</title><day>Monday</day></skipDays>",
    "<atom:source><atom:title>no</atom:title><atom:id>no</atom:id><atom:link href=\"https://no.example/\"/></atom:source>",
  ]

  /// Before the own elements, so that the first of two would be the wrong one; and after them, for the last.
  @Test(arguments: strangers, [true, false])
  func `nested elements of RSS are not the feed's nor the item's`(stranger: String, isFirst: Bool) throws {
    func content(_ own: String) -> String { isFirst ? stranger + own : own + stranger }
    let own = "<title>Mine</title><link>https://mine.example/</link><description>Own</description>"
    let parsed = try parse(rss(content(own) + "<item>\(content(own + "<guid>1</guid>"))</item>"))
    #expect(parsed.feed.title == "Mine")
    #expect(parsed.feed.link == "https://mine.example/")
    #expect(parsed.feed.description == "Own")
    #expect(parsed.items.map(\.title) == ["Mine"])
    #expect(parsed.items.map(\.link) == ["https://mine.example/"])
    #expect(parsed.items.map(\.description) == ["Own"])
    #expect(parsed.items.map(\.identifier) == ["1"])
  }

  @Test(arguments: strangers)
  func `nested elements do not stand in for what is missing`(stranger: String) throws {
    let parsed = try parse(rss("\(stranger)<item>\(stranger)</item>"))
    #expect(parsed.feed.title == nil)
    #expect(parsed.feed.link == nil)
    #expect(parsed.items.first?.title != "no")
    #expect(parsed.items.first?.link == nil)
    #expect(parsed.items.first?.identifier != "no")
  }

  @Test(arguments: [
    "<source><title>no</title><id>no</id><link href=\"https://no.example/\"/><author><name>no</name></author></source>",
    "<author><name>Jo</name><title>no</title><id>no</id><link href=\"https://no.example/\"/></author>",
    "<contributor><name>no</name><title>no</title><id>no</id></contributor>",
    "<unknown><title>no</title><id>no</id><link href=\"https://no.example/\"/></unknown>",
    "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><title>no</title><link href=\"https://no.example/\"/></div></content>",
  ])
  func `nested elements of Atom are not the entry's`(stranger: String) throws {
    let own = "<title>Mine</title><id>1</id><link href=\"https://mine.example/\"/><author><name>Jo</name></author>"
    for content in [stranger + own, own + stranger] {
      let entry = try entry(content)
      #expect(entry.title == "Mine")
      #expect(entry.identifier == "1")
      #expect(entry.link == "https://mine.example/")
      #expect(entry.author == "Jo")
    }
  }

  @Test(arguments: [
    ("<author><name>Jo</name><email>jo@a.example</email></author>", "Jo"),
    ("<author>jo@a.example (Jo)</author>", "Jo"), ("<author><![CDATA[Jo & Al]]></author>", "Jo & Al"),
    ("<author>\n <email>jo@a.example</email>\n</author>", "jo@a.example"), ("<author>Jo &amp; Al</author>", "Jo & Al"),
    ("<author>Jo <b>Do</b> <i>Al</i></author>", "Jo Do Al"),
  ])
  func `an author of RSS may be written as in Atom`(content: String, author: String) throws {
    #expect(try item(content).author == author)
    #expect(try parse(rss(content)).feed.author == author)
  }
}
