import TestSupport

/// Writes a podcast as hosting services do: Apple's tags, an enclosure, and long notes of HTML as the description.
struct PodcastGenerator {
  private var random = SeededGenerator(seed: 2026)
  private let isEscaped: Bool

  init(isEscaped: Bool) {
    self.isEscaped = isEscaped
  }

  func feed(episodes count: Int) -> [UInt8] {
    var generator = self
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:podcast="https://podcastindex.org/namespace/1.0">
      <channel>
      <title>The Harbour Light</title>
      <link>https://harbour.example/</link>
      <atom:link href="https://harbour.example/feed.xml" rel="self" type="application/rss+xml"/>
      <description>Conversations about boats, weather &amp; the people in between.</description>
      <language>en-gb</language>
      <itunes:author>Ada Brook</itunes:author>
      <itunes:owner><itunes:name>Ada Brook</itunes:name><itunes:email>ada@harbour.example</itunes:email></itunes:owner>
      <itunes:image href="https://harbour.example/cover.jpg"/>
      <itunes:category text="Society &amp; Culture"><itunes:category text="Places &amp; Travel"/></itunes:category>
      <itunes:explicit>false</itunes:explicit>

      """
    for number in stride(from: count, to: 0, by: -1) { text += generator.episode(number) }
    text += "</channel>\n</rss>\n"
    return Array(text.utf8)
  }

  private mutating func episode(_ number: Int) -> String {
    """
    <item>
      <title>\(number): \(sentence(words: 6))</title>
      <link>https://harbour.example/episodes/\(number)</link>
      <guid isPermaLink="false">harbour-\(number)-\(random.next() % 1_000_000_007)</guid>
      <pubDate>\(["Mon", "Tue", "Wed"][number % 3]), \(1 + number % 28) May \(2000 + number % 25) 06:30:00 +0100</pubDate>
      <description>\(quoted(notes()))</description>
      <itunes:subtitle>\(sentence(words: 12))</itunes:subtitle>
      <itunes:duration>\(number % 3):\(10 + number % 50):\(10 + number % 45)</itunes:duration>
      <itunes:episode>\(number)</itunes:episode>
      <itunes:episodeType>full</itunes:episodeType>
      <itunes:explicit>false</itunes:explicit>
      <itunes:image href="https://harbour.example/images/\(number).jpg"/>
      <enclosure url="https://cdn.harbour.example/audio/\(number).mp3?source=feed&amp;id=\(number)" \
    length="\(20_000_000 + number)" type="audio/mpeg"/>
      <podcast:transcript url="https://harbour.example/transcripts/\(number).vtt" type="text/vtt"/>
    </item>

    """
  }

  private func quoted(_ html: String) -> String {
    guard isEscaped else { return "<![CDATA[\(html)]]>" }
    return html.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// About 1,900 bytes: paragraphs, a list of links, a picture and a line of small print.
  private mutating func notes() -> String {
    var html = "<p>\(sentence(words: 40)) <strong>\(sentence(words: 4))</strong> \(sentence(words: 25))</p>\n"
    html +=
      "<p>\(sentence(words: 70))</p>\n<p>\(sentence(words: 32))<br />\(sentence(words: 18)) &#8220;\(sentence(words: 8))&#8221;</p>\n<ul>\n"
    for _ in 0..<3 {
      let number = random.next() % 10_000
      html += "<li><a href=\"https://links.example/\(word())/\(number)?a=1&amp;b=2\">\(sentence(words: 5))</a></li>\n"
    }
    html += "</ul>\n<p><img src=\"https://harbour.example/photo.jpg\" alt=\"\(word())\" width=\"640\" /></p>\n"
    return html + "<p><em>Music: Caf\u{e9} del Mar \u{2013} \(sentence(words: 6))</em>&nbsp;</p>"
  }

  private mutating func sentence(words count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ") + "."
  }

  private mutating func word() -> String {
    PodcastGenerator.words[Int(random.next() % UInt64(PodcastGenerator.words.count))]
  }

  private static let words = [
    "harbour", "the", "light", "of", "wind", "and", "a", "sail", "tide", "in", "north", "we", "talk", "to", "keeper",
    "about", "storm", "with", "her", "boat", "river", "is", "salt", "who", "built", "it", "by", "hand", "morning",
    "from", "island", "at", "don\u{2019}t", "winter", "across", "channel", "stories", "their", "rope", "home",
  ]
}
