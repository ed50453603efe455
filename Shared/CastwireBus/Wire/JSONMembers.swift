/// The members of a JSON object as ranges of its bytes (RFC 8259): what the bus needs to read an envelope
/// and pass its data on without decoding it.
///
/// It trusts nothing: what is not well-formed as far as it must look is refused. What is inside a value that it
/// skips is left to whoever decodes that value.
struct JSONMembers {
  private let bytes: [UInt8]
  private var members: [(key: Range<Int>, value: Range<Int>)] = []

  /// - Returns: nil where the bytes are no JSON object.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var at = Self.skipSpace(bytes, 0)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return nil }
    at = Self.skipSpace(bytes, at + 1)
    if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
      guard Self.skipSpace(bytes, at + 1) == bytes.count else { return nil }
      return
    }
    members.reserveCapacity(16)
    while true {
      guard let keyEnd = Self.skipString(bytes, at) else { return nil }
      let key = at + 1..<keyEnd - 1
      at = Self.skipSpace(bytes, keyEnd)
      guard at < bytes.count, bytes[at] == UInt8(ascii: ":") else { return nil }
      at = Self.skipSpace(bytes, at + 1)
      guard let valueEnd = Self.skipValue(bytes, at) else { return nil }
      members.append((key, at..<valueEnd))
      at = Self.skipSpace(bytes, valueEnd)
      guard at < bytes.count else { return nil }
      if bytes[at] == UInt8(ascii: "}") { break }
      guard bytes[at] == UInt8(ascii: ",") else { return nil }
      at = Self.skipSpace(bytes, at + 1)
    }
    guard Self.skipSpace(bytes, at + 1) == bytes.count else { return nil }
  }

  /// Where the value of a key stands. Of a key that stands twice the last counts, as in most readers.
  func value(_ key: StaticString) -> Range<Int>? {
    members.last { member in
      member.key.count == key.utf8CodeUnitCount
        && key.withUTF8Buffer { name in bytes[member.key].elementsEqual(name) }
    }?.value
  }

  /// The value of a key that is a string; nil for any other.
  func string(_ key: StaticString) -> String? {
    guard let value = value(key), value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let content = bytes[value.lowerBound + 1..<value.upperBound - 1]
    guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    // Escapes are rare in what the bus itself reads.
    return try? BusCoder.decode(String.self, from: bytes[value])
  }

  /// The elements of a JSON array, each as its bytes; nil where the bytes are none.
  static func elements(of bytes: [UInt8]) -> [[UInt8]]? {
    var at = skipSpace(bytes, 0)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else { return nil }
    at = skipSpace(bytes, at + 1)
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") { return skipSpace(bytes, at + 1) == bytes.count ? [] : nil }
    var elements: [[UInt8]] = []
    while true {
      guard let end = skipValue(bytes, at) else { return nil }
      elements.append(Array(bytes[at..<end]))
      at = skipSpace(bytes, end)
      guard at < bytes.count else { return nil }
      if bytes[at] == UInt8(ascii: "]") { break }
      guard bytes[at] == UInt8(ascii: ",") else { return nil }
      at = skipSpace(bytes, at + 1)
    }
    return skipSpace(bytes, at + 1) == bytes.count ? elements : nil
  }

  private static func skipSpace(_ bytes: [UInt8], _ start: Int) -> Int {
    var at = start
    while at < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[at]) { at += 1 }
    return at
  }

  /// The index after the string that begins at `start`.
  private static func skipString(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var at = start + 1
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"): at += 2
      default: at += 1
      }
    }
    return nil
  }

  /// The index after the value that begins at `start`: brackets are counted, not matched by kind.
  private static func skipValue(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return skipString(bytes, start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipBrackets(bytes, start)
    default: return skipWord(bytes, start)
    }
  }

  /// The index after the object or array that begins at `start`.
  private static func skipBrackets(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        guard let end = skipString(bytes, at) else { return nil }
        at = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return at + 1 }
      default:
        break
      }
      at += 1
    }
    return nil
  }

  /// The index after the number, `true`, `false` or `null` that begins at `start`.
  private static func skipWord(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
        at += 1
      default:
        return at > start ? at : nil
      }
    }
    return nil
  }
}
