import Castwire
import Testing

@testable import FeedParsing

struct JSONScannerTests {
  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""a\"b""#, "a\"b"), (#""a\\""#, "a\\"), (#""\\\"""#, "\\\""), (#""a\/b""#, "a/b"),
    (#""\n\t\r""#, "\n\t\r"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"), (#""é😀""#, "é😀"),
    (#""\u003cb\u003e""#, "<b>"),
  ])
  func `a string is read with its escapes`(json: String, text: String) {
    #expect(JSONEvents.events(of: "[\(json)]") == ["[", "string \(text)", "]"])
    #expect(JSONEvents.codes(of: "[\(json)]").isEmpty)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{fffd}", "lone-surrogate"), (#""\ude00x""#, "\u{fffd}x", "lone-surrogate"),
    (#""\ud83d\u0041""#, "\u{fffd}A", "lone-surrogate"), (#""\ud83d\ud83d\ude00""#, "\u{fffd}😀", "lone-surrogate"),
    (#""a\'b""#, "a'b", "bad-escape"), (#""C:\dir""#, "C:\\dir", "bad-escape"), (#""\u12""#, "\\u12", "bad-escape"),
    ("\"a\nb\"", "a\nb", "control-character"), ("\"a\u{1}b\"", "a\u{1}b", "control-character"),
    (#""a "quoted" word""#, "a \"quoted\" word", "unescaped-quote"),
  ])
  func `a malformed string is read and reported`(json: String, text: String, code: String) {
    #expect(JSONEvents.events(of: "[\(json)]") == ["[", "string \(text)", "]"])
    #expect(Set(JSONEvents.codes(of: "[\(json)]")) == [code])
  }

  @Test(arguments: [
    (
      #"{"a":1,"b":[true,false,null,-1.5e3],"c":{}}"#,
      "{ name a|number 1|name b|[|yes|no|null|number -1.5e3|]|name c|{|}|}"
    ),
    ("\n[ 1 , [ ] , { } ]\n", "[|number 1|[|]|{|}|]"), (#""alone""#, "string alone"), ("12", "number 12"),
  ])
  func `well-formed JSON leaves no diagnostic`(json: String, events: String) {
    #expect(JSONEvents.events(of: json).joined(separator: "|") == events.replacing("{ name", with: "{|name"))
    #expect(JSONEvents.codes(of: json).isEmpty)
  }

  @Test(arguments: [
    ("[1,]", "[|number 1|]", "trailing-comma"), (#"{"a":1,}"#, "{|name a|number 1|}", "trailing-comma"),
    ("[1 2]", "[|number 1|number 2|]", "missing-comma"), ("[,1]", "[|number 1|]", "bad-json"),
    ("{\"a\":\"x\"\n\"b\":\"y\"}", "{|name a|string x|name b|string y|}", "missing-comma"),
    ("{a:1}", "{|name a|number 1|}", "unquoted-name"), (#"{"a":[1}"#, "{|name a|[|number 1|]|}", "unclosed-value"),
    ("[1]]", "[|number 1|]", "trailing-junk"), ("[}1]", "[|number 1|]", "bad-json"),
    (#"{"a":nonsense,"b":1}"#, "{|name a|null|name b|number 1|}", "bad-json"),
    (#"{"a":,"b":1}"#, "{|name a|name b|number 1|}", "bad-json"), (#"{"a","b":1}"#, "{|name b|number 1|}", "bad-json"),
    ("[1] // end", "[|number 1|]", "trailing-junk"), ("[TRUE,Null]", "[|yes|null|]", ""),
  ])
  func `malformed JSON is recovered and reported`(json: String, events: String, code: String) {
    #expect(JSONEvents.events(of: json).joined(separator: "|") == events)
    #expect(JSONEvents.codes(of: json).first ?? "" == code)
  }

  @Test func `what nests too deep is passed over`() {
    let bomb = String(repeating: "[", count: 5_000) + "\"]\"" + String(repeating: "]", count: 5_000)
    let events = JSONEvents.events(of: "{\"a\":\(bomb),\"b\":1}")
    #expect(events.suffix(3) == ["name b", "number 1", "}"])
    #expect(events.count { $0 == "[" } == JSONScanner.depthLimit - 1)
    #expect(JSONEvents.codes(of: "{\"a\":\(bomb)}") == ["too-deep"])
  }

  /// None of these may take time that grows with the square of its size: at these sizes that would be minutes.
  @Test(arguments: [
    "\"", "\\", "\\\"", "[", "{", "{\"a\":", "\"a", "\" ", ",", ":", "]", "}{", "a ", "\"\n", "{\"a\" ",
  ])
  func `repeated fragments are read in linear time`(fragment: String) {
    for prefix in ["", "[", "{\"a\":", "[\""] {
      let document = prefix + String(repeating: fragment, count: 20_000)
      _ = JSONEvents.codes(of: document)
    }
  }

  @Test func `starts and ends balance whatever the document is`() {
    var state: UInt64 = 1
    let pieces = ["{", "}", "[", "]", ",", ":", "\"", "\\", "a", "1", "null", " ", "\"x\"", "\"x\":", "\n"]
    for _ in 0..<2_000 {
      var document = ""
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        document += pieces[Int(state >> 33) % pieces.count]
      }
      var open: [String] = []
      for event in JSONEvents.events(of: document) {
        switch event {
        case "{", "[": open.append(event)
        case "}": #expect(open.popLast() == "{", "\(document)")
        case "]": #expect(open.popLast() == "[", "\(document)")
        default: break
        }
      }
    }
  }
}

/// What the scanner reports, as texts.
enum JSONEvents {
  static func events(of document: String) -> [String] { scan(document).events }
  static func codes(of document: String) -> [String] { scan(document).codes }

  private static func scan(_ document: String) -> (events: [String], codes: [String]) {
    withView(document) { view in
      var scanner = JSONScanner(document: view)
      var events: [String] = []
      while true {
        switch scanner.next() {
        case .objectStart: events.append("{")
        case .objectEnd: events.append("}")
        case .arrayStart: events.append("[")
        case .arrayEnd: events.append("]")
        case .name: events.append("name \(text(&scanner))")
        case .string: events.append("string \(text(&scanner))")
        case .number: events.append("number \(view[scanner.text].string)")
        case .yes: events.append("yes")
        case .no: events.append("no")
        case .null: events.append("null")
        case .finished: return (events, scanner.diagnostics.list(in: view).map(\.code))
        }
      }
    }
  }

  private static func text(_ scanner: inout JSONScanner) -> String {
    let raw = scanner.string()
    return raw.owned.map { String(decoding: $0, as: UTF8.self) } ?? scanner.document[raw.range].string
  }
}
