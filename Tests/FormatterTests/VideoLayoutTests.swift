import Castwire
import Foundation
import Testing

@testable import Formatter

/// The layout that a list of a given width asks for.
@Suite(.timeLimit(.minutes(5)))
struct VideoLayoutTests {
  private func layout(_ bench: FormatterBench, _ parameters: String) throws -> [String: Any]? {
    try bench.list(parameters, kind: .video)[0]["layout"] as? [String: Any]
  }

  @Test func `a video's cell comes with its layout where the list says how wide it is`() throws {
    let bench = try FormatterBench()
    try bench.apply(.added, video(1, title: "Taylor Swift - Bad Blood featuring Kendrick Lamar", uploaded: nil))
    let two = try #require(try layout(bench, #","width":375"#))
    #expect(two["titleLines"] as? [String] == ["Taylor Swift - Bad Blood featuring", "Kendrick Lamar"])
    #expect(two["titleHeight"] as? Double == 44)
    #expect(two["height"] as? Double == 296.9375)
    let one = try #require(try layout(bench, #","width":480.5"#))
    #expect((one["titleLines"] as? [String])?.count == 1)
    #expect(one["titleHeight"] as? Double == 20)
    #expect(try layout(bench, "") == nil)

    let id = try #require(try bench.list(kind: .video)[0]["entity"] as? String)
    let cell = try bench.ask(#"{"request":"cell.get","id":"\#(id)","width":100}"#)
    #expect((cell["layout"] as? [String: Any])?["titleWidth"] as? Double == 16)
  }

  @Test func `other cells have no layout`() throws {
    let bench = try FormatterBench()
    try bench.apply(.added, episode(1))
    #expect(try bench.list(#","width":375"#)[0]["layout"] == nil)
  }

  @Test(arguments: ["-1", "100001", "1e300"])
  func `a width that no list has is refused`(_ width: String) throws {
    let bench = try FormatterBench()
    try bench.apply(.added, video(1, uploaded: nil))
    #expect("\(try #require(throws: (any Error).self) { try layout(bench, ",\"width\":\(width)") })".contains("width"))
  }
}
