/// Documents with one thing wrong each, and what is read from them.
extension MalformedTests {
  /// What is wrong, a channel's content, the items that come out as `title#identifier`, and the diagnostics.
  typealias Case = (name: String, channel: String, items: [String], codes: [String])

  static let unclosed: [Case] = [
    ("title before guid", "<item><title>One<guid>1</guid></item>", ["One#1"], ["unclosed-element"]),
    (
      "title before link", "<item><title>One<link>http://a.example/1</link><guid>1</guid></item>", ["One#1"],
      ["unclosed-element"]
    ),
    (
      "title before category", "<item><title>One<category>x</category><guid>1</guid></item>", ["One#1"],
      ["unclosed-element"]
    ),
    ("title at the end", "<item><guid>1</guid><title>One</item>", ["One#1"], ["unclosed-element"]),
    (
      "description before title", "<item><description>x<title>One</title><guid>1</guid></item>", ["One#1"],
      ["unclosed-element"]
    ),
    (
      "link before title", "<item><link>http://a.example/<title>One</title><guid>1</guid></item>", ["One#1"],
      ["unclosed-element"]
    ),
    ("guid before title", "<item><guid>1<title>One</title></item>", ["One#1"], ["unclosed-element"]),
    (
      "two titles", "<item><title>One<guid>1</guid></item><item><title>Two<guid>2</guid></item>", ["One#1", "Two#2"],
      ["unclosed-element", "unclosed-element"]
    ),
    (
      "item before item", "<item><title>One</title><guid>1</guid><item><title>Two</title><guid>2</guid></item>",
      ["One#1", "Two#2"], ["unclosed-element"]
    ),
    (
      "title before item", "<item><guid>1</guid><title>One<item><title>Two</title><guid>2</guid></item>",
      ["One#1", "Two#2"], ["unclosed-element"]
    ),
    ("last item", "<item><title>One</title><guid>1</guid>", ["One#1"], ["unclosed-element"]),
    (
      "inline element", "<item><title>One <b>bold</title><guid>1</guid></item>", ["One bold#1"], ["unclosed-element"]
    ),
    (
      "unknown element",
      "<item><x:y><title>One</title><guid>1</guid></item><item><title>Two</title><guid>2</guid></item>",
      ["#0", "Two#2"], ["unclosed-element"]
    ),
    (
      "void elements", "<item><title>One<br>and<hr>more</title><guid>1</guid></item>", ["One and more#1"],
      ["unclosed-element"]
    ),
  ]

  static let misnested: [Case] = [
    (
      "inline", "<item><title>On<b><i>e</b></i></title><guid>1</guid></item>", ["One#1"],
      ["unclosed-element", "stray-end-tag"]
    ),
    (
      "stray ends", "<item></p><title>One</title></b><guid>1</guid></item>", ["One#1"],
      ["stray-end-tag", "stray-end-tag"]
    ),
    (
      "stray item end", "</item><item><title>One</title><guid>1</guid></item></item>", ["One#1"],
      ["stray-end-tag", "stray-end-tag"]
    ),
    ("wrong name", "<item><title>One</titel><guid>1</guid></item>", ["One#1"], ["misspelt-tag"]),
    ("other case", "<item><Title>One</title><guid>1</GUID></item>", ["One#1"], ["mismatched-case"]),
    (
      "ends swapped", "<item><title>One</title><guid>1</item></guid><item><title>Two</title><guid>2</guid></item>",
      ["One#1", "Two#2"], ["unclosed-element", "stray-end-tag"]
    ),
    (
      "channel ends too early", "<item><title>One</title><guid>1</guid></item></channel><item><guid>2</guid></item>",
      ["One#1", "#2"], ["stray-end-tag"]
    ),
    (
      "root ends too early", "<item><guid>1</guid></item></channel></rss><item><guid>2</guid></item>", ["#1", "#2"],
      ["stray-end-tag", "stray-end-tag"]
    ),
    ("channel in channel", "<channel><item><guid>1</guid></item></channel>", ["#1"], ["repeated-root"]),
  ]

  static let tags: [Case] = [
    (
      "no > of a start", "<item><title>One</title><guid <link>http://a.example/</link></item>", ["One#"],
      ["unclosed-element", "unclosed-tag"]
    ),
    ("no > of an end", "<item><title>One</title <guid>1</guid></item>", ["One#1"], ["unclosed-tag"]),
    ("no > of an item", "<item <title>One</title><guid>1</guid></item>", ["One#1"], ["unclosed-tag"]),
    ("no > of an item's end", "<item><guid>1</guid></item<item><guid>2</guid></item>", ["#1", "#2"], ["unclosed-tag"]),
    ("unquoted", "<item><title>One</title><guid isPermaLink=false>1</guid></item>", ["One#1"], ["unquoted-value"]),
    ("open quote", "<item><title>One</title><guid isPermaLink=\"false>1</guid></item>", ["One#1"], ["unclosed-quote"]),
    (
      "open quote, quotes later",
      "<item><enclosure url=\"http://a.example/1.mp3 /><title>One</title><guid a=\"b\">1</guid></item>",
      ["One#1"], ["unclosed-quote"]
    ),
    (
      "open quote, quotes in text", "<item><guid isPermaLink=\"false>1</guid><title>One \"1\"</title></item>",
      ["One \"1\"#1"],
      ["unclosed-quote"]
    ),
    (
      "no space", "<item><title>One</title><guid a=\"b\"isPermaLink=\"false\"c='d'>1</guid></item>", ["One#1"],
      ["missing-space", "missing-space"]
    ),
    (
      "no space behind >", "<item><guid a=\"b > c\"isPermaLink=\"false\">1</guid><title>One</title></item>", ["One#1"],
      ["missing-space"]
    ),
    (
      "twice", "<item><guid isPermaLink=\"false\" isPermaLink=\"true\">1</guid></item>", ["#1"], ["duplicate-attribute"]
    ),
    ("no value", "<item><title x>One</title><guid>1</guid></item>", ["One#1"], ["attribute-without-value"]),
    (
      "junk", "<item><title ; / =>One</title><guid>1</guid></item>", ["One#1"],
      ["junk-in-tag", "junk-in-tag", "junk-in-tag"]
    ),
    ("attributes of an end", "<item><title>One</title x=\"y\"><guid>1</guid></item>", ["One#1"], ["junk-in-tag"]),
    ("< in a value", "<item><title a=\"<b>\">One</title><guid>1</guid></item>", ["One#1"], ["unescaped-less-than"]),
  ]

  static let text: [Case] = [
    ("a < b", "<item><title>a < b</title><guid>1</guid></item>", ["a < b#1"], ["unescaped-less-than"]),
    ("<3", "<item><title>x <3 y</title><guid>1</guid></item>", ["x <3 y#1"], ["unescaped-less-than"]),
    (
      "<<", "<item><title>a << b</title><guid>1</guid></item>", ["a << b#1"],
      ["unescaped-less-than", "unescaped-less-than"]
    ),
    (
      "a <x b", "<item><title>if a <x then b</title><guid>1</guid></item>", ["if a <x then b#1"],
      ["unescaped-less-than"]
    ),
    (
      "angle brackets", "<item><title>Cats & <dogs></title><guid>1</guid></item>", ["Cats & <dogs>#1"],
      ["bare-ampersand", "unclosed-element"]
    ),
    (
      "bare &", "<item><title>AT&T & Q&A</title><guid>1</guid></item>", ["AT&T & Q&A#1"],
      ["bare-ampersand", "bare-ampersand", "bare-ampersand"]
    ),
    ("& at the end", "<item><title>One &</title><guid>1</guid></item>", ["One &#1"], ["bare-ampersand"]),
    (
      "query", "<item><guid>http://a.example/?a=1&copy=2&b=3</guid></item>", ["#http://a.example/?a=1&copy=2&b=3"],
      ["bare-ampersand", "bare-ampersand"]
    ),
    ("entity of HTML", "<item><title>Caf&eacute;</title><guid>1</guid></item>", ["Café#1"], ["undefined-entity"]),
    (
      "entity of nothing", "<item><title>x &nothing; y</title><guid>1</guid></item>", ["x &nothing; y#1"],
      ["bare-ampersand"]
    ),
    ("]]>", "<item><title>a ]]> b</title><guid>1</guid></item>", ["a ]]> b#1"], ["cdata-end-in-text"]),
    (
      "control characters", "<item><title>a\u{1}b\u{8}c\u{b}d\u{0}</title><guid>1\u{2}</guid></item>", ["abcd#1"],
      ["control-character"]
    ),
    (
      "nested CDATA", "<item><title><![CDATA[a <![CDATA[b]]> c]]></title><guid>1</guid></item>", ["a b c#1"],
      ["nested-cdata"]
    ),
    (
      "nested CDATA with tags",
      "<item><title><![CDATA[<i>a</i> <![CDATA[<b>b</b>]]> <u>c</u>]]></title><guid>1</guid></item>",
      ["a b c#1"], ["nested-cdata"]
    ),
    (
      "unclosed CDATA", "<item><guid>1</guid></item><item><guid>2</guid><title><![CDATA[Two</title></item>",
      ["#1", "Two#2"],
      ["unclosed-cdata"]
    ),
    (
      "unclosed comment", "<item><guid>1</guid></item><!-- <item><guid>2</guid></item>", ["#1", "#2"],
      ["unclosed-comment"]
    ),
    ("unclosed instruction", "<?php echo 1 <item><guid>1</guid></item>", ["#1"], ["unclosed-instruction"]),
    ("second declaration", "<?xml version=\"1.0\"?><item><guid>1</guid></item>", ["#1"], ["misplaced-declaration"]),
    ("unclosed declaration", "<!DOCTYPE [<item><guid>1</guid></item>", ["#1"], ["unclosed-declaration"]),
  ]

  /// The same for whole documents.
  static let documents: [(name: String, document: String, items: [String], codes: [String])] = [
    ("no end of the channel", "<rss><channel><item><guid>1</guid></item></rss>", ["#1"], ["unclosed-element"]),
    ("no end of the root", "<rss><channel><item><guid>1</guid></item></channel>", ["#1"], ["truncated"]),
    ("no ends", "<rss><channel><item><guid>1</guid></item>", ["#1"], ["truncated"]),
    (
      "text behind the root", "<rss><channel><item><guid>1</guid></item></channel></rss>\n42 ms", ["#1"],
      ["text-outside-root"]
    ),
    (
      "CDATA behind the root", "<rss><channel><item><guid>1</guid></item></channel></rss><![CDATA[x]]>", ["#1"],
      ["text-outside-root"]
    ),
    (
      "element behind the root", "<rss><channel><item><guid>1</guid></item></channel></rss><script>x</script>", ["#1"],
      ["element-behind-root"]
    ),
    (
      "unclosed behind the root", "<rss><channel><item><guid>1</guid></item></channel></rss><br>", ["#1"],
      ["element-behind-root"]
    ),
    (
      "two documents",
      "<rss><channel><item><guid>1</guid></item></channel></rss>\n<rss><channel><item><guid>2</guid></item></channel></rss>",
      ["#1", "#2"], ["element-behind-root"]
    ),
    ("root in root", "<rss><rss><channel><item><guid>1</guid></item></channel></rss></rss>", ["#1"], ["repeated-root"]),
    ("Atom in Atom", "<feed><feed><entry><id>1</id></entry></feed></feed>", ["#1"], ["repeated-root"]),
    (
      "unclosed entry", "<feed><entry><id>1</id><title>One</title><entry><id>2</id></entry></feed>", ["One#1", "#2"],
      ["unclosed-element"]
    ),
    ("unclosed title of an entry", "<feed><entry><title>One<id>1</id></entry></feed>", ["One#1"], ["unclosed-element"]),
    (
      "unclosed content", "<feed><entry><content>x<id>1</id><title>One</title></entry></feed>", ["One#1"],
      ["unclosed-element"]
    ),
    (
      "two declarations",
      "<?xml version=\"1.0\"?>\n<?xml version=\"1.0\"?>\n<rss><channel><item><guid>1</guid></item></channel></rss>",
      ["#1"], ["misplaced-declaration"]
    ),
    (
      "blank line before the declaration", "\n<?xml version=\"1.0\"?><rss><channel/></rss>", [],
      ["misplaced-declaration"]
    ),
    (
      "text before the root", "x<rss><channel><item><guid>1</guid></item></channel></rss>", ["#1"],
      ["text-outside-root"]
    ),
    (
      "a DOCTYPE with a subset",
      "<!DOCTYPE rss [<!ELEMENT rss ANY> <!-- > ]> --> <?x ]> ?> <!ENTITY a \"]>\"> ]><rss><channel><item><guid>1</guid></item></channel></rss>",
      ["#1"], []
    ),
    (
      "instructions anywhere",
      "<?a?><rss><?b <c> ?><channel><item><guid>1<?d?></guid><?e > ?></item></channel></rss><?f?>", ["#1"], []
    ),
  ]
}
