/// Text for readers: white space folded to single spaces, none at the ends, no control characters.
struct PlainTextWriter: ~Copyable {
  private(set) var output = ByteBuffer(capacity: 16 * 1024)
  /// White space was seen, and counts if something follows.
  var needsSpace = false

  mutating func removeAll() {
    output.removeAll()
    needsSpace = false
  }

  /// Begins a run of text of up to `length` bytes, which is not empty and does not begin with a space: at most one space at
  /// a time, no other white space. Gives the address of the room for it.
  @inline(__always)
  mutating func beginRun(upTo length: Int) -> UnsafeMutableRawPointer {
    flushSpace()
    return output.room(for: length)
  }

  @inline(__always)
  mutating func endRun(of length: Int) {
    output.didWrite(length)
    if output.last == 0x20 {
      output.removeLast()
      needsSpace = true
    }
  }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    flushSpace()
    output.append(byte)
  }

  mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20, 0xa0, 0x09...0x0d: needsSpace = true
    case 0..<0x20, 0x7f, 0x80..<0xa0: break
    case _ where UnicodeSpace.isSpace(scalar): needsSpace = true
    default:
      flushSpace()
      output.append(scalar)
    }
  }

  /// What no run holds, at `index`: white space, 0xC2, a control character. Returns where to go on.
  mutating func writeSpecial(of view: ByteView, at index: Int) -> Int {
    let byte = view[index]
    guard byte == 0xc2, index + 1 < view.count else {
      if ASCII.isSpace(byte) { needsSpace = true } else if byte > 0x20, byte != 0x7f { write(byte) }
      return index + 1
    }
    let second = view[index + 1]
    if second < 0xa0 {
      write(Windows1252.scalar(ofExtra: second))
    } else if second == 0xa0 {
      needsSpace = true
    } else {
      write(byte)
      write(second)
    }
    return index + 2
  }

  @inline(__always)
  private mutating func flushSpace() {
    guard needsSpace else { return }
    if output.count > 0 { output.append(UInt8(ascii: " ")) }
    needsSpace = false
  }
}
