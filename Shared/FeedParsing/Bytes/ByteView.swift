#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A window on bytes that somebody else keeps alive: the document, or a buffer, for as long as the parse lasts.
///
/// Every access is checked, so that a mistake here stops the program instead of reading what is not the document's.
struct ByteView {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// The buffer must outlive the view; an empty one may have no address.
  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    start = buffer.baseAddress ?? ByteView.nowhere
    count = buffer.count
  }

  private init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return start[index]
  }

  @inline(__always)
  subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return ByteView(start: start + range.lowerBound, count: range.count)
  }

  var isEmpty: Bool { count == 0 }

  /// Where `byte` stands at or after `index`, found with memchr.
  func firstIndex(of byte: UInt8, from index: Int) -> Int? {
    guard index < count, index >= 0 else { return nil }
    guard let found = memchr(start + index, Int32(byte), count - index) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// Names are short, and a call would take longer than the comparison.
  @inline(__always)
  func equals(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    let (first, second) = (UnsafeRawPointer(start), UnsafeRawPointer(other.start))
    var position = 0
    while position &+ 8 <= count {
      let word = first.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if word != second.loadUnaligned(fromByteOffset: position, as: UInt64.self) { return false }
      position &+= 8
    }
    while position < count {
      if start[position] != other.start[position] { return false }
      position &+= 1
    }
    return true
  }

  /// Whether the bytes at `index` are those of `text`.
  func matches(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, count - index >= text.utf8CodeUnitCount else { return false }
    return memcmp(start + index, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether the bytes at `index` are those of `text`, which is in lower case, in either case.
  func matchesIgnoringCase(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where ASCII.lower(start[index + offset]) != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether the bytes are those of `text`, which is in lower case, in either case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && matchesIgnoringCase(text, at: 0)
  }

  /// Where `text` first stands at or after `index`. Linear: `text` is short and its first byte rare.
  func firstIndex(of text: StaticString, from index: Int) -> Int? {
    var at = index
    while let found = firstIndex(of: text.utf8Start[0], from: at) {
      if matches(text, at: found) { return found }
      at = found + 1
    }
    return nil
  }

  /// The view without white space at its ends.
  var trimmed: ByteView {
    var (lower, upper) = (0, count)
    // As most are.
    if upper > 0, start[0] > 0x20, start[upper &- 1] > 0x20 { return self }
    while lower < upper, ASCII.isSpace(start[lower]) { lower += 1 }
    while upper > lower, ASCII.isSpace(start[upper - 1]) { upper -= 1 }
    return self[lower..<upper]
  }

  /// At most so many bytes from the beginning, not ending within a character.
  func prefix(ofCharacters limit: Int) -> ByteView {
    guard count > limit else { return self }
    var end = max(limit, 0)
    while end > 0, start[end] & 0xc0 == 0x80 { end -= 1 }
    return self[0..<end]
  }

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The bytes as text; what is not UTF-8 becomes U+FFFD.
  var string: String { String(decoding: buffer, as: UTF8.self) }

  /// The same without another look at bytes that are known to be UTF-8: whole characters of a decoded document, or what was
  /// written from such.
  var trustedString: String {
    assert(UTF8Check.isUTF8(self), "text that is not UTF-8")
    if #available(macOS 26, *) {
      return String(copying: UTF8Span(unchecked: Span(_unsafeElements: buffer)))
    }
    return string
  }

  /// An address for views of nothing, made once and never freed. Safe to share: a view of nothing never reads it.
  private nonisolated(unsafe) static let nowhere = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}
