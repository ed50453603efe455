public import Foundation

/// A type whose usual form reads and writes its members itself, without a container between: for the few types that are
/// coded tens of thousands of times a second. For the item of a podcast, it halves the time.
///
/// It must give the same as the type's Codable does. What is not usual is left to that: other members, other fields, and
/// whatever is an error.
public protocol DirectlyCoded: Codable {
  /// Reads the members that a value of this type usually has.
  ///
  /// - Returns: nil where a member is missing that must be there; `Codable` then says so.
  /// - Throws: `DecodingError`.
  init?(members: inout MemberReader) throws

  /// Writes the value, best in the order of the names.
  ///
  /// - Returns: false where there is more to it than this writes; then what was written is taken back.
  /// - Throws: `EncodingError`.
  func write(to members: MemberWriter) throws -> Bool
}

/// The members of an object that is being read. A member that is null counts as missing, as in Codable.
public struct MemberReader: ~Copyable {
  private let document: JSONDocument
  private let members: Range<Int>
  private var found = 0

  init(document: JSONDocument, members: Range<Int>) {
    self.document = document
    self.members = members
  }

  /// Whether the object has no member that was not asked for.
  var isExhausted: Bool {
    found == members.count
  }

  private mutating func index(_ name: StaticString) -> Int? {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    guard let index = document.value(of: name, in: members) else { return nil }
    found += 1
    return document.isNull(at: index) ? nil : index
  }

  /// The member, where there is one.
  public mutating func string(_ name: StaticString) throws -> String? {
    guard let index = index(name) else { return nil }
    return try document.string(at: index)
  }

  /// The member, where there is one.
  public mutating func integer(_ name: StaticString) throws -> Int? {
    guard let index = index(name) else { return nil }
    return try document.integer(at: index)
  }

  /// The member, where there is one.
  public mutating func double(_ name: StaticString) throws -> Double? {
    guard let index = index(name) else { return nil }
    return try document.floating(at: index)
  }

  /// The member, where there is one.
  public mutating func flag(_ name: StaticString) throws -> Bool? {
    guard let index = index(name) else { return nil }
    return try document.flag(at: index)
  }

  /// The member, where there is one.
  public mutating func date(_ name: StaticString) throws -> Date? {
    guard let index = index(name) else { return nil }
    return try document.date(at: index)
  }

  /// The member, where there is one.
  public mutating func strings(_ name: StaticString) throws -> [String]? {
    guard let index = index(name) else { return nil }
    guard document.values[index].kind == .array else { throw document.mismatch([String].self, at: index) }
    var strings: [String] = []
    for at in index + 1..<Int(document.values[index].next) { strings.append(try document.string(at: at)) }
    return strings
  }

  /// The member, where there is one.
  public mutating func value<Value: Decodable>(_ name: StaticString, _ type: Value.Type) throws -> Value? {
    guard let index = index(name) else { return nil }
    return try document.decode(type, at: index)
  }

  /// The member, where there is one.
  public mutating func object<Value: DirectlyCoded>(_ name: StaticString, _ type: Value.Type) throws -> Value? {
    guard let index = index(name) else { return nil }
    return try document.decode(directly: type, at: index)
  }

  /// The elements of the member, where there is one.
  public mutating func objects<Value: DirectlyCoded>(_ name: StaticString, _ type: Value.Type) throws -> [Value]? {
    guard let index = index(name) else { return nil }
    guard document.values[index].kind == .array else { throw document.mismatch([Any].self, at: index) }
    var values: [Value] = []
    var at = index + 1
    while at < Int(document.values[index].next) {
      values.append(try document.decode(directly: type, at: at))
      at = Int(document.values[at].next)
    }
    return values
  }
}

extension JSONDocument {
  /// A value by its own reading where that does, else by its Codable.
  func decode<Value: DirectlyCoded>(directly type: Value.Type, at index: Int) throws -> Value {
    var members = MemberReader(document: self, members: try members(ofObject: index))
    if let value = try Value(members: &members), members.isExhausted { return value }
    return try Value(from: ValueDecoder(document: self, index: index))
  }
}

/// The members of an object that is being written. What is nil is left out, as in Codable.
public struct MemberWriter {
  private let writer: JSONWriter
  private let level: Place

  init(writer: JSONWriter, level: Place) {
    self.writer = writer
    self.level = level
  }

  /// Writes the member, where there is one.
  public func string(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    writer.beginMember(plain: name, level)
    writer.out.append(jsonString: value)
  }

  /// Writes the member, where there is one.
  public func integer(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    writer.beginMember(plain: name, level)
    writer.out.append(value)
  }

  /// Writes the member, where there is one.
  public func double(_ name: StaticString, _ value: Double?) throws {
    guard let value else { return }
    writer.beginMember(plain: name, level)
    try writer.write(number: value)
  }

  /// Writes the member, where there is one.
  public func flag(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    writer.beginMember(plain: name, level)
    writer.write(value)
  }

  /// Writes the member, where there is one: ISO 8601 in UTC, to the second.
  public func date(_ name: StaticString, _ value: Date?) {
    guard let value else { return }
    writer.beginMember(plain: name, level)
    ISO8601.write(value, to: &writer.out)
  }

  /// Writes the member, where there is one.
  public func strings(_ name: StaticString, _ values: [String]?) {
    guard let values else { return }
    writer.beginMember(plain: name, level)
    writer.out.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { writer.out.append(UInt8(ascii: ",")) }
      writer.out.append(jsonString: value)
    }
    writer.out.append(UInt8(ascii: "]"))
  }

  // What is there alone, since Swift looks up the type of an optional of a type that it does not know.

  /// Writes a member.
  public func value<Value: Encodable>(_ name: StaticString, _ value: Value) throws {
    writer.beginMember(plain: name, level)
    try writer.write(value)
  }

  /// Writes a member.
  public func object<Value: DirectlyCoded>(_ name: StaticString, _ value: Value) throws {
    writer.beginMember(plain: name, level)
    try writer.write(directly: value)
  }

  /// Writes the elements of a member.
  public func objects<Value: DirectlyCoded>(_ name: StaticString, _ values: [Value]) throws {
    writer.beginMember(plain: name, level)
    writer.out.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { writer.out.append(UInt8(ascii: ",")) }
      try writer.write(directly: value)
    }
    writer.out.append(UInt8(ascii: "]"))
  }
}

extension JSONWriter {
  /// Writes a value by its own writing where that does, else by its Codable.
  func write<Value: DirectlyCoded>(directly value: Value) throws {
    let isWritten = try writeLevel(of: value) { level in
      begin(.object, level)
      return try value.write(to: MemberWriter(writer: self, level: level))
    }
    if !isWritten { try write(value) }
  }
}
