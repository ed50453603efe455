/// Bytes of a stream, and the lines in them.
struct OutputLines {
  private(set) var bytes: [UInt8] = []
  private var lineStart = 0

  /// Adds bytes and returns the lines that they complete, without their line ends.
  mutating func take(_ new: [UInt8]) -> [String] {
    bytes += new
    var lines: [String] = []
    while let end = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: bytes[lineStart..<end], as: UTF8.self))
      lineStart = end + 1
    }
    return lines
  }
}
