import CBrotli
import CZlib
import CZstd

/// One compressed stream, decompressed as it arrives.
protocol StreamDecoder: AnyObject {
  /// Takes from the start of `input` what it reads, and fills `output` as far as that allows.
  ///
  /// - Returns: how many bytes it has written. As many as fit means that there may be more to come without further input.
  /// - Throws: a failure of kind `badAnswer` where it is damaged.
  func decode(_ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer)
    throws(FetchFailure) -> Int

  /// Whether the stream is whole. What follows is not its own.
  var isAtEnd: Bool { get }

  /// Begins with a further stream, where the coding allows several behind each other and this is the start of one.
  func beginAgain(with input: Slice<UnsafeRawBufferPointer>) -> Bool
}

/// zlib's streams: gzip (RFC 1952), and deflate with its wrapping (RFC 1950) or without (RFC 1951).
final class InflateDecoder: StreamDecoder {
  enum Format {
    case gzip, wrapped, raw

    /// As zlib has it: 15 bits of window, and what stands around the stream.
    fileprivate var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 16
      case .wrapped: 15
      case .raw: -15
      }
    }
  }

  private let format: Format
  /// zlib's own notes point back to the stream, so it stays where it is.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private(set) var isAtEnd = false

  /// Throws a failure of kind `internalError` when there is no memory.
  init(_ format: Format) throws(FetchFailure) {
    self.format = format
    stream.initialize(to: z_stream())
    guard castwire_inflate_init(stream, format.windowBits) == Z_OK else {
      stream.deallocate()
      throw FetchFailure(kind: .internalError, message: "zlib: out of memory")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FetchFailure) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: input).bindMemory(to: UInt8.self)
    // zlib does not write to its input, though it declares it so.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(bytes.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let status = inflate(stream, Z_NO_FLUSH)
    input = input.dropFirst(bytes.count - Int(stream.pointee.avail_in))
    // Z_BUF_ERROR means only that there was nothing to be done.
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
      throw .damagedBody(stream.pointee.msg.map { String(cString: $0) })
    }
    isAtEnd = status == Z_STREAM_END
    return output.count - Int(stream.pointee.avail_out)
  }

  func beginAgain(with input: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard format == .gzip, input.first == 0x1f else { return false }
    inflateReset(stream)
    isAtEnd = false
    return true
  }
}

/// Brotli (RFC 7932), with windows of up to 16 MiB, of which it holds as much as it has decompressed.
final class BrotliDecoder: StreamDecoder {
  private let state: OpaquePointer
  private(set) var isAtEnd = false

  /// Throws a failure of kind `internalError` when there is no memory.
  init() throws(FetchFailure) {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw FetchFailure(kind: .internalError, message: "brotli: out of memory")
    }
    self.state = state
  }

  deinit {
    BrotliDecoderDestroyInstance(state)
  }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FetchFailure) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: input).bindMemory(to: UInt8.self)
    var (nextIn, availableIn) = (bytes.baseAddress, bytes.count)
    var (nextOut, availableOut) = (output.bindMemory(to: UInt8.self).baseAddress, output.count)
    let result = BrotliDecoderDecompressStream(state, &availableIn, &nextIn, &availableOut, &nextOut, nil)
    input = input.dropFirst(bytes.count - availableIn)
    guard result != BROTLI_DECODER_RESULT_ERROR else {
      throw .damagedBody(String(cString: BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state))))
    }
    isAtEnd = result == BROTLI_DECODER_RESULT_SUCCESS
    return output.count - availableOut
  }

  func beginAgain(with input: Slice<UnsafeRawBufferPointer>) -> Bool { false }
}

/// Zstandard (RFC 8878), with windows of up to 8 MiB, as on the web (RFC 9659).
final class ZstandardDecoder: StreamDecoder {
  static let magic: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

  private let stream: OpaquePointer
  private(set) var isAtEnd = false

  /// Throws a failure of kind `internalError` when there is no memory.
  init() throws(FetchFailure) {
    guard let stream = ZSTD_createDStream() else {
      throw FetchFailure(kind: .internalError, message: "zstd: out of memory")
    }
    self.stream = stream
    // Cannot fail: the value is within the library's bounds. Without it a frame may ask for 128 MiB.
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 23)
  }

  deinit {
    ZSTD_freeDStream(stream)
  }

  func decode(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: UnsafeMutableRawBufferPointer
  ) throws(FetchFailure) -> Int {
    var source = ZSTD_inBuffer(src: UnsafeRawBufferPointer(rebasing: input).baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let result = ZSTD_decompressStream(stream, &target, &source)
    input = input.dropFirst(source.pos)
    guard ZSTD_isError(result) == 0 else { throw .damagedBody(String(cString: ZSTD_getErrorName(result))) }
    isAtEnd = result == 0
    return target.pos
  }

  func beginAgain(with input: Slice<UnsafeRawBufferPointer>) -> Bool {
    // Of a frame that holds nothing but somebody's notes the first byte is 0x50 to 0x5f.
    guard let first = input.first, first == Self.magic[0] || first >> 4 == 5 else { return false }
    isAtEnd = false
    return true
  }
}
