import Foundation
import TestSupport
import Testing

@testable import TextLayout

@Suite(.timeLimit(.minutes(5)))
struct FontTests {
  private static func installed(_ name: String) throws -> String {
    try #require(FontFiles().paths.first { $0.hasSuffix("/\(name)") }, "\(name) is installed")
  }

  @Test func `The default fonts are those of the set-up, in the order of the list`() throws {
    let names = try FontFiles().paths.map { ($0 as NSString).lastPathComponent }
    #expect(names.first == "DejaVuSans.ttf")
    #expect(names == FontFiles.names.filter(names.contains))
    for needed in ["NotoSansDevanagariUI-Regular.ttf", "wqy-microhei.ttc", "NotoColorEmoji.ttf"] {
      #expect(names.contains(needed))
    }
  }

  @Test func `A font that is asked for comes first, and the others stand in for it`() throws {
    let first = try Self.installed("NotoSansThaiUI-Regular.ttf")
    let files = try FontFiles(preferred: [first])
    #expect(files.paths.first == first)
    #expect(files.paths.filter { $0 == first }.count == 1)
    // Thai alone: its Latin comes from elsewhere, and is as wide as before.
    let thai = try TitleTypesetter(fonts: files)
    let usual = try TitleTypesetter(fonts: FontFiles())
    #expect(thai.width(of: "кириллица") == usual.width(of: "кириллица"))
  }

  @Test func `A missing font that is asked for is refused with its name`() {
    #expect(throws: FontError.unusable(path: "/nowhere/Sans.ttf", reason: "there is no such file")) {
      try FontFiles(preferred: ["/nowhere/Sans.ttf"])
    }
  }

  @Test(arguments: [[], Array("no font".utf8), [UInt8](repeating: 0, count: 100_000)])
  func `What is no font is refused as such`(_ bytes: [UInt8]) throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/some.ttf"
    try Data(bytes).write(to: URL(filePath: path))
    let error = #expect(throws: FontError.self) { try FontFiles(preferred: [path]) }
    #expect("\(try #require(error))".hasPrefix("the font \(path) cannot be used: "))
  }

  @Test func `Without any font the error says what to install`() throws {
    let folder = try TemporaryDirectory()
    let error = #expect(throws: FontError.self) { try FontFiles(folders: [folder.path, "/nowhere"]) }
    #expect("\(try #require(error))".contains("apt-get install fonts-dejavu-core"))
  }

  @Test func `A broken font is passed over and told of once`() throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/NotoSans-Regular.ttf"
    try Data("broken".utf8).write(to: URL(filePath: path))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/wqy-microhei.ttc", withDestinationPath: Self.installed("wqy-microhei.ttc"))
    let files = try FontFiles(preferred: [Self.installed("DejaVuSans.ttf")], folders: [folder.path])
    var problems: [TextProblem] = []
    let typesetter = try TitleTypesetter(fonts: files) { problems.append($0) }
    #expect(typesetter.width(of: "東京") == 28)
    #expect(typesetter.width(of: "大阪") == 28)
    #expect(problems.count == 1)
    #expect(problems.first.map { "\($0)" }?.contains(path) == true)
  }

  @Test func `What no font has is measured as a box and told of once a script`() throws {
    let files = try FontFiles(preferred: [Self.installed("DejaVuSans.ttf")], folders: [])
    var problems: [TextProblem] = []
    let typesetter = try TitleTypesetter(fonts: files) { problems.append($0) }
    let box = typesetter.width(of: "東")
    #expect(box > 5)
    #expect(abs(typesetter.width(of: "東京") - 2 * box) < 0.001)
    _ = typesetter.width(of: "नमस्ते")
    #expect(
      problems == [.noFont(script: "Hani", character: "東"), .noFont(script: "Deva", character: "न")])
  }

  @Test func `Text and picture forms of one character have their own fonts`() throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    let text = typesetter.width(of: "☺\u{FE0E}")
    let picture = typesetter.width(of: "☺\u{FE0F}")
    #expect(picture != text)
    #expect(picture == typesetter.width(of: "😀"))
    // Digits are in the emoji font as well, and are not taken from there.
    #expect(typesetter.width(of: "1") < 0.6 * picture)
  }
}
