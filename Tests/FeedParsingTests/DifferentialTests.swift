import CLibXML2
import Foundation
import Testing

@testable import FeedParsing

/// On well-formed documents the scanner must report what libxml2 reports: the same elements, namespaces apart, the same
/// attributes and the same text.
struct DifferentialTests {
  static let documents = [
    RSSTests.podcast, TruncationTests.document,
    "<a/>", "<a></a>", "<a b=\"1\" c='2'/>", "<a>x<b>y</b>z</a>", "<a>x<b/>y<c  d = \"e\" />z</a>",
    "<a><![CDATA[<b>&amp;]]]]></a>",
    "<a>1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;&apos;</a>", "<a b=\"&lt;&amp;&quot;&#38;&#x26;\"/>",
    "<a>&#233;&#x1F600;é😀</a>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- c --><?pi x?><a><!-- <b> --><?pi > ?>x</a><!-- end -->",
    "<a>\n\t<b> x </b>\n</a>", "<a>]]&gt;</a>", "<a b='\"' c=\"'\" d='>' e='/>'/>",
    "<p:a xmlns:p=\"u\"><p:b p:c=\"d\"/></p:a>",
    "<a><b><c><d><e/></d></c></b></a>", "<a-b.c_d><é>x</é></a-b.c_d>", "<a>x<![CDATA[]]>y<![CDATA[ ]]>z</a>",
    "<!DOCTYPE a [<!ELEMENT a ANY><!-- > ]> -->]><a>x</a>", "<a\n b\n=\n'1'\n>x</a\n>", "<a>a]]b]c</a>",
    "<a><!----><b/><!-- - --></a>",
  ]

  @Test(arguments: documents)
  func `well-formed documents read as libxml2 reads them`(document: String) throws {
    let expected = try #require(LibXML2Events.events(of: Array(document.utf8)))
    let (events, diagnostics) = ScannerEvents.eventsAndDiagnostics(of: Array(document.utf8))
    #expect(events == expected)
    #expect(diagnostics.isEmpty)
  }

  @Test func `generated documents read as libxml2 reads them`() throws {
    var generator = DocumentGenerator(seed: 42)
    for _ in 0..<3000 {
      let document = generator.document()
      let expected = try #require(LibXML2Events.events(of: Array(document.utf8)), "\(document.debugDescription)")
      let (events, diagnostics) = ScannerEvents.eventsAndDiagnostics(of: Array(document.utf8))
      #expect(events == expected, "\(document.debugDescription)")
      #expect(diagnostics.isEmpty, "\(document.debugDescription)")
    }
  }

  /// Feeds of other projects' test suites, beside the checkout where there are any.
  static let corpus: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/corpus")
      .standardized
    let files =
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return files.filter { ["xml", "rss", "rdf", "atom", "opml"].contains($0.pathExtension) }
  }()

  @Test(.enabled(if: !corpus.isEmpty, "there is no corpus beside the checkout"))
  func `well-formed feeds of other projects read as libxml2 reads them`() throws {
    var count = 0
    for file in DifferentialTests.corpus {
      let bytes = Array(try Data(contentsOf: file))
      guard String(validating: bytes, as: UTF8.self) != nil, let expected = LibXML2Events.events(of: bytes) else {
        continue
      }
      let (events, diagnostics) = ScannerEvents.eventsAndDiagnostics(of: bytes)
      #expect(events == expected, "\(file.lastPathComponent)")
      #expect(diagnostics.isEmpty, "\(file.lastPathComponent)")
      count += 1
    }
    #expect(count > 300)
  }
}
