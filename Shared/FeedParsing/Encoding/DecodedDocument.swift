/// A document in UTF-8, whatever it was served in.
///
/// A byte order mark decides; then the HTTP header, then the XML declaration (RFC 7303). But a name that the bytes
/// contradict is not believed: text that is UTF-8 with more than ASCII in it looks so by no chance, and servers add a
/// charset without looking.
///
/// What would be larger than `FeedParser.sizeLimit` in UTF-8 is refused before it is written.
struct DecodedDocument {
  let bytes: [UInt8]
  /// Where the text begins in `bytes`, after a byte order mark.
  let start: Int
  /// The encoding's IANA name in lower case.
  let encoding: String
  /// How often bytes that are no character were replaced by U+FFFD.
  let replaced: Int
  private(set) var traits = DocumentTraits()
  /// False where it was only taken for granted that the bytes are UTF-8, and have nothing that needs cleaning.
  private(set) var isSurveyed = true
  /// A name that was given for the encoding and that nobody knows.
  private(set) var unknownLabel: String?
  /// A name that was given for the encoding and that the bytes show to be wrong.
  private(set) var wrongLabel: String?

  /// - Parameter surveysLater: takes for granted what nothing speaks against, for somebody who looks while he reads: then
  ///   each byte is fetched from memory once.
  init(_ bytes: [UInt8], contentType: String?, surveysLater: Bool = false) throws(FeedParsingError) {
    if let (name, length) = ByteOrderMark.mark(of: bytes) {
      try self.init(bytes, from: name, skipping: length)
      return
    }
    if let name = ByteOrderMark.wideEncoding(of: bytes) {
      try self.init(bytes, from: name, skipping: 0)
      return
    }
    let given = [
      contentType.flatMap(EncodingLabel.charset(ofContentType:)),
      bytes.withUnsafeBufferPointer { EncodingLabel.declared(in: ByteView($0)) },
    ].compactMap { $0 }
    // No such document came this far.
    let wide = given.first(where: EncodingName.isWide)
    let labels = given.filter { !EncodingName.isWide($0) }
    if surveysLater, wide == nil, labels.allSatisfy(EncodingName.isUTF8) {
      self.init(utf8: bytes, start: 0, replaced: 0)
      traits = UTF8Check.Survey().traits
      isSurveyed = false
      return
    }
    let survey = bytes.withUnsafeBufferPointer { UTF8Check.survey(ByteView($0), from: 0) }
    if survey.isUTF8 {
      try self.init(utf8: bytes, labels: labels)
      if encoding == "utf-8" { traits = survey.traits }
    } else {
      try self.init(notQuiteUTF8: bytes, labels: labels)
    }
    wrongLabel = wrongLabel ?? wide
  }

  /// Of bytes that are UTF-8, or mere ASCII.
  private init(utf8 bytes: [UInt8], labels: [String]) throws(FeedParsingError) {
    guard let other = labels.first(where: { !EncodingName.isUTF8($0) }) else {
      self.init(utf8: bytes, start: 0, replaced: 0)
      return
    }
    let highest = bytes.max() ?? 0
    if labels.contains(where: EncodingName.isUTF8) {
      self.init(utf8: bytes, start: 0, replaced: 0)
      // Of ASCII alone either name is right.
      if highest >= 0x80 { wrongLabel = other }
      return
    }
    let iconvName = EncodingName.iconvName(other)
    let keepsASCII = iconvName.map(EncodingName.keepsASCII) ?? false
    if highest < 0x80, keepsASCII {
      self.init(transcoded: bytes, encoding: other, replaced: 0)
      return
    }
    // A few characters of two bytes each are of two bytes each in these encodings too.
    let provesUTF8 = highest >= (iconvName.map(EncodingName.isDoubleByte) == true ? 0xe0 : 0x80)
    if !provesUTF8, let decoded = try DecodedDocument(bytes[...], trying: other) {
      self = decoded
      return
    }
    self.init(utf8: bytes, start: 0, replaced: 0)
    if Iconv.knows(iconvName) { wrongLabel = other } else { unknownLabel = other }
  }

  private init(notQuiteUTF8 bytes: [UInt8], labels: [String]) throws(FeedParsingError) {
    let others = labels.filter { !EncodingName.isUTF8($0) }
    if !others.isEmpty {
      let glance = bytes.withUnsafeBufferPointer { UTF8Repair(ByteView($0), from: 0, mayGiveUp: true) }
      for label in others {
        // As above, two bytes a character prove nothing against an encoding of two bytes a character.
        let iconvName = EncodingName.iconvName(label)
        let isDoubleByte = iconvName.map(EncodingName.isDoubleByte) ?? false
        let isContradicted =
          glance.looksLikeUTF8 && (!isDoubleByte || glance.wellFormedLong > 0)
          || iconvName == "WINDOWS-1252" && glance.looksLikeShortUTF8
        if !isContradicted, let decoded = try DecodedDocument(bytes[...], trying: label) {
          self = decoded
          return
        }
      }
    }
    let repair = bytes.withUnsafeBufferPointer { UTF8Repair(ByteView($0), from: 0) }
    if others.isEmpty, labels.isEmpty ? repair.wellFormed < repair.bad : repair.looksLikeSingleBytes,
      let decoded = try DecodedDocument(bytes[...], trying: "windows-1252")
    {
      self = decoded
      wrongLabel = "utf-8"
      return
    }
    try self.init(bytes, from: 0, with: repair)
    if let other = others.first {
      if Iconv.knows(EncodingName.iconvName(other)) { wrongLabel = other } else { unknownLabel = other }
    }
  }

  /// Of bytes in an encoding that their first ones show.
  private init(_ bytes: [UInt8], from name: String, skipping length: Int) throws(FeedParsingError) {
    if name == "utf-8" {
      let survey = bytes.withUnsafeBufferPointer { UTF8Check.survey(ByteView($0), from: length) }
      if survey.isUTF8 {
        self.init(utf8: bytes, start: length, replaced: 0)
        traits = survey.traits
      } else {
        let repair = bytes.withUnsafeBufferPointer { UTF8Repair(ByteView($0), from: length) }
        try self.init(bytes, from: length, with: repair)
      }
      return
    }
    guard let decoded = try DecodedDocument(bytes[length...], trying: name) else {
      throw FeedParsingError(.unknownEncoding, "its character encoding, \(name), is not known here")
    }
    self = decoded
  }

  private init(utf8 bytes: [UInt8], start: Int, replaced: Int) {
    self.bytes = bytes
    self.start = start
    encoding = "utf-8"
    self.replaced = replaced
  }

  private init(_ bytes: [UInt8], from index: Int, with repair: UTF8Repair) throws(FeedParsingError) {
    guard repair.size <= FeedParser.sizeLimit else { throw .tooLargeInUTF8 }
    let output = bytes.withUnsafeBufferPointer { repair.repaired(ByteView($0), from: index) }
    self.init(utf8: output, start: 0, replaced: repair.bad)
  }

  private init(transcoded bytes: [UInt8], encoding: String, replaced: Int) {
    self.bytes = bytes
    start = 0
    self.encoding = encoding
    self.replaced = replaced
  }

  /// Nil where nobody knows the encoding.
  private init?(_ bytes: ArraySlice<UInt8>, trying label: String) throws(FeedParsingError) {
    guard let iconvName = EncodingName.iconvName(label) else { return nil }
    let table = EncodingName.isSingleByte(iconvName: iconvName) ? SingleByteTable(iconvName: iconvName) : nil
    let decoded = if let table { try table.utf8(bytes) } else { try Iconv.utf8(bytes, from: iconvName) }
    guard let (text, replaced) = decoded else { return nil }
    // ISO 8859-1 is read as Windows-1252; where no byte tells them apart it keeps its own name.
    let needsWindows = iconvName == "WINDOWS-1252" && bytes.contains { $0 >= 0x80 && $0 < 0xa0 }
    self.init(transcoded: text, encoding: needsWindows ? "windows-1252" : label, replaced: replaced)
  }
}

extension DecodedDocument {
  /// What had to be repaired to read it.
  func report(to diagnostics: inout Diagnostics) {
    if replaced > 0 {
      diagnostics.report("bad-bytes", at: nil, "\(replaced) bytes are no \(encoding) and were replaced")
    }
    if let unknownLabel {
      diagnostics.report("unknown-encoding", at: nil, "the encoding \(unknownLabel) is not known; read as UTF-8")
    }
    if let wrongLabel {
      diagnostics.report("wrong-encoding", at: nil, "the bytes are no \(wrongLabel), as said; read as \(encoding)")
    }
  }
}
