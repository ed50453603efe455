import Testing

@testable import FeedParsing

struct URLTests {
  static func absolute(_ text: String, base: String? = nil) -> String? {
    withView(text) { URLReference.absolute($0, base: base.flatMap(URLBase.init)) }
  }

  @Test(
    arguments: [
      ("https://a.example/x", "https://a.example/x"), ("HTTPS://A.Example/X", "https://A.Example/X"),
      ("http:/a.example/x", "http://a.example/x"), ("http:a.example/x", "http://a.example/x"),
      ("http:///a.example/x", "http://a.example/x"), ("http//a.example/x", "http://a.example/x"),
      ("https//a.example/x", "https://a.example/x"), ("http:\\\\a.example\\x\\y?q=\\z", "http://a.example/x/y?q=%5Cz"),
      ("http:// a.example/x", "http://a.example/x"), ("http://http://a.example/x", "http://a.example/x"),
      ("http://https://a.example/x", "https://a.example/x"), ("www.a.example/x", "https://www.a.example/x"),
      ("WWW.A.example", "https://WWW.A.example"), ("//a.example/x", "https://a.example/x"),
      ("feed://a.example/x", "http://a.example/x"), ("feed:https://a.example/x", "https://a.example/x"),
      ("FEED:http://a.example", "http://a.example"), ("http://a.example:8080/x", "http://a.example:8080/x"),
      ("http://me:secret@A.example:80/x", "http://me:secret@A.example:80/x"),
      ("http://a.example:/x", "http://a.example/x"),
      ("http://a.example/a b\"<c>", "http://a.example/a%20b%22%3Cc%3E"),
      ("http://a.example/\t\n x", "http://a.example/%20x"),
      ("\u{a0}\u{feff}http://a.example/x\u{200b}", "http://a.example/x"),
      ("<http://a.example/x>", "http://a.example/x"),
      ("http://[::1]:80/x", "http://[::1]:80/x"), ("http://httpbin.example/x", "http://httpbin.example/x"),
      ("mailto:Me@A.example", "mailto:Me@A.example"), ("MAGNET:?xt=A", "magnet:?xt=A"),
      ("tag:a.example,2004:x", "tag:a.example,2004:x"),
      ("http://a_b.example/", "http://a_b.example/"), ("http://a.example?q", "http://a.example?q"),
      ("http://a.example/%zz%4", "http://a.example/%25zz%254"), ("http://a.example/?a[]=1", "http://a.example/?a[]=1"),
      // Internationalised hosts.
      ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
      ("http://BÜCHER.example", "http://xn--bcher-kva.example"),
      ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"),
      ("http://例え.テスト/", "http://xn--r8jz45g.xn--zckzah/"),
      ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
      ("http://пример.испытание:81/", "http://xn--e1afmkfd.xn--80akhbyknj4f:81/"),
      ("http://münchen.de", "http://xn--mnchen-3ya.de"), ("http://faß.de", "http://xn--fa-hia.de"),
      ("http://xn--bcher-kva.example", "http://xn--bcher-kva.example"),
      ("http://www.öbb.at/x", "http://www.xn--bb-eka.at/x"),
      ("www.bücher.example", "https://www.xn--bcher-kva.example"),
      // None of these names anything.
      ("http://", nil), ("http:///", nil), ("https:?x", nil), ("http:// ", nil), ("//", nil), ("", nil),
      (" \u{a0} ", nil), ("www.", nil),
      ("C:\\x.mp3", nil), ("c:/x.mp3", nil), ("x/y", nil), ("<b>x</b>", nil), ("feed:", nil),
      ("feed:javascript:x", nil),
      ("feed://", nil), ("FILE:///etc/passwd", nil), ("javascript\t:x", nil), ("http://@/x", nil),
      ("http://me@/x", nil), ("http://:80/", nil),
    ] as [(String, String?)])
  func `an address is read as browsers read it`(text: String, url: String?) {
    #expect(URLTests.absolute(text) == url)
  }

  @Test(
    arguments: [
      ("\\x\\y", "https://A.Example/x/y"), ("\\\\b.example\\x", "https://b.example/x"),
      ("x\\y?a\\b", "https://A.Example/d/x/y?a%5Cb"),
      ("//B.Example/X", "https://B.Example/X"), ("//bücher.example/", "https://xn--bcher-kva.example/"),
      ("www.b.example", "https://www.b.example"), ("./a:b", "https://A.Example/d/a:b"),
      ("http:x.example", "http://x.example"),
    ] as [(String, String?)])
  func `a relative address is read as browsers read it`(text: String, url: String?) {
    #expect(URLTests.absolute(text, base: "HTTPS://A.Example/d/f") == url)
  }

  /// The samples of RFC 3492, section 7.1, that have no capitals.
  @Test(arguments: [
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"), ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"), ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"), ("そのスピードで", "d9juau41awczczp"),
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
  ])
  func `a label is written in Punycode`(label: String, code: String) throws {
    let ascii = try #require(InternationalHost.ascii(Array(label.utf8)))
    #expect(String(decoding: ascii, as: UTF8.self) == "xn--" + code)
  }

  @Test func `a host of any length takes bounded time`() {
    #expect(InternationalHost.ascii(Array(String(repeating: "é", count: 400).utf8)) == nil)
    #expect(InternationalHost.ascii(Array(String(repeating: "é.", count: 200).utf8)) != nil)
    #expect(URLTests.absolute("http://" + String(repeating: "é", count: 20_000))?.hasPrefix("http://%C3%A9") == true)
  }

  @Test func `HTML keeps the letters of its links, and feed links`() {
    func html(_ text: String) -> String? {
      withView(text) { URLReference.absoluteBytes($0, base: nil, keepsUnicode: true) }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(html("http://Bücher.example/ü") == "http://Bücher.example/ü")
    #expect(html("feed://a.example/x") == "feed://a.example/x")
  }
}
