import CZlib

/// Gzip (RFC 1952) that nobody declared: a body whose server compressed it and did not say so, or a file that was
/// compressed when it was put there. What is declared, libcurl decompresses.
enum Gunzip {
  /// Whether the bytes begin as gzip does, and as no feed.
  static func isNeeded(for bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1f, 0x8b, 8])
  }

  /// The bytes of all streams that follow each other, decompressed.
  ///
  /// - Parameter limit: in bytes.
  /// - Throws: `FetchFailure` of kind `tooLarge` beyond the limit, of kind `badAnswer` where it is no gzip or breaks off.
  static func decompressed(_ bytes: [UInt8], limit: Int) throws(FetchFailure) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and gzip's header alone.
    guard castwire_inflate_init(&stream, 15 + 16) == Z_OK else {
      throw FetchFailure(kind: .internalError, message: "zlib: out of memory")
    }
    defer { inflateEnd(&stream) }
    var result: [UInt8] = []
    var status = Z_OK
    let isWithinLimit = bytes.withUnsafeBufferPointer { input in
      // zlib does not write to its input, though it declares it so.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      var part = [UInt8](repeating: 0, count: 1 << 16)
      repeat {
        if status == Z_STREAM_END { inflateReset(&stream) }
        let count = part.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return output.count - Int(stream.avail_out)
        }
        guard result.count + count <= limit else { return false }
        result.append(contentsOf: part[..<count])
        // Padding behind the last stream is none of it.
        if status == Z_STREAM_END, stream.avail_in == 0 || stream.next_in.pointee != 0x1f { return true }
      } while status == Z_OK || status == Z_STREAM_END
      return true
    }
    guard isWithinLimit else { throw .tooLarge(limit: limit) }
    guard status == Z_STREAM_END else {
      throw FetchFailure(
        kind: .badAnswer, message: "the body cannot be decompressed: its gzip is damaged or breaks off")
    }
    return result
  }
}
