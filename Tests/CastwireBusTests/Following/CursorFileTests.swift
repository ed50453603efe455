import TestSupport
import Testing

@testable import CastwireBus

struct CursorFileTests {
  private let place = Checkpoint(
    cursor: Cursor(log: "log-a", sequence: Position(7), time: Timestamp(rawValue: 7_000)), isStartingOver: true)

  @Test func `what was saved is there after a restart, and nothing before`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "cursor")
    do {
      let file = try CursorFile(path: path)
      #expect(try file.load() == nil)
      for sequence in 1...3 {
        try file.save(
          Checkpoint(
            cursor: Cursor(log: "x", sequence: Position(UInt64(sequence)), time: place.cursor.time),
            isStartingOver: false))
      }
      try file.save(place)
    }
    #expect(try CursorFile(path: path).load() == place)
  }

  @Test(arguments: ["", "7", "{}", #"{"cursor":{"log":"a","sequence":"7"},"isStartingOver":false}"#])
  func `what is no cursor is refused with what to do, and left as it is`(text: String) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Array(text.utf8), to: "cursor")
    let file = try CursorFile(path: path)
    for _ in 0..<2 {
      let error = #expect(throws: CursorFileError.self) { try file.load() }
      #expect(error?.description.contains("to start over from the beginning, delete it") == true)
    }
  }

  @Test func `one subscriber at a time has the file`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "cursor")
    let first = try CursorFile(path: path)
    let error = #expect(throws: CursorFileError.self) { try CursorFile(path: path) }
    #expect(error?.reason.contains("in use by another subscriber") == true)
    try first.save(place)
  }

  @Test func `a folder that is not there is named`() throws {
    let error = #expect(throws: CursorFileError.self) { try CursorFile(path: "/nowhere/cursor") }
    #expect(error?.description.contains("/nowhere/cursor cannot be locked: No such file or directory") == true)
  }
}
