/// HTML's `srcset`: addresses of one picture in several widths, `https://a.example/1.jpg 1500w, …`.
enum SourceSet {
  /// The addresses as written, and the widths in pixels where they are given. A comma within an address belongs to it.
  static func candidates(in view: ByteView) -> [(url: ByteView, width: Int?)] {
    var result: [(url: ByteView, width: Int?)] = []
    var position = 0
    while true {
      while position < view.count, isGap(view[position]) { position += 1 }
      guard position < view.count else { return result }
      let start = position
      while position < view.count, !ASCII.isSpace(view[position]) { position += 1 }
      var end = position
      while end > start, view[end - 1] == UInt8(ascii: ",") { end -= 1 }
      var width: Int?
      if end == position {
        let descriptor = position
        position = view.firstIndex(of: UInt8(ascii: ","), from: position) ?? view.count
        width = pixels(view[descriptor..<position].trimmed)
      }
      result.append((view[start..<end], width))
    }
  }

  private static func pixels(_ descriptor: ByteView) -> Int? {
    guard !descriptor.isEmpty, descriptor[descriptor.count - 1] | 0x20 == UInt8(ascii: "w") else { return nil }
    return Numbers.positive(descriptor[0..<descriptor.count - 1])
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: ",")
  }
}
