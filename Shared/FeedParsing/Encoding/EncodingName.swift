/// What names of character encodings stand for: the labels of the WHATWG Encoding standard, read as browsers read them,
/// since feeds are made to work in these.
enum EncodingName {
  /// The C library's name for the encoding that `label` stands for, which is in lower case; nil for those that nobody
  /// should read: they hide markup from whoever looks at the bytes.
  ///
  /// A label that the standard does not know is handed on as it is.
  static func iconvName(_ label: String) -> String? {
    if let number = byLabel[NameHash(label)] { return entries[number].name }
    return dangerous.contains { label.hasPrefix($0) } ? nil : label.uppercased()
  }

  static func isUTF8(_ label: String) -> Bool {
    switch label {
    case "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8", "utf8mb4":
      true
    default: false
    }
  }

  /// Whether the label names an encoding of two or four bytes a unit: bytes show that they are in one, or are not.
  static func isWide(_ label: String) -> Bool {
    ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs2", "ucs-4", "ucs4", "iso-10646-ucs", "csunicode", "unicode"]
      .contains { label.hasPrefix($0) } && !isUTF8(label)
  }

  /// Whether characters beyond ASCII have two bytes or more, so that some texts might be taken for UTF-8.
  static func isDoubleByte(iconvName: String) -> Bool {
    ["GB18030", "BIG5-HKSCS", "EUC-JP-MS", "CP932", "UHC"].contains(iconvName)
  }

  /// Whether all characters have one byte, those of ASCII as in ASCII.
  static func isSingleByte(iconvName: String) -> Bool {
    keepsASCII(iconvName: iconvName) && !isDoubleByte(iconvName: iconvName)
  }

  /// Whether every byte below 0x80 that begins a character is ASCII's.
  static func keepsASCII(iconvName: String) -> Bool {
    iconvName != "ISO-2022-JP" && entries.contains { $0.name == iconvName }
  }

  private static let dangerous = [
    "utf-7", "utf7", "x-utf-7", "unicode-1-1-utf-7", "csunicode11utf7", "csutf7", "scsu", "bocu", "hz-gb-2312",
    "iso-2022-kr",
    "csiso2022kr", "iso-2022-cn", "wchar_t", "internal", "java", "c99", "ibm", "cp037", "cp1047", "ebcdic",
  ]

  /// The numbers of entries.
  private static let byLabel = NameTable(
    entries.enumerated().flatMap { number, entry in entry.labels.split(separator: " ").map { (String($0), number) } })

  private static let entries: [(name: String, labels: String)] = [
    ("CP866", "866 cp866 csibm866 ibm866"),
    (
      "ISO-8859-2",
      "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
      "ISO-8859-3",
      "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
      "ISO-8859-4",
      "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
      "ISO-8859-5",
      "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
      "ISO-8859-6",
      "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
        + "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
    ),
    (
      "ISO-8859-7",
      "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
        + "iso_8859-7:1987 sun_eu_greek"
    ),
    (
      "ISO-8859-8",
      "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
        + "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
    ),
    ("ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9"),
    ("ISO-8859-16", "iso-8859-16 iso8859-16 iso885916"),
    ("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("KOI8-U", "koi8-ru koi8-u"),
    ("MACINTOSH", "csmacintosh mac macintosh x-mac-roman macroman"),
    ("CP874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("CP1250", "cp1250 windows-1250 x-cp1250"),
    ("CP1251", "cp1251 windows-1251 x-cp1251 win-1251 windows1251"),
    (
      "WINDOWS-1252",
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
        + "iso_8859-1:1987 l1 latin1 latin-1 us-ascii windows-1252 x-cp1252 ansi windows1252 iso-8859-1-windows"
    ),
    ("CP1253", "cp1253 windows-1253 x-cp1253"),
    (
      "WINDOWS-1254",
      "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 "
        + "x-cp1254"
    ),
    ("CP1255", "cp1255 windows-1255 x-cp1255"),
    ("CP1256", "cp1256 windows-1256 x-cp1256"),
    ("CP1257", "cp1257 windows-1257 x-cp1257"),
    ("CP1258", "cp1258 windows-1258 x-cp1258"),
    ("MAC-CYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
    (
      "GB18030",
      "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030 cp936 windows-936 euc-cn"
    ),
    ("BIG5-HKSCS", "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950"),
    ("EUC-JP-MS", "cseucpkdfmtjapanese euc-jp x-euc-jp eucjp"),
    ("ISO-2022-JP", "csiso2022jp iso-2022-jp"),
    ("CP932", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis cp932"),
    (
      "UHC",
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 cp949"
    ),
  ]
}
