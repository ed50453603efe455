/// Text between tags.
extension MarkupScanner {
  mutating func strayLessThan() -> Event {
    diagnostics.report("unescaped-less-than", at: position, "a < that begins no tag")
    reportText(from: position, searchingFrom: position + 1)
    return .text
  }

  mutating func reportText(from start: Int, searchingFrom search: Int) {
    var end = ByteScan.endOfText(in: document, from: search).end
    while end < document.count, document[end] == UInt8(ascii: "]") {
      if document.matches("]]>", at: end), !open.isEmpty { reportSectionEnd(at: end) }
      end = ByteScan.endOfText(in: document, from: end + 1).end
    }
    text = start..<end
    textIsCDATA = false
    position = end
    if open.isEmpty, !document[text].isBlank { reportTextOutsideRoot(at: start) }
  }
}
