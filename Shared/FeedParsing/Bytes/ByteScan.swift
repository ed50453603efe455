private import CByteMasks

/// Searches for the first of several bytes, sixteen at a time.
enum ByteScan {
  private typealias Block = SIMD16<UInt8>

  /// Which of sixteen bytes end a run of text that HTML and plain text can both take as it is: `<`, `&`, control characters,
  /// two spaces, and 0xC2, which begins a no-break space or a control character of ISO 8859-1.
  ///
  /// - Parameter next: the sixteen bytes that begin one byte later.
  @inline(__always)
  static func firstStop(in block: SIMD16<UInt8>, next: SIMD16<UInt8>) -> Int? {
    let space = Block(repeating: 0x20)
    let stops =
      (block .== Block(repeating: UInt8(ascii: "<"))) .| (block .== Block(repeating: UInt8(ascii: "&")))
      .| (block .< space) .| (block .== Block(repeating: 0xc2)) .| (block .== Block(repeating: 0x7f))
      .| ((block .== space) .& (next .== space))
    return first(stops)
  }

  /// The same for one byte, but for two spaces.
  @inline(__always)
  static func isStop(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0xc2 || byte == 0x7f
  }

  /// Where bytes end that a URL may hold as they are (RFC 3986): before what has to be encoded, and before `%`, which may
  /// have to.
  @inline(__always)
  static func endOfURLRun(in view: ByteView, from index: Int) -> Int {
    end(in: view, from: index) { block in
      let outside = (block .<= Block(repeating: 0x20)) .| (block .>= Block(repeating: UInt8(ascii: "{")))
      let quotes = (block .== Block(repeating: UInt8(ascii: "\""))) .| (block .== Block(repeating: UInt8(ascii: "`")))
      let angles = (block .== Block(repeating: UInt8(ascii: "<"))) .| (block .== Block(repeating: UInt8(ascii: ">")))
      let others =
        (block .== Block(repeating: UInt8(ascii: "%"))) .| (block .== Block(repeating: UInt8(ascii: "\\")))
        .| (block .== Block(repeating: UInt8(ascii: "^")))
      return outside .| quotes .| angles .| others
    } orBefore: {
      !isOfURL($0)
    }
  }

  @inline(__always)
  private static func isOfURL(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"):
      false
    default: byte < UInt8(ascii: "{")
    }
  }

  /// Where what a quoted attribute may hold as it is ends: before a quotation mark, `&`, `<`, `>` or a control character.
  @inline(__always)
  static func endOfAttributeRun(in view: ByteView, from index: Int) -> Int {
    end(in: view, from: index) { block in
      (block .== Block(repeating: UInt8(ascii: "\""))) .| (block .== Block(repeating: UInt8(ascii: "&")))
        .| (block .== Block(repeating: UInt8(ascii: "<"))) .| (block .== Block(repeating: UInt8(ascii: ">")))
        .| (block .< Block(repeating: 0x20))
    } orBefore: { byte in
      switch byte {
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
      default: false
      }
    }
  }

  /// Where bytes end that XML keeps as they are: before a control character other than tab, line feed and, unless that is
  /// asked for, carriage return.
  static func endOfCleanRun(in view: ByteView, from index: Int, stopsAtReturn: Bool) -> Int {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 64 <= view.count {
      let first = controls(start, position) .| controls(start, position + 16)
      let second = controls(start, position + 32) .| controls(start, position + 48)
      if ByteScan.first(first .| second) != nil {
        let end = position + 64
        while position < end {
          if isControl(view[position], stopsAtReturn: stopsAtReturn) { return position }
          position += 1
        }
      } else {
        position += 64
      }
    }
    while position < view.count, !isControl(view[position], stopsAtReturn: stopsAtReturn) { position += 1 }
    return position
  }

  @inline(__always)
  private static func controls(_ start: UnsafeRawPointer, _ offset: Int) -> SIMDMask<SIMD16<Int8>> {
    controls(start.loadUnaligned(fromByteOffset: offset, as: Block.self))
  }

  /// Which bytes are control characters other than tab and line feed.
  @inline(__always)
  static func controls(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Tab and line feed follow each other.
    return (block .< Block(repeating: 0x20)) .& (block &- Block(repeating: 0x09) .> Block(repeating: 1))
  }

  /// Finds out whether blocks hold a control character other than tab and line feed, with four operations for each.
  struct ControlSearch {
    // Less 11, the ones from 11 to 31 are the smallest bytes; less 9, the ones from 0 to 8 are the largest.
    private var least = Block(repeating: .max)
    private var greatest = Block(repeating: 0)

    @inline(__always)
    mutating func look(at block: SIMD16<UInt8>) {
      let low = block &- Block(repeating: 11)
      let high = block &- Block(repeating: 9)
      least.replace(with: low, where: low .< least)
      greatest.replace(with: high, where: high .> greatest)
    }

    var hasFound: Bool { least.min() < 21 || greatest.max() >= 247 }
  }

  @inline(__always)
  static func isControl(_ byte: UInt8, stopsAtReturn: Bool) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a && (byte != 0x0d || stopsAtReturn)
  }

  /// Where text within an element ends: before `<`, or before `]`, with which a `]]>` might begin that has no place there.
  /// And whether an ampersand stands before.
  @inline(__always)
  static func endOfText(in view: ByteView, from index: Int) -> (end: Int, hasAmpersand: Bool) {
    end(in: view, from: index, before: UInt8(ascii: "<"), UInt8(ascii: "]"))
  }

  /// Where a value that began with `quote` ends: before the next one, or before `<`, which may be what forgot its quote.
  /// And whether an ampersand stands before.
  @inline(__always)
  static func endOfValue(_ quote: UInt8, in view: ByteView, from index: Int) -> (end: Int, hasAmpersand: Bool) {
    end(in: view, from: index, before: quote, UInt8(ascii: "<"))
  }

  /// The same where `<` is one of the value's characters, as in HTML.
  @inline(__always)
  static func endOfQuoted(_ quote: UInt8, in view: ByteView, from index: Int) -> (end: Int, hasAmpersand: Bool) {
    end(in: view, from: index, before: quote, quote)
  }

  @inline(__always)
  private static func end(
    in view: ByteView, from index: Int, before first: UInt8, _ second: UInt8
  ) -> (end: Int, hasAmpersand: Bool) {
    var position = index
    var ampersands = SIMDMask<SIMD16<Int8>>()
    let start = UnsafeRawPointer(view.start)
    while position + 16 <= view.count {
      let block = start.loadUnaligned(fromByteOffset: position, as: Block.self)
      let stops = (block .== Block(repeating: first)) .| (block .== Block(repeating: second))
      let found = block .== Block(repeating: UInt8(ascii: "&"))
      if let offset = self.first(stops) {
        let before = bits(found) & ~(UInt64.max &<< UInt64(truncatingIfNeeded: offset))
        return (position + offset, before != 0 || isAny(ampersands))
      }
      ampersands .|= found
      position += 16
    }
    var hasAmpersand = isAny(ampersands)
    while position < view.count, view[position] != first, view[position] != second {
      hasAmpersand = hasAmpersand || view[position] == UInt8(ascii: "&")
      position += 1
    }
    return (position, hasAmpersand)
  }

  /// Where the next quotation mark or `>` stands, or the end.
  static func endOfTagPart(in view: ByteView, from index: Int) -> Int {
    end(in: view, from: index) { block in
      (block .== Block(repeating: UInt8(ascii: ">"))) .| (block .== Block(repeating: UInt8(ascii: "\"")))
        .| (block .== Block(repeating: UInt8(ascii: "'")))
    } orBefore: {
      $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
    }
  }

  /// Where the name that begins at `index` ends.
  static func endOfName(in view: ByteView, from index: Int) -> Int {
    end(in: view, from: index, before: endsOfName, orBefore: QualifiedName.isEnd)
  }

  @inline(__always)
  private static func endsOfName(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // `<`, `=` and `>` follow each other.
    (block .<= Block(repeating: 0x20)) .| (block .== Block(repeating: UInt8(ascii: "/")))
      .| (block &- Block(repeating: UInt8(ascii: "<")) .< Block(repeating: 3))
  }

  /// The length of the name at `index`, where its first colon stands in it, and its hash. Nil where it does not end within
  /// sixteen bytes; no colon is beyond the end.
  @inline(__always)
  static func shortName(in view: ByteView, at index: Int) -> (length: Int, colon: Int, hash: NameHash)? {
    guard index &+ 16 <= view.count else { return nil }
    precondition(index >= 0)
    let block = UnsafeRawPointer(view.start).loadUnaligned(fromByteOffset: index, as: Block.self)
    guard let length = first(endsOfName(block)) else { return nil }
    let colon = bits(block .== Block(repeating: UInt8(ascii: ":"))).trailingZeroBitCount
    let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
    // A shift by 64 bits or more leaves nothing.
    let bits = UInt64(truncatingIfNeeded: length &* 8)
    let low = words[0].littleEndian & ~(UInt64.max << bits)
    let high = bits <= 64 ? 0 : words[1].littleEndian & ~(UInt64.max &<< (bits &- 64))
    return (length, colon, NameHash(low, high, count: length))
  }

  /// Where the name of a host ends, as most are: small letters, digits, `.` and `-`.
  @inline(__always)
  static func endOfHost(in view: ByteView, from index: Int) -> Int {
    end(in: view, from: index) { block in
      let letters = block &- Block(repeating: UInt8(ascii: "a")) .< Block(repeating: 26)
      // From `-` to `9`, with `/` among them.
      let others =
        (block &- Block(repeating: UInt8(ascii: "-")) .< Block(repeating: 13))
        .& (block .!= Block(repeating: UInt8(ascii: "/")))
      return .!(letters .| others)
    } orBefore: {
      !isOfHost($0)
    }
  }

  @inline(__always)
  private static func isOfHost(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26 || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  /// Where the first byte stands that ends something: by `stops`, or in views of less than sixteen bytes by `isStop`, which
  /// say the same.
  @inline(__always)
  private static func end(
    in view: ByteView, from index: Int, before stops: (Block) -> SIMDMask<SIMD16<Int8>>,
    orBefore isStop: (UInt8) -> Bool
  ) -> Int {
    var position = index
    let start = UnsafeRawPointer(view.start)
    while position + 16 <= view.count {
      if let offset = first(stops(start.loadUnaligned(fromByteOffset: position, as: Block.self))) {
        return position + offset
      }
      position += 16
    }
    guard position < view.count else { return position }
    if view.count >= 16 {
      // The last sixteen, of which those before `position` are passed over.
      let last = view.count &- 16
      let bits = bits(stops(start.loadUnaligned(fromByteOffset: last, as: Block.self)))
      let rest = bits &>> UInt64(truncatingIfNeeded: position &- last)
      return rest == 0 ? view.count : position + rest.trailingZeroBitCount
    }
    while position < view.count, !isStop(view[position]) { position += 1 }
    return position
  }

  @inline(__always)
  static func hasBeyondASCII(_ block: SIMD16<UInt8>) -> Bool {
    // The highest bit alone counts.
    castwire_mask_bits(unsafeBitCast(block, to: SIMD16<Int8>.self)) != 0
  }

  /// Whether any byte is marked.
  @inline(__always)
  static func isAny(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    bits(mask) != 0
  }

  /// The number of the first byte that is marked.
  @inline(__always)
  private static func first(_ mask: SIMDMask<SIMD16<Int8>>) -> Int? {
    let bits = bits(mask)
    return bits == 0 ? nil : bits.trailingZeroBitCount
  }

  /// One bit for each byte, the first one's lowest.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    // A mask is its vector: of each byte all bits or none.
    UInt64(castwire_mask_bits(unsafeBitCast(mask, to: SIMD16<Int8>.self)))
  }
}
