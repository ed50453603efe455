import Foundation

/// Feeds made to measure, the same bytes for the same arguments.
public enum Feeds {
  /// A podcast in RSS 2.0, newest episode first.
  ///
  /// Episode k of a podcast is the same in every document: `podcast(episodes: 11)` is `podcast(episodes: 10)` with one new
  /// episode on top. Its guid is `SLUG-k`, its enclosure `https://media.example.com/SLUG/k.mp3`, its date k days after
  /// 1 January 2020, its duration 30 minutes and k seconds.
  ///
  /// - Parameters:
  ///   - title: The podcast's title; in lower case, with dashes, it is the slug.
  ///   - episodes: The number of the newest episode, counted from 1.
  ///   - oldest: The number of the last episode in the document.
  ///   - titles: Titles to give instead of "Episode k", by number.
  ///   - paragraphs: How many paragraphs of HTML each description has.
  public static func podcast(
    title: String = "Test Cast", episodes: Int, oldest: Int = 1, titles: [Int: String] = [:], paragraphs: Int = 2
  ) -> [UInt8] {
    let slug = title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: "-")
    var xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel>
      <title>\(escaped(title))</title>
      <link>https://www.example.com/\(slug)</link>
      <description>All about \(escaped(title)).</description>
      <language>en</language>
      <itunes:author>Casey Caster</itunes:author>
      <itunes:category text="Technology"/>
      <itunes:image href="https://media.example.com/\(slug)/cover.jpg"/>
      <itunes:explicit>false</itunes:explicit>

      """
    let dates = DateFormatter()
    dates.locale = Locale(identifier: "en_US_POSIX")
    dates.timeZone = TimeZone(identifier: "GMT")
    dates.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for number in stride(from: episodes, through: oldest, by: -1) {
      // 1577836800 is midnight of 1 January 2020.
      let date = dates.string(from: Date(timeIntervalSince1970: 1_577_836_800 + Double(number) * 86_400))
      xml += """
        <item>
        <title>\(escaped(titles[number] ?? "Episode \(number)"))</title>
        <guid isPermaLink="false">\(slug)-\(number)</guid>
        <link>https://www.example.com/\(slug)/\(number)</link>
        <pubDate>\(date)</pubDate>
        <enclosure url="https://media.example.com/\(slug)/\(number).mp3" length="\(1_000_000 + number)" type="audio/mpeg"/>
        <itunes:duration>\(1800 + number)</itunes:duration>
        <description><![CDATA[\(html(number: number, paragraphs: paragraphs))]]></description>
        </item>

        """
    }
    return Array((xml + "</channel>\n</rss>\n").utf8)
  }

  private static func html(number: Int, paragraphs: Int) -> String {
    (0..<paragraphs).map { paragraph in
      """
      <p>Part \(paragraph + 1) of episode \(number) &amp; its <b>guests</b>, with \
      <a href="https://www.example.com/notes/\(number)">notes</a>.</p>
      """
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
