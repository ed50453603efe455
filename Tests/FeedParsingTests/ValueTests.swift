import Testing

@testable import FeedParsing

struct ValueTests {
  @Test(
    arguments: [
      ("3600", 3600), ("1:00:00", 3600), ("01:02:03", 3723), ("62:30", 3750), ("0:05", 5), ("3600.5", 3600.5),
      ("1h 2m 3s", 3723), ("45 min", 2700), ("45 minutes", 2700), ("PT1H2M3S", 3723), ("PT90M", 5400),
      ("P1DT1H", 90_000),
      (" 12 ", 12), (":30", 30), ("1:00:00.25", 3600.25),
    ] as [(String, Double)])
  func `a playing time is read in seconds`(text: String, seconds: Double) {
    #expect(withView(text, PlayingTime.seconds) == seconds)
  }

  @Test(arguments: ["", "0", "00:00:00", "-5", "about an hour", "1:2:3:4", "1;30", "99999999999", "abc", ":", "PT"])
  func `what is no playing time is none`(text: String) {
    #expect(withView(text, PlayingTime.seconds) == nil)
  }

  @Test(
    arguments: [
      ("1", 1), ("007", 7), (" 12 ", 12), ("1,234", 1234), ("12.00", 12), ("+5", 5), ("0", nil), ("-1", nil), ("", nil),
      ("12a", nil), ("1.5", nil), ("99999999999999999999", nil), (",", nil),
    ] as [(String, Int?)])
  func `a number is read`(text: String, number: Int?) {
    #expect(withView(text, Numbers.positive) == number)
  }

  @Test(
    arguments: [
      ("yes", true), ("Yes", true), ("TRUE", true), ("explicit", true), ("no", false), ("false", false),
      ("clean", false),
      (" no ", false), ("maybe", nil), ("", nil),
    ] as [(String, Bool?)])
  func `explicit is yes, no or unknown`(text: String, value: Bool?) {
    #expect(withView(text, Numbers.truth) == value)
  }

  @Test(
    arguments: [
      ("http://b.example/x", "http://b.example/x"), (" /x ", "https://a.example/x"), ("x", "https://a.example/dir/x"),
      ("../x", "https://a.example/x"), ("../../x", "https://a.example/x"), ("./x/./y/..", "https://a.example/dir/x/"),
      ("?q", "https://a.example/dir/feed.xml?q"), ("#f", "https://a.example/dir/feed.xml?p=1#f"),
      ("//c.example/x", "https://c.example/x"), ("/a b.mp3", "https://a.example/a%20b.mp3"),
      ("/é?q=ü", "https://a.example/%C3%A9?q=%C3%BC"), ("/%41%zz%", "https://a.example/%41%25zz%25"),
      ("/a\n\tb", "https://a.example/ab"), ("HTTP://B.example/Y", "http://B.example/Y"),
      ("/a|b{c}", "https://a.example/a%7Cb%7Bc%7D"),
      ("", nil), ("javascript:alert(1)", nil), (" JavaScript:x", nil), ("java\nscript:x", nil),
      ("file:///etc/passwd", nil),
      ("data:text/html,x", nil),
    ] as [(String, String?)])
  func `an address becomes absolute and percent-encoded`(text: String, url: String?) {
    let base = URLBase("https://a.example/dir/feed.xml?p=1#top")
    #expect(withView(text) { URLReference.absolute($0, base: base) } == url)
  }

  @Test func `without a base a relative address is none`() {
    #expect(withView("/x") { URLReference.absolute($0, base: nil) } == nil)
    #expect(withView("//a.example/x") { URLReference.absolute($0, base: nil) } == "https://a.example/x")
  }

  @Test(arguments: [
    ("me@a.example (Jo Do)", "Jo Do"), ("Jo Do (me@a.example)", "Jo Do"), ("Jo Do <me@a.example>", "Jo Do"),
    ("me@a.example", "me@a.example"), ("Jo Do", "Jo Do"), ("Jo (the Do)", "Jo (the Do)"),
    ("\"Do, Jo\" <me@a.example>", "Do, Jo"),
    ("<me@a.example>", "me@a.example"), ("()@", "()@"),
  ])
  func `a person's name is found beside an address`(text: String, name: String) {
    #expect(PersonName.name(in: text) == name)
  }
}
