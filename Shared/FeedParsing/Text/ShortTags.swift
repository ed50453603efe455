/// Tags of up to eight bytes without attributes, which most tags are: found by all of their bytes at once.
struct ShortTags: Sendable {
  private struct Entry {
    let element: HTMLElement
    let isEnd: Bool
  }

  static let standard = ShortTags()

  private let entries: NameTable<Entry>

  private init() {
    var entries: [(NameHash, Entry)] = []
    for (name, element) in HTMLName.elements {
      for form in ["<\(name)>", "<\(name)/>", "<\(name) />", "</\(name)>"] where form.utf8.count <= 8 {
        var word: UInt64 = 0
        for (index, byte) in form.utf8.enumerated() { word |= UInt64(byte) << (8 * UInt64(index)) }
        entries.append((NameHash(word: word), Entry(element: element, isEnd: form.hasPrefix("</"))))
      }
    }
    self.entries = NameTable(hashed: entries)
  }

  /// The tag that begins at the `<` at `index`, if it is one of these.
  @inline(__always)
  func tag(in view: ByteView, at index: Int) -> (element: HTMLElement, isEnd: Bool, length: Int)? {
    guard index + 8 <= view.count else { return nil }
    let word = UInt64(littleEndian: UnsafeRawPointer(view.start).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    // The high bit of each byte that is `>`; above the lowest one there may be false ones.
    let difference = word ^ 0x3e3e_3e3e_3e3e_3e3e
    let closes = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    guard closes != 0 else { return nil }
    let length = closes.trailingZeroBitCount &>> 3 &+ 1
    // Capital letters become small ones; `<`, `>`, `/` and spaces stay what they are.
    let folded = (word | 0x2020_2020_2020_2020) & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length))
    guard let entry = entries[NameHash(word: folded)] else { return nil }
    return (entry.element, entry.isEnd, length)
  }
}
