/// Finds where pieces of JSON end without a look at what they hold. Each function gives the index after the piece that
/// begins at `start`, or nil where there is none or where it does not end.
struct JSONSkip {
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int

  func holds(_ character: Unicode.Scalar, _ index: Int) -> Bool {
    index < end && bytes[index] == UInt8(ascii: character)
  }

  func space(_ start: Int) -> Int {
    var at = start
    while at < end, bytes[at] <= 0x20, JSONSpace.contains(bytes[at]) { at += 1 }
    return at
  }

  func string(_ start: Int) -> Int? {
    guard holds("\"", start) else { return nil }
    var at = start + 1
    while true {
      at = JSONBytes.endOfPlain(bytes, from: at, to: end)
      guard at < end else { return nil }
      switch bytes[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"): at += 2
      default: at += 1
      }
    }
  }

  /// Any value.
  func value(_ start: Int) -> Int? {
    guard start < end else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "\""): return string(start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return brackets(start)
    default: return word(start)
    }
  }

  /// An object or an array: brackets are counted, not matched by kind.
  private func brackets(_ start: Int) -> Int? {
    var at = start
    var depth = 0
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        guard let next = string(at) else { return nil }
        at = next
        continue
      }
      // One bit tells a square bracket from a curly one.
      switch byte | 0x20 {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return at + 1 }
      default: break
      }
      at += 1
    }
    return nil
  }

  /// A number, `true`, `false` or `null`.
  private func word(_ start: Int) -> Int? {
    var at = start
    scanning: while at < end {
      switch bytes[at] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
        at += 1
      default:
        break scanning
      }
    }
    return at > start ? at : nil
  }
}
