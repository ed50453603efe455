/// Dates in HTML, which some programs put where the date alone should stand: `<time datetime="2019-05-03T19:21:28Z">last
/// Friday</time>`.
enum MarkedUpDate {
  /// What of the text is a date: the attribute of a `time` element, or else what stands between the first tags.
  static func text(in view: ByteView) -> ByteView? {
    guard let tagEnd = view.firstIndex(of: UInt8(ascii: ">"), from: 0) else { return nil }
    if let date = attribute(of: view[0..<tagEnd]) { return date }
    var start = tagEnd + 1
    while start < view.count {
      let end = view.firstIndex(of: UInt8(ascii: "<"), from: start) ?? view.count
      let piece = view[start..<end]
      if !piece.isBlank { return piece }
      guard let next = view.firstIndex(of: UInt8(ascii: ">"), from: end) else { return nil }
      start = next + 1
    }
    return nil
  }

  private static func attribute(of tag: ByteView) -> ByteView? {
    guard tag.matchesIgnoringCase("<time", at: 0), let name = tag.firstIndex(of: "datetime=", from: 0) else {
      return nil
    }
    let value = tag[name + 9..<tag.count]
    guard !value.isEmpty, value[0] == UInt8(ascii: "\"") || value[0] == UInt8(ascii: "'"),
      let end = value.firstIndex(of: value[0], from: 1)
    else { return nil }
    return value[1..<end]
  }
}
