/// The spellings of names that are numbered from 0, for writing them quickly.
///
/// `@unchecked Sendable`: its memory is written before the initialiser returns, and then only read.
struct Spellings: @unchecked Sendable {
  // Never freed: spellings are constants.
  private let bytes: UnsafeMutablePointer<UInt8>
  private let lengths: UnsafeMutablePointer<Int>
  private let count: Int

  /// Names of up to 16 bytes, by their numbers.
  init(_ names: [String]) {
    count = names.count
    bytes = .allocate(capacity: 16 * names.count)
    bytes.initialize(repeating: 0, count: 16 * names.count)
    lengths = .allocate(capacity: names.count)
    for (number, name) in names.enumerated() {
      precondition(name.utf8.count <= 16, "\(name) is too long")
      for (index, byte) in name.utf8.enumerated() { bytes[16 * number + index] = byte }
      (lengths + number).initialize(to: name.utf8.count)
    }
  }

  @inline(__always)
  func append(_ number: Int, to buffer: inout ByteBuffer) {
    precondition(UInt(bitPattern: number) < UInt(bitPattern: count))
    buffer.append(padded: bytes + 16 &* number, count: lengths[number])
  }
}
