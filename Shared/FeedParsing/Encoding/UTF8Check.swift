/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
  private static let highs: UInt64 = 0x8080_8080_8080_8080
  private static let blockSize = 32

  /// Where the first sequence stands that is not UTF-8; nil where all are. At `index` a character begins.
  static func firstError(in view: ByteView, from index: Int) -> Int? {
    let start = UnsafeRawPointer(view.start)
    // Where the last block began at whose start a character began too.
    var safe = index
    var position = index
    let isWhole = UTF8Automaton.transitions.withUnsafeBufferPointer { transitions -> Bool in
      var state = UTF8Automaton.accept
      while position + blockSize <= view.count {
        if state == UTF8Automaton.accept {
          safe = position
          if isASCII(start + position) {
            position += blockSize
            continue
          }
        }
        let end = position + blockSize
        while position < end {
          // A byte is always an index of the table, which has 256 entries.
          state = transitions[Int(view.start[position])] &>> state
          position += 1
        }
        if state & 63 == UTF8Automaton.reject { return false }
        state &= 63
      }
      while position < view.count {
        state = transitions[Int(view[position])] &>> state
        position += 1
      }
      return state & 63 == UTF8Automaton.accept
    }
    return isWhole ? nil : exactError(in: view, from: safe)
  }

  /// The first error at or after `index`, where a character begins, found slowly.
  private static func exactError(in view: ByteView, from index: Int) -> Int? {
    var position = index
    while position < view.count {
      let length = sequenceLength(in: view, at: position)
      guard length > 0 else { return position }
      position += length
    }
    return nil
  }

  @inline(__always)
  private static func isASCII(_ block: UnsafeRawPointer) -> Bool {
    let first = block.loadUnaligned(as: UInt64.self) | block.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let second =
      block.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      | block.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    return (first | second) & highs == 0
  }

  /// The length of the sequence at `index`; 0 where it is wrong.
  @inline(__always)
  static func sequenceLength(in view: ByteView, at index: Int) -> Int {
    if view[index] < 0x80 { return 1 }
    let wanted = length(ofSequenceFrom: view[index])
    return wanted > 1 && lengthOfWellFormedPart(in: view, at: index) == wanted ? wanted : 0
  }

  /// How many bytes from `index` on begin one sequence as it should be, or 1 where not even the first does: the maximal
  /// subpart that one U+FFFD stands for (Unicode, section 3.9; WHATWG Encoding).
  static func lengthOfWellFormedPart(in view: ByteView, at index: Int) -> Int {
    let first = view[index]
    let wanted = length(ofSequenceFrom: first)
    guard wanted > 1, index + 1 < view.count else { return 1 }
    let second = view[index + 1]
    let range: ClosedRange<UInt8> =
      switch first {
      case 0xe0: 0xa0...0xbf  // no overlong forms
      case 0xed: 0x80...0x9f  // no surrogates
      case 0xf0: 0x90...0xbf
      case 0xf4: 0x80...0x8f  // nothing beyond U+10FFFF
      default: 0x80...0xbf
      }
    guard range.contains(second) else { return 1 }
    var length = 2
    while length < wanted, index + length < view.count, view[index + length] & 0xc0 == 0x80 { length += 1 }
    return length
  }

  @inline(__always)
  private static func length(ofSequenceFrom first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 0
    }
  }
}
