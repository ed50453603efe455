import TestSupport

/// Makes well-formed documents, the same ones for the same seed. Items are not among their elements: the scanner knows
/// that these never nest.
struct DocumentGenerator {
  private var random: SeededGenerator
  /// What the document's lines end in, so that a document may have any.
  private var lineEnd = "\n"

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func document() -> String {
    lineEnd = pick(["\n", "\n", "\r\n", "\r"])
    let root = name()
    return prolog(root) + element(root, declaring: " xmlns:p=\"urn:p\" xmlns:q='urn:q'", depth: 0)
      + pick(["", lineEnd, "<!-- > -->", "<?end?>"])
  }

  private mutating func prolog(_ root: String) -> String {
    let declaration = pick([
      "", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>",
      "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\" ?>",
    ])
    let type = pick([
      "", "", "<!DOCTYPE \(root)>", "<!DOCTYPE \(root) SYSTEM \"none.dtd\">",
      "<!DOCTYPE \(root) PUBLIC \"-//A//B\" 'none>.dtd' >",
      "<!DOCTYPE \(root) [<!ELEMENT \(root) ANY>\(lineEnd)<!-- ]> ' --><?x ]> \" ?><!NOTATION n SYSTEM \"]>\">]>",
      "<!DOCTYPE \(root) [ ] >",
    ])
    return declaration + pick(["", lineEnd]) + pick(["", "<!-- <a> -->", "<?x <a> ?>"]) + type + pick(["", lineEnd])
  }

  private mutating func element(_ name: String, declaring namespaces: String = "", depth: Int) -> String {
    let tag = "<\(name)\(namespaces)\(attributes())\(pick(["", "", " ", lineEnd]))"
    if below(5) == 0 { return tag + "/>" }
    return tag + ">" + content(depth: depth) + "</\(name)\(pick(["", "", " ", lineEnd]))>"
  }

  private mutating func content(depth: Int) -> String {
    var result = ""
    for _ in 0..<below(6) {
      switch below(depth < 6 ? 9 : 5) {
      case 0, 1: result += text()
      case 2: result += "<![CDATA[\(section())]]>"
      case 3: result += "<!-- \(pick(["", "x", "<b>", "->", "]]>", "<![CDATA[", "&", lineEnd])) -->"
      case 4: result += "<?pi \(pick(["", "x", ">", "<a>", "<a><b/>", "]]>", "? >", "<!--"])) ?>"
      case 5:
        // A declaration that holds here alone, and one that takes a prefix for something else.
        let namespaces = pick([" xmlns=\"urn:d\"", " xmlns:r=\"urn:r\"", " xmlns:p='urn:other'", " xmlns=''"])
        result += element(name(), declaring: namespaces, depth: depth + 1)
      default: result += element(name(), depth: depth + 1)
      }
    }
    return result
  }

  private mutating func section() -> String {
    pick([
      "", "x", "<b>&amp;</b>", "]]", "]", "]]]", "a ] b > c", " ", "<![CDATA[", "<![CDATA[ ]] >", "]]]]><![CDATA[>",
      "-->",
      "?>", lineEnd, "a\(lineEnd)b", "é😀", "</a></rss>", "&nothing;",
    ])
  }

  private mutating func attributes() -> String {
    var result = ""
    for attribute in ["a", "b-c", "p:d", "xml:lang", "q:a", "_e", "é"] where below(4) == 0 {
      let quote = pick(["\"", "'"])
      var value = ""
      for _ in 0..<below(3) {
        value += pick([
          "x", "&amp;", "&lt;b&gt;", "é", "a > b", "/>", "&#233;", quote == "'" ? "\"" : "'", "&quot;", "&apos;", "]]>",
          "=",
          "-->", " ", "\t", lineEnd, "😀", "&#x1F600;",
        ])
      }
      result +=
        pick([" ", "  ", lineEnd, "\t"]) + attribute + pick(["=", " = ", "=\(lineEnd)"]) + quote + value + quote
    }
    return result
  }

  private mutating func name() -> String {
    pick([
      "rss", "channel", "guid", "title", "a", "b", "x.y", "é", "_z", "description", "p:a", "q:title", "p:x-y", "link",
      "日本",
      "content", "A", "author",
    ])
  }

  private mutating func text() -> String {
    pick([
      "text", " ", lineEnd + lineEnd, "é", "߿", "ࠀ", "日本語", "\u{fffd}", "😀", "\u{10fffd}", "&amp;", "&lt;p&gt;",
      "&#8217;",
      "a &amp;amp; b", "]]", "]", "]]&gt;", "1 > 0", "&quot;&apos;", "a=\"b\"", "&#13;", "&#xD;\(lineEnd)", "&#10;",
      "\t",
      "&#x10FFFF;", "/>", "--", "?", "'", "\u{a0}", "a\(lineEnd)b", "\(lineEnd)&lt;\(lineEnd)",
    ])
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[below(choices.count)]
  }

  private mutating func below(_ bound: Int) -> Int {
    random.below(bound)
  }
}
