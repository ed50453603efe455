/// Makes well-formed documents, the same ones for the same seed. Items are not among their elements: the scanner knows
/// that these never nest.
struct DocumentGenerator {
  private var random: Random

  init(seed: UInt64) {
    random = Random(seed: seed)
  }

  mutating func document() -> String {
    let root = name()
    return "<\(root)\(attributes())>\(content(depth: 0))</\(root)>"
  }

  private mutating func content(depth: Int) -> String {
    var result = ""
    for _ in 0..<below(5) {
      switch below(depth < 6 ? 8 : 5) {
      case 0: result += text()
      case 1: result += "<![CDATA[\(pick(["", "x", "<b>&amp;</b>", "]]", "a ] b > c", " "]))]]>"
      case 2: result += "<!-- \(pick(["", "x", "<b>", "->", "]]>"])) -->"
      case 3: result += "<?pi \(pick(["", "x", ">", "<a>"])) ?>"
      case 4: result += "<\(name())\(attributes())/>"
      default:
        let name = name()
        result += "<\(name)\(attributes())>\(content(depth: depth + 1))</\(name)\(pick(["", " ", "\n"]))>"
      }
    }
    return result
  }

  private mutating func attributes() -> String {
    var result = ""
    for (index, attribute) in ["a", "b-c", "p:d"].enumerated() where below(3) == index {
      let quote = pick(["\"", "'"])
      let value = pick(["", "x", "&amp;", "&lt;b&gt;", "é", "a > b", "/>", "&#233;", quote == "'" ? "\"" : "'"])
      result += pick([" ", "\n"]) + attribute + pick(["=", " = "]) + quote + value + quote
    }
    return result.replacing("p:d", with: "xml:d")
  }

  private mutating func name() -> String {
    pick(["rss", "channel", "guid", "title", "a", "b", "x.y", "é", "_z", "description"])
  }

  private mutating func text() -> String {
    pick([
      "text", " ", "\n\n", "é😀", "&amp;", "&lt;p&gt;", "&#8217;", "a &amp;amp; b", "]]", "1 > 0", "&quot;&apos;",
      "a=\"b\"",
    ])
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[below(choices.count)]
  }

  private mutating func below(_ bound: Int) -> Int {
    random.below(bound)
  }

  /// SplitMix64.
  struct Random {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return Int((word ^ (word >> 31)) % UInt64(bound))
    }
  }
}
