import Castwire
import Testing

@testable import FeedParsing

struct HTMLTests {
  func safe(_ html: String, base: String? = "https://a.example/dir/") -> String {
    var reader = HTMLReader()
    withView(html) { reader.read(html: $0, base: base.flatMap(URLBase.init), as: .html) }
    return reader.safeHTML.string
  }

  func plain(_ html: String) -> String {
    var reader = HTMLReader()
    withView(html) { reader.read(html: $0, as: .text) }
    return reader.plainText.string
  }

  @Test(arguments: [
    ("<p>Hello <b>you</b></p>", "<p>Hello <b>you</b></p>"),
    ("<P CLASS=x ID='y'>a</P>", "<p>a</p>"),
    ("<a href=\"x.html\" onclick=\"evil()\" style=\"x\">y</a>", "<a href=\"https://a.example/dir/x.html\">y</a>"),
    (
      "<img src=/i.png alt='a \"b\" <c>' onerror=evil()>",
      "<img src=\"https://a.example/i.png\" alt=\"a &quot;b&quot; &lt;c&gt;\">"
    ),
    ("a<br/>b<br>c<hr />", "a<br>b<br>c<hr>"),
    ("1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 > 2"),
    ("&lt;script&gt; &amp; &eacute;&nbsp;&#146;", "&lt;script&gt; &amp; é&nbsp;’"),
    ("<p>one<p>two", "<p>one</p><p>two</p>"),
    ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"),
    ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"),
    ("</p></div>x</b>", "x"),
    ("<font color=red>x</font><custom-tag>y</custom-tag>", "xy"),
    ("<a href=\"mailto:me@a.example\">m</a>", "<a href=\"mailto:me@a.example\">m</a>"),
    ("<a href=\"?a=1&amp;b=2\">q</a>", "<a href=\"https://a.example/dir/?a=1&amp;b=2\">q</a>"),
    ("write to <me@a.example>", "write to &lt;me@a.example>"),
    ("<!-- no -->x<!DOCTYPE y>", "x"),
    ("<td colspan=\"2\">x</td>", "<td colspan=\"2\">x</td>"),
    ("a\u{1}b", "ab"),
  ])
  func `HTML is made safe and well formed`(html: String, result: String) {
    #expect(safe(html) == result)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<SCRIPT SRC=//e.example/x.js></SCRIPT>", "<scr<script>ipt>alert(1)</script>",
    "<style>p{}</style>", "<iframe src=\"https://e.example\"></iframe>", "<form action=/x><input name=q></form>",
    "<a href=\"javascript:alert(1)\">x</a>", "<a href=\" &#106;avascript:alert(1)\">x</a>",
    "<a href=\"java&#10;script:alert(1)\">x</a>", "<a href=\"JaVaScRiPt&colon;alert(1)\">x</a>",
    "<a href=\"vbscript:x\">x</a>", "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<img src=x onerror=\"alert(1)\">", "<img src=x onerror=alert(1)//", "<img/src=x/onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<math><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
    "<object data=x><embed src=y></object>", "<base href=\"https://e.example/\">",
    "<meta http-equiv=refresh content=0>",
    "<link rel=stylesheet href=x>", "<p style=\"background:url(javascript:alert(1))\">x</p>",
    "<video src=x onplay=alert(1) poster=\"javascript:alert(1)\"></video>", "<template><script>x</script></template>",
    "<noscript><p title=\"</noscript><script>alert(1)</script>\"></noscript>",
    "<textarea><script>alert(1)</script></textarea>",
    "<a title='\"><script>alert(1)</script>'>x</a>", "<script", "<script>alert(1)", "<!--><script>alert(1)</script>-->",
    "<frameset><frame src=x></frameset>", "<div onmouseover='alert(1)'>x</div>",
    "<a href='x' href='javascript:alert(1)'>x</a>",
    "<p/onclick=alert(1)>x</p>", "<button formaction=javascript:alert(1)>x</button>",
    "<a\u{c}href=\"javascript:alert(1)\">x</a>",
  ])
  func `nothing that runs, frames or posts is left`(html: String) {
    let result = safe(html).lowercased()
    let dangers = [
      "<script", "<style", "<iframe", "<frame", "<form", "<input", "<button", "<object", "<embed", "<svg", "<math",
      "<base",
      "<meta", "<link", "<template", "<textarea", "<noscript", "javascript:", "vbscript:", "data:",
    ]
    for danger in dangers { #expect(!result.contains(danger), "\(result)") }
    // A handler could only be an attribute: of these only the listed ones are ever written.
    var names: [Substring] = []
    for tag in result.split(separator: "<").dropFirst(result.hasPrefix("<") ? 0 : 1) {
      guard let head = tag.split(separator: ">").first else { continue }
      names += head.split(separator: " ").dropFirst().compactMap {
        $0.contains("=\"") ? $0.split(separator: "=").first : nil
      }
    }
    #expect(names.allSatisfy { ["href", "src", "alt", "title", "poster"].contains($0) }, "\(result)")
  }

  @Test(arguments: [
    ("<p>One</p><p>two</p>", "One two"), ("a<br>b", "a b"), ("<b>bo</b>ld", "bold"), ("  a \n\t b  ", "a b"),
    ("a&nbsp;&nbsp;b", "a b"), ("x<script>alert('<p>')</script>y", "x y"), ("x<style>p{}</style>y", "x y"),
    ("AT&amp;T &lt;b&gt;", "AT&T <b>"), ("1 < 2 > 1", "1 < 2 > 1"), ("<ul><li>1</li><li>2</li></ul>", "1 2"),
    ("<!-- c -->x", "x"), ("<a title=\"a > b\">x</a>", "x"), ("", ""), ("   ", ""),
    ("<me@a.example>", "<me@a.example>"),
    ("cut off <a href=\"http", "cut off"),
    ("&#8220;long&#8221; text that is longer than eight bytes", "“long” text that is longer than eight bytes"),
    ("exactly8 exactly8  exactly8", "exactly8 exactly8 exactly8"), ("Ünï¢ode Â x", "Ünï¢ode Â x"),
  ])
  func `HTML becomes plain text`(html: String, text: String) {
    #expect(plain(html) == text)
  }

  @Test func `links are dropped where nothing makes them absolute`() {
    #expect(safe("<a href=\"/x\">y</a>", base: nil) == "<a>y</a>")
  }

  @Test func `a bomb of tags stays small and shallow`() {
    let html = String(repeating: "<div><b>", count: 50_000)
    let result = safe(html)
    #expect(result.utf8.count < 4096)
  }

  @Test func `text in Atom is text, whatever it looks like`() throws {
    let entry = try entry(
      "<title type=\"text\">Use of &lt;b&gt;</title><content type=\"text\">1 &lt; 2 &amp; &lt;p&gt;</content>")
    #expect(entry.title == "Use of <b>")
    #expect(entry.contentHTML == "1 &lt; 2 &amp; &lt;p>")
    #expect(entry.description == "1 < 2 & <p>")
  }
}
