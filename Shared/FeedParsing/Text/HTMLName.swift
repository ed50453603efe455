/// The elements of HTML that matter here, by name. What is not among the allowed ones is dropped and its content kept.
enum HTMLName: UInt8, CaseIterable {
  // Allowed.
  case a, abbr, acronym, address, article, aside, audio, b, bdi, bdo, big, blockquote, br, caption, center, cite, code
  case col, colgroup, dd, del, details, dfn, div, dl, dt, em, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header
  case hr, i, img, ins, kbd, li, main, mark, nav, ol, p, picture, pre, q, rp, rt, ruby, s, samp, section, small, source
  case span, strike, strong, sub, summary, sup, table, tbody, td, tfoot, th, thead, time, tr, tt, u, ul, `var`, video,
    wbr
  // Dropped with all that they hold.
  case script, style, iframe, frameset, noembed, noframes, applet, template, textarea, select, xmp, plaintext, title
  // Dropped, known so that they count as markup.
  case html, head, body, font, form, input, button, label, fieldset, object, param, embed, frame, link, meta, base
  case noscript, option, blink, marquee, svg, math, canvas, map, area, track, nobr, dir, menu

  static let elements = allCases.map { ("\($0)", HTMLElement($0)) }
  static let byName = NameTable(elements)
  /// By raw value: the beginnings of start tags, and whole end tags.
  static let startTags = Spellings(elements.map { "<\($0.0)" })
  static let endTags = Spellings(elements.map { "</\($0.0)>" })
}

/// An element by its name, with what there is to know of it at hand.
struct HTMLElement {
  let name: HTMLName
  private let traits: UInt8

  fileprivate init(_ name: HTMLName) {
    self.name = name
    traits =
      (name.isAllowed ? 1 : 0) | (name.losesContent ? 2 : 0) | (name.isVoid ? 4 : 0) | (name.separatesWords ? 8 : 0)
  }

  /// Whether the element may stand in what is given to readers.
  var isAllowed: Bool { traits & 1 != 0 }
  /// Whether what stands in the element is no text for readers.
  var losesContent: Bool { traits & 2 != 0 }
  /// Whether the element has no content and no end tag.
  var isVoid: Bool { traits & 4 != 0 }
  /// Whether text before the element and text in it are not one word.
  var separatesWords: Bool { traits & 8 != 0 }
}

extension HTMLName {
  fileprivate var isAllowed: Bool {
    switch self {
    case .script, .style, .iframe, .frameset, .noembed, .noframes, .applet, .template, .textarea, .select, .xmp,
      .plaintext, .title, .html, .head, .body, .font, .form, .input, .button, .label, .fieldset, .object, .param,
      .embed, .frame, .link, .meta, .base, .noscript, .option, .blink, .marquee, .svg, .math, .canvas, .map, .area,
      .track, .nobr, .dir, .menu:
      false
    default: true
    }
  }

  fileprivate var losesContent: Bool {
    switch self {
    case .script, .style, .iframe, .frameset, .noembed, .noframes, .applet, .template, .textarea, .select: true
    default: false
    }
  }

  fileprivate var isVoid: Bool {
    switch self {
    case .br, .hr, .img, .col, .source, .wbr, .input, .param, .embed, .frame, .link, .meta, .base, .area, .track: true
    default: false
    }
  }

  fileprivate var separatesWords: Bool {
    switch self {
    case .a, .abbr, .acronym, .b, .bdi, .bdo, .big, .cite, .code, .del, .dfn, .em, .font, .i, .ins, .kbd, .mark, .q,
      .s, .samp, .small, .span, .strike, .strong, .sub, .sup, .time, .tt, .u, .var, .wbr, .label, .nobr, .blink, .rp,
      .rt, .ruby:
      false
    default: true
    }
  }

  /// Whether a start tag of `next` shows that this element, open until then, has ended.
  func isEnded(by next: HTMLName) -> Bool {
    switch self {
    case .p:
      switch next {
      case .p, .div, .ul, .ol, .dl, .table, .blockquote, .pre, .h1, .h2, .h3, .h4, .h5, .h6, .hr, .section, .article,
        .aside, .header, .footer, .figure, .address, .details, .main, .nav, .center:
        true
      default: false
      }
    case .li: next == .li
    case .dt, .dd: next == .dt || next == .dd
    case .td, .th: next == .td || next == .th || next == .tr || next == .tbody || next == .tfoot
    case .tr: next == .tr || next == .tbody || next == .tfoot
    default: false
    }
  }
}
