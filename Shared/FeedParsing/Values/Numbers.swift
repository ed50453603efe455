/// Numbers, truth values and playing times as feeds write them.
enum Numbers {
  /// A whole number of at least 0, of digits with nothing else but commas, spaces or a fraction of zeros between and
  /// after them; nil for anything else.
  static func count(_ view: ByteView) -> Int? {
    let text = view.trimmed
    var value = 0
    var index = 0
    var digits = 0
    while index < text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow, product <= Int.max - 9 else { return nil }
        value = product + Int(byte & 0x0f)
        digits += 1
      } else if byte == UInt8(ascii: ".") {
        guard text[index + 1..<text.count].buffer.allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        break
      } else if !(byte == UInt8(ascii: ",") || (byte == UInt8(ascii: "+") && index == 0)) {
        return nil
      }
      index += 1
    }
    return digits > 0 ? value : nil
  }

  /// A number above 0.
  static func positive(_ view: ByteView) -> Int? {
    count(view).flatMap { $0 > 0 ? $0 : nil }
  }

  /// `itunes:explicit` and its like: true for yes, true, explicit, 1; false for no, false, clean, 0.
  static func truth(_ view: ByteView) -> Bool? {
    let text = view.trimmed
    if text.equalsIgnoringCase("yes") || text.equalsIgnoringCase("true") || text.equalsIgnoringCase("explicit")
      || text.equalsIgnoringCase("1")
    {
      return true
    }
    if text.equalsIgnoringCase("no") || text.equalsIgnoringCase("false") || text.equalsIgnoringCase("clean")
      || text.equalsIgnoringCase("0")
    {
      return false
    }
    return nil
  }
}
