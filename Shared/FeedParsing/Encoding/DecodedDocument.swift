/// A document in UTF-8, whatever it was served in.
///
/// A byte order mark decides; then the HTTP header, then the XML declaration (RFC 7303). But bytes that are UTF-8 with
/// more than ASCII in it, and that one of the two calls UTF-8, are read as UTF-8: no other text looks like it by chance,
/// and servers add a charset without looking.
struct DecodedDocument {
  let bytes: [UInt8]
  /// Where the text begins in `bytes`, after a byte order mark.
  let start: Int
  /// The encoding's IANA name in lower case.
  let encoding: String
  /// How often bytes that are no character were replaced by U+FFFD.
  let replaced: Int
  /// A name that was given for the encoding and that nobody knows.
  let unknownLabel: String?

  init(_ bytes: [UInt8], contentType: String?) throws(FeedParsingError) {
    if let (name, length) = DecodedDocument.byteOrderMark(bytes) {
      try self.init(bytes, from: name, skipping: length)
      return
    }
    if let name = DecodedDocument.wideEncoding(bytes) {
      try self.init(bytes, from: name, skipping: 0)
      return
    }
    let labels = [
      contentType.flatMap(EncodingLabel.charset(ofContentType:)),
      bytes.withUnsafeBufferPointer { EncodingLabel.declared(in: ByteView($0)) },
    ].compactMap { $0 }.filter { !$0.hasPrefix("utf-16") && !$0.hasPrefix("utf-32") && !$0.hasPrefix("ucs-") }
    let isUTF8 = bytes.withUnsafeBufferPointer { UTF8Check.firstError(in: ByteView($0), from: 0) == nil }
    if isUTF8, labels.isEmpty || labels.contains(where: EncodingLabel.isUTF8) {
      self.init(utf8: bytes, start: 0, replaced: 0)
      return
    }
    let others = labels.filter { !EncodingLabel.isUTF8($0) }
    if labels.isEmpty || (others.isEmpty && isUTF8) {
      try self.init(bytes, from: "windows-1252", skipping: 0)
      return
    }
    for label in others {
      if let decoded = DecodedDocument(bytes, trying: label) {
        self = decoded
        return
      }
    }
    // Either it is said to be UTF-8 and is not quite, or nobody knows what it is said to be.
    self.init(repairing: bytes, start: 0, unknownLabel: others.first)
  }

  private init(utf8 bytes: [UInt8], start: Int, replaced: Int, unknownLabel: String? = nil) {
    self.bytes = bytes
    self.start = start
    encoding = "utf-8"
    self.replaced = replaced
    self.unknownLabel = unknownLabel
  }

  private init(repairing bytes: [UInt8], start: Int, unknownLabel: String? = nil) {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 64)
    var replaced = 0
    bytes.withUnsafeBufferPointer { buffer in
      let view = ByteView(buffer)
      var position = start
      while let error = UTF8Check.firstError(in: view, from: position) {
        output.append(contentsOf: view[position..<error].buffer)
        output.append(contentsOf: [0xef, 0xbf, 0xbd])
        replaced += 1
        position = error + 1
        while position < view.count, view[position] & 0xc0 == 0x80 { position += 1 }
      }
      output.append(contentsOf: view[position..<view.count].buffer)
    }
    self.init(utf8: output, start: 0, replaced: replaced, unknownLabel: unknownLabel)
  }

  /// Of bytes in a known encoding.
  private init(_ bytes: [UInt8], from name: String, skipping length: Int) throws(FeedParsingError) {
    if name == "utf-8" {
      let isWhole = bytes.withUnsafeBufferPointer { UTF8Check.firstError(in: ByteView($0), from: length) == nil }
      if isWhole {
        self.init(utf8: bytes, start: length, replaced: 0)
      } else {
        self.init(repairing: bytes, start: length)
      }
      return
    }
    guard let decoded = DecodedDocument(Array(bytes[length...]), trying: name) else {
      throw FeedParsingError(.unknownEncoding, "its character encoding, \(name), is not known here")
    }
    self = decoded
  }

  private init?(_ bytes: [UInt8], trying label: String) {
    let iconvName = EncodingLabel.iconvName(label)
    guard let (text, replaced) = Iconv.utf8(bytes[...], from: iconvName) else { return nil }
    self.bytes = text
    start = 0
    self.replaced = replaced
    unknownLabel = nil
    // ISO 8859-1 is read as Windows-1252; where no byte tells them apart it keeps its own name.
    let needsWindows = iconvName == "WINDOWS-1252" && bytes.contains { $0 >= 0x80 && $0 < 0xa0 }
    encoding = needsWindows ? "windows-1252" : label
  }

  private static func byteOrderMark(_ bytes: [UInt8]) -> (name: String, length: Int)? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return ("utf-8", 3) }
    if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("utf-32le", 4) }
    if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("utf-32be", 4) }
    if bytes.starts(with: [0xff, 0xfe]) { return ("utf-16le", 2) }
    if bytes.starts(with: [0xfe, 0xff]) { return ("utf-16be", 2) }
    return nil
  }

  /// UTF-16 or UTF-32 without a mark, by the zeros beside the first `<`.
  private static func wideEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x3c, 0, 0, 0]) { return "utf-32le" }
    if bytes.starts(with: [0, 0, 0, 0x3c]) { return "utf-32be" }
    if bytes.starts(with: [0x3c, 0]) { return "utf-16le" }
    if bytes.starts(with: [0, 0x3c]) { return "utf-16be" }
    return nil
  }
}
