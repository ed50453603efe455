/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
  /// What one look at all bytes tells.
  struct Survey {
    /// Where the first sequence stands that is not UTF-8.
    var firstError: Int?
    /// What is not there, or may be.
    var traits = DocumentTraits(mayNeedCleaning: false, mayHaveWideSpace: false)
  }

  private typealias Block = SIMD16<UInt8>
  private static let blockSize = 32
  /// From how many bytes beyond ASCII on a block is left to the automaton, which takes them one by one.
  private static let dense = 9

  /// Where the first sequence stands that is not UTF-8; nil where all are. At `index` a character begins.
  static func firstError(in view: ByteView, from index: Int) -> Int? {
    survey(view, from: index).firstError
  }

  /// At `index` a character begins.
  static func survey(_ view: ByteView, from index: Int) -> Survey {
    var result = Survey()
    let start = UnsafeRawPointer(view.start)
    var position = index
    var controls = SIMDMask<SIMD16<Int8>>()
    while position + blockSize <= view.count {
      let first = start.loadUnaligned(fromByteOffset: position, as: Block.self)
      let second = start.loadUnaligned(fromByteOffset: position + 16, as: Block.self)
      controls .|= ByteScan.controls(first) .| ByteScan.controls(second)
      guard let high = ByteScan.offsetBeyondASCII(in: first, second) else {
        position &+= blockSize
        continue
      }
      if ByteScan.countBeyondASCII(in: first, second) >= dense {
        guard let end = endOfDenseText(in: view, from: position, &result.traits) else {
          result.firstError = exactError(in: view, from: position)
          return result
        }
        // What is left is too short for it.
        if end == position { break }
        position = end
        continue
      }
      position &+= high
      while position < view.count, view[position] >= 0x80 {
        let length = sequenceLength(in: view, at: position)
        guard length > 0 else {
          result.firstError = position
          return result
        }
        if length == 3, UnicodeSpace.isSpace(in: view, at: position) { result.traits.mayHaveWideSpace = true }
        position &+= length
      }
    }
    if ByteScan.isAny(controls) { result.traits.mayNeedCleaning = true }
    while position < view.count {
      let length = sequenceLength(in: view, at: position)
      guard length > 0 else {
        result.firstError = position
        return result
      }
      if length == 3, UnicodeSpace.isSpace(in: view, at: position) { result.traits.mayHaveWideSpace = true }
      if ByteScan.isControl(view[position], stopsAtReturn: true) { result.traits.mayNeedCleaning = true }
      position &+= length
    }
    return result
  }

  /// Takes text of which most is beyond ASCII, block by block, up to where a character begins in a block that has little
  /// of it. Nil where it is not UTF-8.
  private static func endOfDenseText(in view: ByteView, from index: Int, _ traits: inout DocumentTraits) -> Int? {
    let start = UnsafeRawPointer(view.start)
    var position = index
    let end = UTF8Automaton.transitions.withUnsafeBufferPointer { transitions -> Int? in
      var state = UTF8Automaton.accept
      // Two bytes more are looked at than a wide space may begin at.
      while position + blockSize + 2 <= view.count {
        let first = start.loadUnaligned(fromByteOffset: position, as: Block.self)
        let second = start.loadUnaligned(fromByteOffset: position + 16, as: Block.self)
        if state == UTF8Automaton.accept, ByteScan.countBeyondASCII(in: first, second) < dense { return position }
        if UnicodeSpace.mayBegin(start + position, start + position + 16) { traits.mayHaveWideSpace = true }
        if ByteScan.isAny(ByteScan.controls(first) .| ByteScan.controls(second)) { traits.mayNeedCleaning = true }
        let end = position + blockSize
        while position < end {
          // A byte is always an index of the table, which has 256 entries.
          state = transitions[Int(view.start[position])] &>> state
          position += 1
        }
        if state & 63 == UTF8Automaton.reject { return nil }
        state &= 63
      }
      // Back to where the character begins that is not whole yet.
      while state != UTF8Automaton.accept {
        position -= 1
        if view[position] >= 0xc0 { break }
      }
      return position
    }
    return end
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
