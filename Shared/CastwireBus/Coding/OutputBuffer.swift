/// Bytes that grow at their end: what JSON is written to.
///
/// It owns its memory: all of `count` bytes are initialised, and no pointer into it outlives a call.
struct OutputBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  /// Makes room for so many bytes more.
  ///
  /// - Returns: where they go.
  @inline(__always)
  private mutating func room(for more: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < more { grow(by: more) }
    return start + count
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    room(for: 1).pointee = byte
    count += 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty one may have no address.
    guard let source = bytes.baseAddress else { return }
    room(for: bytes.count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append($0) }
  }

  /// Appends what already stands in the buffer.
  mutating func append(copyOf range: Range<Int>) {
    let end = room(for: range.count)
    end.update(from: start + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Takes out a part, so that what follows it moves up.
  mutating func remove(_ range: Range<Int>) {
    (start + range.lowerBound).update(from: start + range.upperBound, count: count - range.upperBound)
    count -= range.count
  }

  mutating func truncate(to count: Int) {
    self.count = min(count, self.count)
  }

  // MARK: Numbers and times

  mutating func append(_ number: some FixedWidthInteger) {
    // A number of 64 bits has up to 20 digits and a sign.
    guard let signed = Int64(exactly: number) else {
      var digits = number.description
      return digits.withUTF8 { append($0) }
    }
    if signed < 0 { append(UInt8(ascii: "-")) }
    let magnitude = signed.magnitude
    var length = 1
    var rest = magnitude / 10
    while rest > 0 {
      length += 1
      rest /= 10
    }
    append(magnitude, digits: length)
  }

  /// Appends the last so many digits of a number, zeros in front.
  mutating func append(_ number: UInt64, digits: Int) {
    let end = room(for: digits)
    var rest = number
    for index in stride(from: digits - 1, through: 0, by: -1) {
      end[index] = 48 + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// `YYYY-MM-DDThh:mm:ss`
  mutating func append(_ time: CivilTime) {
    if (0...9_999).contains(time.year) { append(UInt64(time.year), digits: 4) } else { append(time.year) }
    append(UInt8(ascii: "-"))
    append(UInt64(time.month), digits: 2)
    append(UInt8(ascii: "-"))
    append(UInt64(time.day), digits: 2)
    append(UInt8(ascii: "T"))
    append(UInt64(time.hour), digits: 2)
    append(UInt8(ascii: ":"))
    append(UInt64(time.minute), digits: 2)
    append(UInt8(ascii: ":"))
    append(UInt64(time.second), digits: 2)
  }

  // MARK: Strings

  /// Appends a text as a JSON string (RFC 8259, section 7), quotes included.
  mutating func append(jsonString text: String) {
    var text = text
    text.withUTF8 { append(jsonString: $0) }
  }

  mutating func append(jsonString utf8: UnsafeBufferPointer<UInt8>) {
    var end = JSONBytes.endOfText(utf8, from: 0)
    guard end < utf8.count else { return append(quoted: utf8) }
    append(UInt8(ascii: "\""))
    var at = 0
    while true {
      append(UnsafeBufferPointer(rebasing: utf8[at..<end]))
      guard end < utf8.count else { break }
      append(escapeOf: utf8[end])
      at = end + 1
      end = JSONBytes.endOfText(utf8, from: at)
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a text in which nothing is to be escaped as a JSON string.
  mutating func append(quoted utf8: UnsafeBufferPointer<UInt8>) {
    let end = room(for: utf8.count + 2)
    end[0] = UInt8(ascii: "\"")
    if let source = utf8.baseAddress { (end + 1).update(from: source, count: utf8.count) }
    end[utf8.count + 1] = UInt8(ascii: "\"")
    count += utf8.count + 2
  }

  /// Appends what begins a member: a brace or comma, the name and a colon.
  mutating func append(_ separator: UInt8, plainName name: UnsafeBufferPointer<UInt8>) {
    let end = room(for: name.count + 4)
    end[0] = separator
    end[1] = UInt8(ascii: "\"")
    if let source = name.baseAddress { (end + 2).update(from: source, count: name.count) }
    end[name.count + 2] = UInt8(ascii: "\"")
    end[name.count + 3] = UInt8(ascii: ":")
    count += name.count + 4
  }

  private mutating func append(escapeOf byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    case 0..<0x20:
      append("\\u00")
      append(48 + (byte >> 4))
      append(byte & 15 < 10 ? 48 + (byte & 15) : 87 + (byte & 15))
    default:
      append(UInt8(ascii: "\\"))
      append(byte)
    }
  }
}
