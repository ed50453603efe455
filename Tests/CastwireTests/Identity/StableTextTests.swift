import Castwire
import Testing

struct StableTextTests {
  @Test(arguments: [
    (
      #"{"url":"https://a.example/1.mp3?Expires=17&Signature=x&v=2","n":1}"#,
      #"{"url":"https://a.example/1.mp3?v=2","n":1}"#
    ),
    (
      #"{"html":"<img src=\"https://a.example/1.png?Policy=p&amp;Signature=s&amp;Key-Pair-Id=k\"> what?"}"#,
      #"{"html":"<img src=\"https://a.example/1.png\"> what?"}"#
    ),
    (
      #"["http://a.example/?q=why?","why?","?","http://a.example/?exp=1"]"#,
      #"["http://a.example/?q=why?","why?","?","http://a.example/"]"#
    ),
    (#"<a href="https://a.example/?x=1&amp;y=2">"#, #"<a href="https://a.example/?x=1&amp;y=2">"#),
    ("", ""), ("?", "?"), ("http://a.example/?sig=1", "http://a.example/?sig=1"),
  ])
  func `what signs addresses is left out wherever they stand, and nothing else`(text: String, stable: String) {
    #expect(String(decoding: Identity.stableText(Array(text.utf8)), as: UTF8.self) == stable)
  }
}
