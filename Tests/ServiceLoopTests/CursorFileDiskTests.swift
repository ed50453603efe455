import CastwireBus
import TestSupport
import Testing

/// The file of a subscriber's cursor where the disk gives out.
@Suite(.enabled(if: SmallDisk.isPermitted, "mounting a small file system needs to be permitted"))
struct CursorFileDiskTests {
  private func place(_ sequence: UInt64) -> Checkpoint {
    Checkpoint(
      cursor: Cursor(log: "log-a", sequence: Position(sequence), time: Timestamp(rawValue: 1_000)),
      isStartingOver: false)
  }

  @Test func `a full disk is told, leaves the former place, and room helps`() throws {
    let disk = try SmallDisk(kibibytes: 64)
    let file = try CursorFile(path: "\(disk.path)/cursor")
    try file.save(place(1))
    try disk.fill()
    let error = #expect(throws: CursorFileError.self) { try file.save(place(2)) }
    #expect(error?.reason == "cannot be written: No space left on device")
    #expect(try file.load() == place(1))
    try disk.free()
    try file.save(place(3))
    #expect(try file.load() == place(3))
  }

  @Test func `a read-only disk is told before anything is heard`() throws {
    let disk = try SmallDisk(kibibytes: 64)
    let path = "\(disk.path)/cursor"
    try CursorFile(path: path).save(place(1))
    try disk.makeReadOnly()
    let error = #expect(throws: CursorFileError.self) { try CursorFile(path: path) }
    #expect(error?.reason == "cannot be locked: Read-only file system")
  }
}
