/// Reads HTML, or text, once, and writes from it what is asked for: safe HTML, plain text or both.
struct HTMLReader: ~Copyable {
  /// What a text is turned into.
  struct Outputs: OptionSet {
    let rawValue: UInt8
    /// HTML made safe by a list of what is allowed, its links absolute: `SafeHTMLWriter`.
    static let html = Outputs(rawValue: 1)
    /// What HTML says, without its tags; blocks and line breaks become spaces: `PlainTextWriter`.
    static let text = Outputs(rawValue: 2)
  }

  /// Kept here, since a look at a static property costs more than a look into it.
  private let names = HTMLName.byName
  private let shortTags = ShortTags.standard
  private var html = SafeHTMLWriter()
  private var text = PlainTextWriter()
  /// Whether the HTML that was read last had a tag that HTML knows.
  private(set) var hasMarkup = false

  /// The safe HTML that was written last, without white space at its ends. Not to be used after the next reading.
  var safeHTML: ByteView { html.output.view.trimmed }

  /// The plain text that was written last. Not to be used after the next reading.
  var plainText: ByteView { text.output.view }

  /// - Parameter keepsUnknownTags: takes tags that HTML does not know for text in angle brackets. For text alone: safe
  ///   HTML never has them.
  mutating func read(
    html view: ByteView, base: URLBase? = nil, as outputs: Outputs, keepsUnknownTags: Bool = false
  ) {
    begin(base: base)
    let (writesHTML, writesText) = (outputs.contains(.html), outputs.contains(.text))
    var search = HTMLTagSearch(in: view)
    var position = 0
    while position < view.count {
      position = copyRun(of: view, from: position, writesHTML, writesText)
      guard position < view.count else { break }
      let byte = view[position]
      if byte == UInt8(ascii: "<"), let (element, isEnd, length) = shortTags.tag(in: view, at: position) {
        position += length
        hasMarkup = true
        if writesHTML { isEnd ? html.writeEnd(of: element) : html.writeStart(of: element) }
        if writesText, element.separatesWords { text.needsSpace = true }
        if !isEnd, element.losesContent { position = endOfContent(of: element.name, in: view, from: position) }
      } else if byte == UInt8(ascii: "<"), let tag = HTMLTag(in: view, at: position, names: names, &search),
        tag.element != nil || tag.kind == .nothing || !keepsUnknownTags
      {
        position = tag.end
        if writesHTML { html.write(tag, in: view) }
        if tag.kind != .nothing {
          if writesText, tag.element?.separatesWords ?? true { text.needsSpace = true }
          if tag.kind == .start, let element = tag.element, element.losesContent {
            position = endOfContent(of: element.name, in: view, from: position)
          }
        }
        if tag.element != nil || tag.kind == .nothing { hasMarkup = true }
      } else if byte == UInt8(ascii: "&"), let (scalar, end) = References.reference(in: view, at: position) {
        if writesHTML { html.write(scalar) }
        if writesText { text.write(scalar) }
        position = end
      } else if byte == UInt8(ascii: "&"), let (first, second, end) = References.pair(in: view, at: position) {
        for scalar in [first, second] {
          if writesHTML { html.write(scalar) }
          if writesText { text.write(scalar) }
        }
        position = end
      } else {
        position = writeSpecial(of: view, at: position, writesHTML, writesText)
      }
    }
    html.closeAll()
  }

  /// Keeps the lines of HTML that had no markup and an empty line, as those of text are kept.
  mutating func keepLines() {
    if !hasMarkup { html.keepLines() }
  }

  /// Reads what is text already: only its white space changes, and HTML shows it as it is, line by line.
  mutating func read(text view: ByteView, as outputs: Outputs) {
    begin(base: nil)
    let view = view.trimmed
    let (writesHTML, writesText) = (outputs.contains(.html), outputs.contains(.text))
    var position = 0
    while position < view.count {
      position = copyRun(of: view, from: position, writesHTML, writesText)
      guard position < view.count else { break }
      if writesHTML, view[position] == 0x0a || view[position] == 0x0d {
        // CR LF is one line end.
        if view[position] == 0x0d, position + 1 < view.count, view[position + 1] == 0x0a { position += 1 }
        position += 1
        html.writeLineBreak()
        if writesText { text.needsSpace = true }
      } else {
        position = writeSpecial(of: view, at: position, writesHTML, writesText)
      }
    }
  }

  private mutating func begin(base: URLBase?) {
    html.begin(base: base)
    text.removeAll()
    hasMarkup = false
  }

  /// Copies the run of text at `index`, sixteen bytes at a time as they are looked at. Returns where it ends.
  @inline(__always)
  private mutating func copyRun(of view: ByteView, from index: Int, _ writesHTML: Bool, _ writesText: Bool) -> Int {
    var position = index
    if view[position] == 0x20 {
      if writesHTML { html.write(0x20) }
      if writesText { text.needsSpace = true }
      position += 1
    }
    guard position < view.count, view[position] != 0x20, !ByteScan.isStop(view[position]) else { return position }
    let rest = view.count - position
    // What is not asked for shares the other's room, so that each block is written twice whatever was asked for.
    let second = writesText ? text.beginRun(upTo: rest &+ 16) : html.beginRun(upTo: rest &+ 16)
    let first = writesHTML ? html.beginRun(upTo: rest &+ 16) : second
    let source = UnsafeRawPointer(view.start + position)
    // At most `rest` is copied, in blocks of which the last begins before it: there is room for sixteen bytes more.
    var copied = 0
    var isAtStop = false
    // One byte more is read than is looked at: the one after the last, which may be the second of two spaces.
    while copied &+ 17 <= rest {
      let block = source.loadUnaligned(fromByteOffset: copied, as: SIMD16<UInt8>.self)
      let next = source.loadUnaligned(fromByteOffset: copied &+ 1, as: SIMD16<UInt8>.self)
      first.storeBytes(of: block, toByteOffset: copied, as: SIMD16<UInt8>.self)
      second.storeBytes(of: block, toByteOffset: copied, as: SIMD16<UInt8>.self)
      if let stop = ByteScan.firstStop(in: block, next: next) {
        copied &+= stop
        isAtStop = true
        break
      }
      copied &+= 16
    }
    while !isAtStop, copied < rest {
      let byte = view[position + copied]
      if ByteScan.isStop(byte) || byte == 0x20 && copied + 1 < rest && view[position + copied + 1] == 0x20 { break }
      first.storeBytes(of: byte, toByteOffset: copied, as: UInt8.self)
      second.storeBytes(of: byte, toByteOffset: copied, as: UInt8.self)
      copied &+= 1
    }
    if writesHTML { html.endRun(of: copied) }
    if writesText { text.endRun(of: copied) }
    return position + copied
  }

  @inline(__always)
  private mutating func writeSpecial(
    of view: ByteView, at index: Int, _ writesHTML: Bool, _ writesText: Bool
  ) -> Int {
    var next = index
    if writesHTML { next = html.writeSpecial(of: view, at: index) }
    if writesText { next = text.writeSpecial(of: view, at: index) }
    return next
  }

  /// Where the content of `name`, which begins at `index`, ends: at its end tag, or with the text.
  private func endOfContent(of name: HTMLName, in view: ByteView, from index: Int) -> Int {
    var search = HTMLTagSearch(in: view)
    var position = index
    while let found = view.firstIndex(of: "</", from: position) {
      position = found + 2
      let end = HTMLTag.endOfName(in: view, from: position)
      guard names[NameHash(view[position..<end])]?.name == name else { continue }
      if let tag = HTMLTag(in: view, at: found, names: names, &search), tag.element?.name == name { return tag.end }
    }
    return view.count
  }

  /// Whether the text has a tag that HTML knows, so that it is HTML.
  func hasMarkup(in view: ByteView) -> Bool {
    var search = HTMLTagSearch(in: view)
    var position = 0
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if let tag = HTMLTag(in: view, at: found, names: names, &search), tag.kind == .nothing || tag.element != nil {
        return true
      }
      position = found + 1
    }
    return false
  }
}
