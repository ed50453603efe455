/// One pass over a JSON text that holds it against RFC 8259 and lists its values.
///
/// Stricter than the RFC asks, as RFC 7493 (I-JSON) is: no byte order mark, no half of a surrogate pair. It never calls
/// itself, and depth has a limit, since decoding does.
struct JSONScan: ~Copyable {
  struct Fault: Error {
    let message: String
    let offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int
  var at = 0
  var values: PlainList<JSONDocument.Value>
  /// The innermost object or array that is open.
  private(set) var container = JSONDocument.none
  /// How many values of it are before the one that is next.
  private(set) var position: UInt32 = 0
  /// Where the name stands whose value is next.
  private(set) var name: Int?
  private var depth = 0

  /// - Parameter bytes: fewer than 4 GiB, and there as long as this is.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    end = bytes.count
    values = PlainList(capacity: min(bytes.count / 16 + 8, 4_096))
  }

  mutating func document() throws(Fault) {
    skipSpace()
    while true {
      if try value() {
        // An object or array has begun, and holds something.
        continue
      }
      while container != JSONDocument.none, try !separator() {}
      if container == JSONDocument.none { break }
    }
    skipSpace()
    guard at == end else { throw fault("something follows the end of the JSON") }
  }

  /// Reads a value, or the beginning of one: then what is next is the first value in it.
  ///
  /// - Returns: true where only the beginning was read.
  private mutating func value() throws(Fault) -> Bool {
    guard at < end else { throw fault("the JSON breaks off") }
    switch bytes[at] {
    case UInt8(ascii: "\""):
      try string()
    case UInt8(ascii: "{"):
      try open(.object)
      if at < end, bytes[at] == UInt8(ascii: "}") { return close() }
      try memberName()
      return true
    case UInt8(ascii: "["):
      try open(.array)
      if at < end, bytes[at] == UInt8(ascii: "]") { return close() }
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number()
    case UInt8(ascii: "t"):
      try word("true", .yes)
    case UInt8(ascii: "f"):
      try word("false", .no)
    case UInt8(ascii: "n"):
      try word("null", .null)
    default:
      throw fault("a value is expected")
    }
    return false
  }

  private mutating func open(_ kind: JSONDocument.Kind) throws(Fault) {
    guard depth < Limits.documentDepth else { throw fault("values nest deeper than \(Limits.documentDepth)") }
    depth += 1
    add(kind, from: at)
    container = UInt32(values.count - 1)
    (position, name) = (0, nil)
    at += 1
    skipSpace()
  }

  /// - Returns: false, as a whole value is read now.
  private mutating func close() -> Bool {
    at += 1
    depth -= 1
    let index = Int(container)
    (container, position) = (values[index].container, values[index].position)
    values[index].end = UInt32(at)
    values[index].next = UInt32(values.count)
    return false
  }

  /// Reads what follows a value in an object or array.
  ///
  /// - Returns: true where another value comes, false where the object or array is over.
  private mutating func separator() throws(Fault) -> Bool {
    name = nil
    position += 1
    skipSpace()
    guard at < end else { throw fault("the JSON breaks off") }
    let isObject = values[Int(container)].kind == .object
    switch bytes[at] {
    case UInt8(ascii: ","):
      at += 1
      skipSpace()
      if isObject { try memberName() }
      return true
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
      return close()
    default:
      throw fault(isObject ? "a comma or the object's end is expected" : "a comma or the array's end is expected")
    }
  }

  private mutating func memberName() throws(Fault) {
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { throw fault("a name in quotes is expected") }
    try string()
    name = values.count - 1
    skipSpace()
    guard at < end, bytes[at] == UInt8(ascii: ":") else { throw fault("a colon is expected") }
    at += 1
    skipSpace()
  }

  private mutating func word(_ word: StaticString, _ kind: JSONDocument.Kind) throws(Fault) {
    let start = at
    let isThere = word.withUTF8Buffer { word in
      end - start >= word.count && UnsafeBufferPointer(rebasing: bytes[start..<start + word.count]).elementsEqual(word)
    }
    guard isThere else { throw fault("a value is expected") }
    at += word.utf8CodeUnitCount
    add(kind, from: start)
  }

  private mutating func number() throws(Fault) {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if at < end, bytes[at] == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < end, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < end, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    add(.number, from: start)
  }

  private mutating func digits() throws(Fault) {
    let start = at
    while at < end, bytes[at] &- 48 < 10 { at += 1 }
    guard at > start else { throw fault("a digit is expected") }
  }

  mutating func add(_ kind: JSONDocument.Kind, from start: Int, hasEscapes: Bool = false, isASCII: Bool = true) {
    values.append(
      JSONDocument.Value(
        start: UInt32(start), end: UInt32(at), next: UInt32(values.count + 1), container: container,
        position: position, kind: kind, hasEscapes: hasEscapes, isASCII: isASCII))
  }

  private mutating func skipSpace() {
    while at < end, bytes[at] <= 0x20, JSONSpace.contains(bytes[at]) { at += 1 }
  }

  func fault(_ message: String) -> Fault {
    Fault(message: message, offset: at)
  }
}

/// The white space of JSON.
enum JSONSpace {
  static func contains(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }
}
