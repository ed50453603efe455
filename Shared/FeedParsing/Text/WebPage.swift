internal import Castwire

/// What a web page says of feeds.
public enum WebPage {
  /// So much of a page is looked at, in bytes, and so many feeds are taken from it.
  private static let sizeLimit = 1 << 20
  private static let countLimit = 20

  private static let types = NameTable<Bool>(
    [
      "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml", "application/json",
      "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml",
    ].map { ($0, true) })

  /// The addresses of the feeds that a page names by `<link rel="alternate">`, absolute and percent-encoded, in the order
  /// of the page, feeds of comments last.
  ///
  /// - Parameters:
  ///   - contentType: the HTTP header field, which may name the encoding.
  ///   - baseURL: where the page came from.
  public static func feedURLs(in bytes: [UInt8], contentType: String? = nil, baseURL: String? = nil) -> [String] {
    guard let document = try? DecodedDocument(bytes, contentType: contentType) else { return [] }
    let found = document.bytes.withUnsafeBufferPointer { buffer in
      let all = ByteView(buffer)
      return links(
        in: all[document.start..<min(all.count, document.start + sizeLimit)], base: baseURL.flatMap(URLBase.init))
    }
    var seen: Set<String> = []
    let urls = (found.filter { !$0.isOfComments } + found.filter(\.isOfComments)).map(\.url)
    return Array(urls.filter { seen.insert($0).inserted }.prefix(countLimit))
  }

  private struct Link {
    let url: String
    let isOfComments: Bool
  }

  private static func links(in view: ByteView, base: URLBase?) -> [Link] {
    var (links, base): ([Link], URLBase?) = ([], base)
    var search = HTMLTagSearch(in: view)
    var position = 0
    let names = HTMLName.byName
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      guard let tag = HTMLTag(in: view, at: found, names: names, &search) else {
        position = found + 1
        continue
      }
      position = tag.end
      guard tag.kind == .start, let name = tag.element?.name, name == .link || name == .base else { continue }
      let attributes = HTMLAttributes.all(of: tag, in: view)
      guard let href = attributes["href"], let url = absolute(href, base) else { continue }
      if name == .base {
        base = URLBase(url)
      } else if isAlternate(attributes["rel"]), let type = attributes["type"], isFeed(type) {
        let isOfComments = url.contains("/comments/") || attributes["title"]?.lowercased().contains("comments") == true
        links.append(Link(url: url, isOfComments: isOfComments))
      }
    }
    return links
  }

  private static func absolute(_ text: String, _ base: URLBase?) -> String? {
    var text = text
    return text.withUTF8 { URLReference.absolute(ByteView($0), base: base) }
  }

  private static func isAlternate(_ relation: String?) -> Bool {
    relation?.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == "alternate" } ?? false
  }

  private static func isFeed(_ type: String) -> Bool {
    var type = String(type.prefix { $0 != ";" }.filter { !$0.isWhitespace })
    return type.withUTF8 { types[NameHash(ByteView($0))] } != nil
  }
}
