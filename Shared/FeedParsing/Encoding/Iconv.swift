#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Transcoding to UTF-8 with the C library's iconv.
enum Iconv {
  /// The text in UTF-8, and how many times bytes had to be replaced by U+FFFD; nil where the C library does not know the
  /// encoding.
  static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) -> (bytes: [UInt8], replaced: Int)? {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 2)
    var replaced = 0
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    bytes.withUnsafeBufferPointer { input in
      // iconv takes a mutable pointer by an old mistake; it does not write to its input.
      var next = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        let result = convert(descriptor, &next, &left, &chunk, into: &output)
        guard result == -1, errno != E2BIG, left > 0 else { continue }
        // A sequence that is wrong, or that the end cuts off: one character stands for each byte.
        output.append(contentsOf: [0xef, 0xbf, 0xbd])
        replaced += 1
        next = next.map { $0 + 1 }
        left -= 1
      }
    }
    return (output, replaced)
  }

  private static func convert(
    _ descriptor: iconv_t, _ next: inout UnsafeMutablePointer<CChar>?, _ left: inout Int, _ chunk: inout [UInt8],
    into output: inout [UInt8]
  ) -> Int {
    chunk.withUnsafeMutableBytes { space in
      var target = space.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = space.count
      let result = iconv(descriptor, &next, &left, &target, &room)
      let code = errno
      output.append(contentsOf: space[..<(space.count - room)])
      errno = code
      return result
    }
  }
}
