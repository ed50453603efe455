internal import Foundation

/// A JSON text (RFC 8259) that was checked from end to end and split into its values: what decoding reads from.
///
/// The values stand in one list in the order of the text, a member's name in front of its value, so that nothing is
/// looked at twice and what nobody asks for costs no more than the look.
final class JSONDocument {
  enum Kind: UInt8 {
    case object, array, string, number, yes, no, null
  }

  struct Value {
    /// The first byte, a string's quote included.
    var start: UInt32
    /// The byte after the last.
    var end: UInt32
    /// Where in the list what follows this value and all within it stands.
    var next: UInt32
    /// Where the object or array that it stands in begins; `none` for the root.
    var container: UInt32
    /// How many values stand before it in its object or array.
    var position: UInt32
    var kind: Kind
    /// A string with escapes, or with characters beyond ASCII.
    var hasEscapes = false
    var isASCII = true
  }

  /// What the root stands in.
  static let none = UInt32.max

  /// A member of an object that has been asked for.
  struct Member {
    let name: JSONName
    /// Where its name stands among the values; its value is the next.
    let index: UInt32
  }

  /// A copy of the text, which is there as long as the document is: who reads from it holds the document.
  let bytes: UnsafeBufferPointer<UInt8>
  let values: PlainList<Value>
  // One thread reads a document, and the functions that change these call nothing else.
  /// The members of objects that have been asked for, one object after the other.
  @exclusivity(unchecked) private var members = PlainList<Member>(capacity: 32)
  @exclusivity(unchecked) private var lastObject: (index: Int, members: Range<Int>) = (-1, 0..<0)

  /// Reads a part of `bytes` as one JSON text.
  ///
  /// - Throws: `DecodingError`, which names the place.
  init(_ bytes: [UInt8], in range: Range<Int>) throws {
    guard range.count <= Limits.documentSize else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "\(range.count) bytes of JSON; at most \(Limits.documentSize) are read"))
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: range.count)
    _ = bytes.withUnsafeBufferPointer { copy.update(fromContentsOf: $0[range]) }
    self.bytes = UnsafeBufferPointer(copy)
    var scan = JSONScan(self.bytes)
    do throws(JSONScan.Fault) {
      try scan.document()
    } catch {
      defer { copy.deallocate() }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: Self.path(of: scan),
          debugDescription: "the JSON cannot be read at byte \(error.offset): \(error.message)"))
    }
    values = scan.values
  }

  deinit {
    bytes.deallocate()
  }

  /// The JSON of a value as it stands.
  func json(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let value = values[index]
    return UnsafeBufferPointer(rebasing: bytes[Int(value.start)..<Int(value.end)])
  }

  /// A string or name without its quotes, as it stands.
  func content(of value: Value) -> UnsafeBufferPointer<UInt8> {
    Self.content(of: value, in: bytes)
  }

  static func content(of value: Value, in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(value.start) + 1..<Int(value.end) - 1])
  }

  func isNull(at index: Int) -> Bool {
    values[index].kind == .null
  }

  // MARK: Objects

  /// Makes an object's members ready to be looked up.
  ///
  /// - Returns: where they stand, for `value(of:in:)`.
  /// - Throws: `DecodingError` where the value is no object, or one with a name that stands twice.
  func members(ofObject index: Int) throws -> Range<Int> {
    // Types that stand flat beside others ask for the same object several times.
    if lastObject.index == index { return lastObject.members }
    guard values[index].kind == .object else { throw mismatch([String: Any].self, at: index) }
    let first = members.count
    let end = Int(values[index].next)
    var at = index + 1
    var isPlain = true
    while at < end {
      let value = values[at]
      isPlain = isPlain && value.isASCII && !value.hasEscapes
      let name = value.hasEscapes ? JSONName(Array(string(of: value).utf8)) : JSONName(content(of: value))
      members.append(Member(name: name, index: UInt32(at)))
      at = Int(values[at + 1].next)
    }
    let range = first..<members.count
    try sortAndCheck(range, isPlain: isPlain)
    lastObject = (index, range)
    return range
  }

  /// Above this many members are sorted and searched by halves.
  private static let mostUnsorted = 16

  private func sortAndCheck(_ range: Range<Int>, isPlain: Bool) throws {
    var duplicate: UInt32?
    if range.count > Self.mostUnsorted {
      members.sort(range) { precedes($0, $1) }
      for at in range.dropFirst() where !precedes(members[at - 1], members[at]) {
        duplicate = max(members[at - 1].index, members[at].index)
      }
    } else {
      for at in range {
        let name = members[at].name
        for other in range.lowerBound..<at where members[other].name == name && isSameName(members[other], members[at])
        {
          duplicate = members[at].index
        }
      }
    }
    if !isPlain, duplicate == nil {
      // Swift takes the composed and the decomposed form of a character for the same; in a dictionary one of the two
      // would be lost.
      var seen: Set<String> = []
      duplicate = range.map { members[$0].index }.sorted().first { !seen.insert(string(of: values[Int($0)])).inserted }
    }
    guard let duplicate else { return }
    throw corrupted("the name stands twice", at: Int(duplicate) + 1)
  }

  private func precedes(_ left: Member, _ right: Member) -> Bool {
    if left.name != right.name { return left.name < right.name }
    return !left.name.isWhole && withName(of: left) { left in withName(of: right) { Self.order(left, $0) < 0 } }
  }

  private func isSameName(_ left: Member, _ right: Member) -> Bool {
    left.name.isWhole || withName(of: left) { left in withName(of: right) { Self.order(left, $0) == 0 } }
  }

  private func withName<Result>(of member: Member, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let value = values[Int(member.index)]
    guard value.hasEscapes else { return body(content(of: value)) }
    var name = string(of: value)
    return name.withUTF8(body)
  }

  /// Negative where the left name comes first, 0 where both are the same.
  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return left.count - right.count }
    let order = memcmp(leftStart, rightStart, min(left.count, right.count))
    return order == 0 ? left.count - right.count : Int(order)
  }

  /// Where the value of a name stands among the values; nil where there is none.
  ///
  /// - Parameter members: of the object.
  func value(of name: String, in range: Range<Int>) -> Int? {
    var name = name
    return name.withUTF8 { value(of: $0, in: range) }
  }

  func value(of name: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int? {
    let wanted = JSONName(name)
    let isSorted = range.count > Self.mostUnsorted
    var at = range.lowerBound
    if isSorted {
      var end = range.upperBound
      while at < end {
        let middle = (at + end) / 2
        if members[middle].name < wanted { at = middle + 1 } else { end = middle }
      }
    }
    while at < range.upperBound {
      let member = members[at]
      if member.name == wanted {
        if wanted.isWhole || isNamed(member, name) { return Int(member.index) + 1 }
      } else if isSorted {
        return nil
      }
      at += 1
    }
    return nil
  }

  private func isNamed(_ member: Member, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    withName(of: member) { Self.order($0, name) == 0 }
  }
}
