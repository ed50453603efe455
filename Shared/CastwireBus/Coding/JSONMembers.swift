/// The members of a JSON object as ranges of its bytes (RFC 8259): what the bus needs to read an envelope
/// and pass its data on without decoding it.
///
/// It trusts nothing: what is not well-formed as far as it must look is refused, and so is an object with a name that
/// stands twice, or with more members than any message has. What is inside a value that it skips is left to whoever
/// decodes that value.
struct JSONMembers {
  private struct Member {
    let name: JSONName
    /// Where the name stands, without quotes; nil where it has escapes.
    let range: Range<Int>?
    let value: Range<Int>
  }

  /// The most members of an object: a bound on what an envelope costs that somebody makes up.
  private static let limit = 1_000

  private let bytes: [UInt8]
  private var members: [Member] = []
  /// The names, where some have escapes or there are many.
  private var names: [[UInt8]] = []

  /// - Parameter range: where the object is; nil where it is all there is.
  /// - Returns: nil where the bytes are no JSON object.
  init?(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    members.reserveCapacity(16)
    let range = range ?? bytes.indices
    let isObject = bytes.withUnsafeBufferPointer { buffer in
      read(JSONSkip(bytes: buffer, end: range.upperBound), from: range.lowerBound)
    }
    guard isObject, namesAreUnique() else { return nil }
  }

  private mutating func read(_ skip: JSONSkip, from start: Int) -> Bool {
    var at = skip.space(start)
    guard skip.holds("{", at) else { return false }
    at = skip.space(at + 1)
    if skip.holds("}", at) { return skip.space(at + 1) == skip.end }
    while true {
      guard let nameEnd = skip.string(at) else { return false }
      let name = at + 1..<nameEnd - 1
      at = skip.space(nameEnd)
      guard skip.holds(":", at) else { return false }
      at = skip.space(at + 1)
      guard let valueEnd = skip.value(at), members.count < Self.limit, add(name, at..<valueEnd) else { return false }
      at = skip.space(valueEnd)
      if skip.holds("}", at) { return skip.space(at + 1) == skip.end }
      guard skip.holds(",", at) else { return false }
      at = skip.space(at + 1)
    }
  }

  private mutating func add(_ name: Range<Int>, _ value: Range<Int>) -> Bool {
    let (isPlain, beginning) = bytes.withUnsafeBufferPointer { bytes in
      let name = UnsafeBufferPointer(rebasing: bytes[name])
      return (!name.contains(UInt8(ascii: "\\")), JSONName(name))
    }
    if isPlain {
      members.append(Member(name: beginning, range: name, value: value))
      return true
    }
    // Rare: no message of the bus has such names, but what others add may.
    let quoted = name.lowerBound - 1..<name.upperBound + 1
    guard let text = try? BusCoder.decode(String.self, from: bytes, in: quoted) else { return false }
    let utf8 = Array(text.utf8)
    members.append(Member(name: JSONName(utf8), range: nil, value: value))
    names.append(utf8)
    return true
  }

  /// Above this many members names are compared by their hashes.
  private static let mostCompared = 16

  private func namesAreUnique() -> Bool {
    if members.count > Self.mostCompared || !names.isEmpty {
      var all = Set(names)
      for range in members.compactMap(\.range) { all.insert(Array(bytes[range])) }
      return all.count == members.count
    }
    for index in members.indices {
      let member = members[index]
      for other in members[..<index] where other.name == member.name {
        guard !member.name.isWhole, let (left, right) = zipped(other.range, member.range),
          !bytes[left].elementsEqual(bytes[right])
        else { return false }
      }
    }
    return true
  }

  private func zipped(_ left: Range<Int>?, _ right: Range<Int>?) -> (Range<Int>, Range<Int>)? {
    guard let left, let right else { return nil }
    return (left, right)
  }

  /// Where the value of a key stands.
  func value(_ key: StaticString) -> Range<Int>? {
    let key = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    let wanted = JSONName(key)
    for member in members where member.name == wanted {
      // Seven bytes tell most names apart.
      guard !wanted.isWhole, let range = member.range else { return member.value }
      let isSame = bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[range]).elementsEqual(key) }
      if isSame { return member.value }
    }
    return nil
  }

  /// The value of a key that is a string; nil for any other.
  func string(_ key: StaticString) -> String? {
    value(key).flatMap(string)
  }

  /// The text of a value that is a string; nil for any other.
  private func string(_ value: Range<Int>) -> String? {
    if let plain = plainString(value) {
      return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[plain]), as: UTF8.self) }
    }
    return try? BusCoder.decode(String.self, from: bytes, in: value)
  }

  /// Where the content of a string stands that has only plain characters of ASCII; nil for any other value.
  func plainString(_ value: Range<Int>) -> Range<Int>? {
    guard value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let content = value.lowerBound + 1..<value.upperBound - 1
    let end = bytes.withUnsafeBufferPointer {
      JSONBytes.endOfPlain($0, from: content.lowerBound, to: content.upperBound)
    }
    return end == content.upperBound ? content : nil
  }

  /// Each member's name and value.
  var all: [(name: String, value: Range<Int>)] {
    var escaped = names.makeIterator()
    return members.map { member in
      let name = member.range.map { bytes[$0] } ?? ArraySlice(escaped.next() ?? [])
      return (String(decoding: name, as: UTF8.self), member.value)
    }
  }

  /// The elements of a JSON array, each as its bytes; nil where the bytes are none.
  static func elements(of bytes: [UInt8]) -> [[UInt8]]? {
    bytes.withUnsafeBufferPointer { buffer in
      let skip = JSONSkip(bytes: buffer, end: buffer.count)
      var at = skip.space(0)
      guard skip.holds("[", at) else { return nil }
      at = skip.space(at + 1)
      if skip.holds("]", at) { return skip.space(at + 1) == skip.end ? [] : nil }
      var elements: [[UInt8]] = []
      while true {
        guard let end = skip.value(at) else { return nil }
        elements.append(Array(bytes[at..<end]))
        at = skip.space(end)
        if skip.holds("]", at) { return skip.space(at + 1) == skip.end ? elements : nil }
        guard skip.holds(",", at) else { return nil }
        at = skip.space(at + 1)
      }
    }
  }
}
