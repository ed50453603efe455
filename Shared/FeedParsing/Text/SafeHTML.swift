/// HTML that is safe to show, as `FeedItem.contentHTML` is, cut to a size.
public enum SafeHTML {
  /// The beginning of safe HTML, made safe again: elements that the cut leaves open are closed.
  ///
  /// - Parameter limit: how many bytes of UTF-8 are kept before elements are closed, which takes some more.
  public static func cut(_ html: String, toBytes limit: Int) -> String {
    guard html.utf8.count > limit else { return html }
    var text = prefix(of: html, bytes: limit)
    var reader = HTMLReader()
    text.withUTF8 { reader.read(html: ByteView($0), as: .html) }
    return reader.safeHTML.string
  }

  /// Ends before a tag or a reference that does not fit as a whole, else before a character that does not.
  private static func prefix(of html: String, bytes limit: Int) -> String {
    var end = html.utf8.index(html.startIndex, offsetBy: max(limit, 0))
    while end > html.startIndex, end.samePosition(in: html) == nil { end = html.utf8.index(before: end) }
    let head = html[..<end]
    if let open = head.utf8.lastIndex(of: UInt8(ascii: "<")), !head[open...].utf8.contains(UInt8(ascii: ">")) {
      return String(head[..<open])
    }
    // The longest reference that is written is far shorter.
    if let ampersand = head.utf8.suffix(16).lastIndex(of: UInt8(ascii: "&")),
      !head[ampersand...].utf8.contains(UInt8(ascii: ";"))
    {
      return String(head[..<ampersand])
    }
    return String(head)
  }
}
