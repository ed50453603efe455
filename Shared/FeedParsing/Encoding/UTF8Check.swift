/// Whether bytes are UTF-8 (RFC 3629).
enum UTF8Check {
  /// What one look at all bytes tells.
  struct Survey {
    var isUTF8 = true
    /// What is not there, or may be.
    var traits = DocumentTraits(mayNeedCleaning: false, mayHaveWideSpace: false)
  }

  private typealias Block = SIMD16<UInt8>
  private static let stride = 64

  static func isUTF8(_ view: ByteView) -> Bool {
    survey(view, from: 0).isUTF8
  }

  /// At `index` a character begins.
  static func survey(_ view: ByteView, from index: Int) -> Survey {
    var result = Survey()
    let start = UnsafeRawPointer(view.start)
    var position = index
    // From here on three bytes stand before each one.
    while position < min(3, view.count) {
      let length = surveyCharacter(in: view, at: position, &result)
      guard length > 0 else { return result }
      position += length
    }
    var controls = ByteScan.ControlSearch()
    var endsWhole = true
    // Two bytes more are looked at than a wide space may begin at.
    while position &+ stride &+ 2 <= view.count {
      let at = start + position
      let (a, b) = (at.loadUnaligned(as: Block.self), at.loadUnaligned(fromByteOffset: 16, as: Block.self))
      let (c, d) = (
        at.loadUnaligned(fromByteOffset: 32, as: Block.self), at.loadUnaligned(fromByteOffset: 48, as: Block.self)
      )
      controls.look(at: a)
      controls.look(at: b)
      controls.look(at: c)
      controls.look(at: d)
      position &+= stride
      if endsWhole, !ByteScan.hasBeyondASCII(a | b | c | d) { continue }
      if hasErrors(at) { result.isUTF8 = false }
      if UnicodeSpace.mayBegin(at, at + 16) || UnicodeSpace.mayBegin(at + 32, at + 48) {
        result.traits.mayHaveWideSpace = true
      }
      endsWhole = view[position &- 1] < 0x80
    }
    if controls.hasFound { result.traits.mayNeedCleaning = true }
    // Back to where the character begins that is perhaps not whole yet.
    while position > index, view[position - 1] >= 0x80 {
      position -= 1
      if view[position] >= 0xc0 { break }
    }
    while position < view.count, result.isUTF8 {
      position &+= surveyCharacter(in: view, at: position, &result)
    }
    return result
  }

  /// The length of the character at `index`; 0 where it is none.
  private static func surveyCharacter(in view: ByteView, at index: Int, _ result: inout Survey) -> Int {
    let length = sequenceLength(in: view, at: index)
    if length == 0 { result.isUTF8 = false }
    if length == 3, UnicodeSpace.isSpace(in: view, at: index) { result.traits.mayHaveWideSpace = true }
    if ByteScan.isControl(view[index], stopsAtReturn: true) { result.traits.mayNeedCleaning = true }
    return length
  }

  /// Whether any of the 64 bytes at an address cannot stand where it does: by itself, or behind the three before it.
  @inline(never)
  private static func hasErrors(_ address: UnsafeRawPointer) -> Bool {
    let strays =
      strays(address) .| strays(address + 16) .| strays(address + 32) .| strays(address + 48)
    if ByteScan.isAny(strays) { return true }
    let suspects = suspects(address) .| suspects(address + 16) .| suspects(address + 32) .| suspects(address + 48)
    // The byte before may begin one, too.
    guard ByteScan.isAny(suspects) || address.load(fromByteOffset: -1, as: UInt8.self) >= 0xe0 else { return false }
    return ByteScan.isAny(
      wrong(address) .| wrong(address + 16) .| wrong(address + 32) .| wrong(address + 48))
  }

  /// Which of sixteen bytes continue a character that none is due of, or do not where one is.
  @inline(__always)
  private static func strays(_ address: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    let block = address.loadUnaligned(as: Block.self)
    let first = address.loadUnaligned(fromByteOffset: -1, as: Block.self)
    let second = address.loadUnaligned(fromByteOffset: -2, as: Block.self)
    let third = address.loadUnaligned(fromByteOffset: -3, as: Block.self)
    let isDue =
      (first .>= Block(repeating: 0xc0)) .| (second .>= Block(repeating: 0xe0)) .| (third .>= Block(repeating: 0xf0))
    return isDue .^ ((block & Block(repeating: 0xc0)) .== Block(repeating: 0x80))
  }

  /// Which of sixteen bytes begin what `wrong` looks at.
  @inline(__always)
  private static func suspects(_ address: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    let block = address.loadUnaligned(as: Block.self)
    // 0xC0, 0xC1, 0xE0 and, without need, 0xE1.
    return (block .>= Block(repeating: 0xed)) .| ((block & Block(repeating: 0xde)) .== Block(repeating: 0xc0))
  }

  /// Which of sixteen bytes make a character that has none: an overlong form, a surrogate, or what is beyond U+10FFFF.
  @inline(__always)
  private static func wrong(_ address: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    let block = address.loadUnaligned(as: Block.self)
    let first = address.loadUnaligned(fromByteOffset: -1, as: Block.self)
    let isNoFirst = ((block & Block(repeating: 0xfe)) .== Block(repeating: 0xc0)) .| (block .>= Block(repeating: 0xf5))
    let isBelowA0 = block .< Block(repeating: 0xa0)
    let isBelow90 = block .< Block(repeating: 0x90)
    let isNoSecond =
      ((first .== Block(repeating: 0xe0)) .& isBelowA0) .| ((first .== Block(repeating: 0xed)) .& .!isBelowA0)
      .| ((first .== Block(repeating: 0xf0)) .& isBelow90) .| ((first .== Block(repeating: 0xf4)) .& .!isBelow90)
    return isNoFirst .| isNoSecond
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
