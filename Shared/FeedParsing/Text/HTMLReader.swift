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
    begin()
    let (writesHTML, writesText) = (outputs.contains(.html), outputs.contains(.text))
    var position = 0
    while position < view.count {
      let end = ByteScan.endOfRun(in: view, from: position)
      if end > position {
        let run = view[position..<end]
        if writesHTML { html.write(run: run) }
        if writesText { text.write(run: run) }
        position = end
        if position == view.count { break }
      }
      let byte = view[position]
      if byte == UInt8(ascii: "<"), let tag = HTMLTag(in: view, at: position, names: names),
        tag.element != nil || tag.kind == .nothing || !keepsUnknownTags
      {
        position = tag.end
        if writesHTML { html.write(tag, in: view, base: base) }
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

  /// Reads what is text already: only its white space changes, and HTML shows it as it is, line by line.
  mutating func read(text view: ByteView, as outputs: Outputs) {
    begin()
    let view = view.trimmed
    let (writesHTML, writesText) = (outputs.contains(.html), outputs.contains(.text))
    var position = 0
    while position < view.count {
      let end = ByteScan.endOfRun(in: view, from: position)
      if end > position {
        let run = view[position..<end]
        if writesHTML { html.write(run: run) }
        if writesText { text.write(run: run) }
        position = end
        if position == view.count { break }
      }
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

  private mutating func begin() {
    html.removeAll()
    text.removeAll()
    hasMarkup = false
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
    var position = index
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if let tag = HTMLTag(in: view, at: found, names: names), tag.kind == .end, tag.element?.name == name {
        return tag.end
      }
      position = found + 1
    }
    return view.count
  }

  /// Whether the text has a tag that HTML knows, so that it is HTML.
  func hasMarkup(in view: ByteView) -> Bool {
    var position = 0
    while let found = view.firstIndex(of: UInt8(ascii: "<"), from: position) {
      if let tag = HTMLTag(in: view, at: found, names: names), tag.kind == .nothing || tag.element != nil {
        return true
      }
      position = found + 1
    }
    return false
  }
}
