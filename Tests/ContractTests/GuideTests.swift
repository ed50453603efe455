import Foundation
import TestSupport
import Testing

/// The code in the contract's guide, as a reader would run it.
struct GuideTests {
  @Test func `the guide's lines take every golden event and refuse a wrong one`() async throws {
    let guide = try String(contentsOf: Contract.folder.appending(path: "README.md"), encoding: .utf8)
    let code = try #require(guide.firstMatch(of: #/```python\n((?:.*\n)*?)```/#)).output.1
    let events = Contract.root.appending(path: "Tests/CastwireTests/Golden/v1").path
    let use = """
      import os, pathlib
      os.chdir("\(Contract.root.path)")
      \(code)
      for path in sorted(pathlib.Path("\(events)").glob("*.json")):
          event = json.loads(path.read_text())
          check(event)
          print("valid")
          event["data"] = {"feed": 1, "kind": 1, "duplicateOf": 1, "revision": 1}
          try:
              check(event)
          except Exception as error:
              print("refused")
      for later in ("castwire.episode.added.v2", "castwire.episode.praised.v1", "castwire.chapter.added.v1"):
          check({"type": later})
          print("passed over")
      """
    let process = try await Python.start(["-W", "ignore", "-c", use], importing: "jsonschema")
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0), "\(process.lines)")
    #expect(process.lines.count { $0 == "valid" } == 38)
    #expect(process.lines.count { $0 == "refused" } == 38)
    #expect(process.lines.count { $0 == "passed over" } == 3)
  }
}
