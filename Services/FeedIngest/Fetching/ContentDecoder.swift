/// Decompresses a body as it arrives, in short steps.
///
/// libcurl could do it, too; but it decodes all that has arrived in one go, whatever that becomes, and keeps what does not
/// fit in memory of its own, beyond all limits of ours.
final class ContentDecoder {
  /// How much may be read that yields nothing. Honest streams have a few kilobytes of it.
  private static let longestSilence = 1 << 20

  private enum State {
    /// The first bytes, which do not tell yet.
    case undecided([UInt8])
    case plain
    case decoding(any StreamDecoder)
    /// Behind the stream: what follows is padding.
    case atEnd
  }

  private let declared: ContentCoding
  private var coding = ContentCoding.identity
  private var state = State.undecided([])
  /// The body's first bytes, where they came too few to tell: they are still to be read.
  private var held: [UInt8] = []
  /// How much was read since there was output.
  private var silence = 0
  /// Whether there may be output without further input.
  private var isFull = false
  /// What one step yields.
  private let part: UnsafeMutableRawBufferPointer

  /// - Parameters:
  ///   - declared: what the server says.
  ///   - partSize: how many bytes one step yields at most. With 64 KiB zlib is quickest: on its way out of each step it
  ///     copies 32 KiB.
  init(_ declared: ContentCoding, partSize: Int = 1 << 16) {
    self.declared = declared
    part = .allocate(byteCount: partSize, alignment: 16)
  }

  deinit {
    part.deallocate()
  }

  /// How many bytes a step may yield.
  func mostOutput(of input: Slice<UnsafeRawBufferPointer>) -> Int {
    if case .plain = state { min(held.isEmpty ? input.count : held.count, part.count) } else { part.count }
  }

  /// Whether a step without further input would yield nothing.
  var needsInput: Bool { !isFull && held.isEmpty }

  /// One step: reads from the start of `input`, and takes what it has read from it.
  ///
  /// - Returns: what comes of it, until the next step.
  /// - Throws: a failure of kind `badAnswer` where the body is damaged or compressed in a way that is not read.
  func decode(_ input: inout Slice<UnsafeRawBufferPointer>) throws(FetchFailure) -> UnsafeRawBufferPointer {
    if case .undecided(let start) = state {
      guard start.count + input.count >= ContentCoding.leastStart else {
        state = .undecided(start + input)
        input = input.suffix(0)
        return UnsafeRawBufferPointer(rebasing: part[..<0])
      }
      try decide(start, Array(input.prefix(ContentCoding.longestStart)))
    }
    guard !held.isEmpty else { return UnsafeRawBufferPointer(rebasing: part[..<(try step(&input))]) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: held.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: held)
    var rest = UnsafeRawBufferPointer(bytes)[...]
    let count = try step(&rest)
    held = Array(rest)
    return UnsafeRawBufferPointer(rebasing: part[..<count])
  }

  /// One step when the body has ended; to be repeated while `needsInput` is false.
  func finish() throws(FetchFailure) -> UnsafeRawBufferPointer {
    if case .undecided(let start) = state, !start.isEmpty { try decide(start, []) }
    var nothing = UnsafeRawBufferPointer(start: nil, count: 0)[...]
    let bytes = try decode(&nothing)
    if needsInput, case .decoding(let stream) = state, !stream.isAtEnd {
      throw .damagedBody("its \(coding.name) breaks off")
    }
    return bytes
  }

  private func decide(_ start: [UInt8], _ next: [UInt8]) throws(FetchFailure) {
    held = start
    let start = Array((start + next).prefix(ContentCoding.longestStart))
    coding = declared.actual(start)
    switch coding {
    case .identity: state = .plain
    case .gzip: state = .decoding(try InflateDecoder(.gzip))
    case .deflate: state = .decoding(try InflateDecoder(Self.isWrapped(start) ? .wrapped : .raw))
    case .brotli: state = .decoding(try BrotliDecoder())
    case .zstandard: state = .decoding(try ZstandardDecoder())
    case .unknown(let name):
      throw FetchFailure(kind: .badAnswer, message: "the body is compressed in a way that is not read: \(name)")
    case .several(let names):
      throw FetchFailure(kind: .badAnswer, message: "the body is compressed more than once: \(names)")
    }
  }

  /// Whether a stream of deflate has zlib's header, as the standard wants it, and not all servers know (RFC 1950, 2.2).
  private static func isWrapped(_ start: [UInt8]) -> Bool {
    start.count >= 2 && start[0] & 0x0f == 8 && start[0] >> 4 <= 7 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
  }

  private func step(_ input: inout Slice<UnsafeRawBufferPointer>) throws(FetchFailure) -> Int {
    let size = input.count
    var count = 0
    switch state {
    case .undecided:
      break
    case .plain:
      count = min(part.count, input.count)
      part.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.prefix(count)))
      input = input.dropFirst(count)
    case .decoding(let stream):
      if stream.isAtEnd {
        guard !input.isEmpty else { break }
        guard stream.beginAgain(with: input) else {
          state = .atEnd
          return try step(&input)
        }
      }
      count = try stream.decode(&input, into: part)
      guard count > 0 || input.count < size || size == 0 || stream.isAtEnd else { throw .damagedBody(nil) }
    case .atEnd:
      input = input.suffix(0)
    }
    isFull = count == part.count
    silence = count > 0 ? 0 : silence + size - input.count
    guard silence <= Self.longestSilence else { throw .damagedBody("it goes on and on and holds nothing") }
    return count
  }
}
