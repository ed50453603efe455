import Testing

/// A title with the places where its lines may be broken, and the font of each of its characters.
struct ScriptSample: Sendable, CustomTestStringConvertible {
  let script: String
  /// With "|" where a line may end. Spaces are before the bars.
  let marked: String
  let font: String
  /// The font of spaces and the ellipsis: that of the text has them in most scripts.
  let spaceFont: String
  let direction: String

  init(_ script: String, _ marked: String, font: String, spaces: String = "DejaVuSans.ttf", direction: String = "ltr") {
    self.script = script
    self.marked = marked
    self.font = font
    spaceFont = spaces
    self.direction = direction
  }

  var testDescription: String { script }
  var parts: [String] { marked.split(separator: "|").map(String.init) }
  var title: String { parts.joined() }

  static let all = [
    ScriptSample("Latin", "Taylor |Swift - |AVATAR |To |find |officially |featuring |Kendrick", font: "DejaVuSans.ttf"),
    ScriptSample("Greek", "Η |Αθήνα |και |οι |Τάφοι |της |Άνοιξης |στη |θάλασσα", font: "DejaVuSans.ttf"),
    ScriptSample("Cyrillic", "Гость |из |будущего: |Тайна |третьей |планеты", font: "DejaVuSans.ttf"),
    ScriptSample(
      "Arabic", "مرحبا |بالعالم |هذه |حلقة |طويلة |عن |البرمجة", font: "DejaVuSans.ttf", direction: "rtl"),
    ScriptSample("Hebrew", "שלום |עולם |זאת |כותרת |ארוכה |מאוד", font: "DejaVuSans.ttf", direction: "rtl"),
    ScriptSample(
      "Devanagari", "नमस्ते |दुनिया |यह |एक |लंबा |शीर्षक |है", font: "NotoSansDevanagariUI-Regular.ttf"),
    ScriptSample("Thai", "ภาษา|ไทย|เป็น|ภาษา|ที่|มี|ระดับ|เสียง|ของ|คำ", font: "NotoSansThaiUI-Regular.ttf"),
    ScriptSample("Chinese", "北|京|今|天|的|天|气|怎|么|样|明|天|会|下|雨|吗", font: "wqy-microhei.ttc"),
    ScriptSample("Korean", "안|녕|하|세|요 |세|계 |여|러|분 |오|늘|의 |이|야|기", font: "wqy-microhei.ttc"),
    ScriptSample("Emoji", "👩‍👩‍👧‍👦|🇩🇪|👍🏽|🎉|🏳️‍🌈|🇫🇷|👨‍💻|😀", font: "NotoColorEmoji.ttf"),
  ]

  /// How wide each of some texts in this script is, by the independent judge, in 14-point type.
  func widths(of texts: [String]) async throws -> [Double] {
    let isOneFont = font == spaceFont
    // Words and what is between them, where these have other fonts.
    let pieces = texts.map { isOneFont ? [$0] : Self.pieces(of: $0) }
    let unique = Array(Set(pieces.joined()))
    let words = unique.filter { isOneFont || !Self.isBetweenWords($0) }
    let between = unique.filter { !words.contains($0) }
    var known: [String: Double] = [:]
    known.merge(zip(words, try await HBShape.widths(of: words, font: font, direction: direction))) { $1 }
    if !between.isEmpty {
      known.merge(zip(between, try await HBShape.widths(of: between, font: spaceFont))) { $1 }
    }
    return pieces.map { $0.reduce(0) { $0 + known[$1]! } }
  }

  private static func isBetweenWords(_ piece: String) -> Bool { piece == " " || piece == "…" }

  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var word = ""
    for character in text {
      guard isBetweenWords(String(character)) else {
        word.append(character)
        continue
      }
      if !word.isEmpty { pieces.append(word) }
      word = ""
      pieces.append(String(character))
    }
    return word.isEmpty ? pieces : pieces + [word]
  }
}
