import CBrotliEncoder
import CZlib
import CZstd

/// Bodies as servers compress them, by the libraries that they use.
enum Compressed {
  /// The codings as HTTP names them, each with a body in it.
  static func all(_ bytes: [UInt8]) -> [(coding: String, body: [UInt8])] {
    [
      ("gzip", gzip(bytes)), ("deflate", wrappedDeflate(bytes)), ("deflate", rawDeflate(bytes)), ("br", brotli(bytes)),
      ("zstd", zstandard(bytes)),
    ]
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 15 + 16) }

  static func wrappedDeflate(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: 15) }

  static func rawDeflate(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, windowBits: -15) }

  static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    var count = BrotliEncoderMaxCompressedSize(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      let isDone = BrotliEncoderCompress(
        5, 22, BROTLI_MODE_TEXT, bytes.count, bytes, &count, buffer.baseAddress!)  // has a capacity
      precondition(isDone != 0)
      length = count
    }
  }

  static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    let bound = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, length in
      length = ZSTD_compress(buffer.baseAddress, bound, bytes, bytes.count, 3)
      precondition(ZSTD_isError(length) == 0)
    }
  }

  private static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    precondition(deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    return bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: bound) { buffer, length in
        // zlib does not write to its input, though it declares it so.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(bound)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        length = bound - Int(stream.avail_out)
      }
    }
  }
}
