internal import Foundation

/// What a document's values are in Swift.
extension JSONDocument {
  /// The text of a string or name.
  func string(of value: Value) -> String {
    Self.string(of: value, in: bytes)
  }

  static func string(of value: Value, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let content = content(of: value, in: bytes)
    return value.hasEscapes ? unescaped(content) : String(decoding: content, as: UTF8.self)
  }

  /// - Parameter content: what a scan found well-formed.
  static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> String {
    // No escape is shorter than what it stands for.
    String(unsafeUninitializedCapacity: content.count) { text in
      var count = 0
      var at = 0
      while at < content.count {
        let run = UnsafeBufferPointer(
          rebasing: content[at..<(content[at...].firstIndex(of: UInt8(ascii: "\\")) ?? content.count)])
        _ = UnsafeMutableBufferPointer(rebasing: text[count...]).update(fromContentsOf: run)
        count += run.count
        at += run.count
        guard at < content.count else { break }
        let (scalar, length) = escape(content, at: at)
        // Never nil: every scalar has a UTF-8 form.
        for byte in UTF8.encode(scalar)! {
          text[count] = byte
          count += 1
        }
        at += length
      }
      return count
    }
  }

  /// The character that the escape at `at` stands for, and how many bytes the escape has.
  private static func escape(_ content: UnsafeBufferPointer<UInt8>, at: Int) -> (Unicode.Scalar, length: Int) {
    switch content[at + 1] {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{c}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"): break
    case let byte: return (Unicode.Scalar(byte), 2)
    }
    let first = JSONBytes.unit(content, at: at, to: content.count) ?? 0xfffd
    guard first & 0xf800 == 0xd800 else { return (Unicode.Scalar(first) ?? "\u{fffd}", 6) }
    let second = JSONBytes.unit(content, at: at + 6, to: content.count) ?? 0xdc00
    return (Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + (second & 0x3ff)) ?? "\u{fffd}", 12)
  }

  func string(at index: Int) throws -> String {
    let value = values[index]
    guard value.kind == .string else { throw mismatch(String.self, at: index) }
    return string(of: value)
  }

  func flag(at index: Int) throws -> Bool {
    switch values[index].kind {
    case .yes: true
    case .no: false
    default: throw mismatch(Bool.self, at: index)
    }
  }

  func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
    try number(at: index) { JSONNumber.integer($0) }
  }

  func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(at index: Int) throws -> Number {
    try number(at: index) { JSONNumber.floating($0) }
  }

  private func number<Number>(
    at index: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Number?
  ) throws -> Number {
    guard values[index].kind == .number else { throw mismatch(Number.self, at: index) }
    guard let number = read(json(at: index)) else {
      let text = String(decoding: json(at: index).prefix(40), as: UTF8.self)
      throw corrupted("\(text) does not fit in \(Number.self)", at: index)
    }
    return number
  }

  func date(at index: Int) throws -> Date {
    let value = values[index]
    guard value.kind == .string else { throw mismatch(Date.self, at: index) }
    if let usual = ISO8601.seconds(content(of: value)) { return Date(timeIntervalSince1970: TimeInterval(usual)) }
    guard let date = ISO8601.date(string(of: value)) else { throw corrupted("a date is ISO 8601", at: index) }
    return date
  }

  /// Any value.
  func decode<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
    // Each cast is from the type that was just compared to itself.
    if type == String.self { return unsafeBitCast(try string(at: index), to: type) }
    if type == Date.self { return unsafeBitCast(try date(at: index), to: type) }
    if type == RawJSON.self { return unsafeBitCast(RawJSON(unchecked: Array(json(at: index))), to: type) }
    if type == URL.self { return unsafeBitCast(try url(at: index), to: type) }
    return try Value(from: ValueDecoder(document: self, index: index))
  }

  private func url(at index: Int) throws -> URL {
    guard let url = URL(string: try string(at: index)) else { throw corrupted("a URL is expected", at: index) }
    return url
  }
}
