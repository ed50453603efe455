import CastwireBus
import Storage
import Testing

@testable import ServiceLoop

struct IdentityRecordTests {
  private static let log = "0a5c1111-2222-3333-4444-555555555555"
  private static let record = IdentityRecord(
    log: log, head: Position(100), time: Timestamp(rawValue: 1_000), file: FileIdentity(inode: 7, birth: 9))

  /// A database as it is found at a start.
  struct Found: Sendable {
    var log = IdentityRecordTests.log
    var head: UInt64 = 100
    var file = FileIdentity(inode: 7, birth: 9)
    var time: Int64? = 1_000
  }

  static let cases: [(Found, IdentityRecord.Doubt?)] = [
    (Found(), nil),
    (Found(head: 120), nil),
    (Found(head: 120, time: nil), nil),
    (Found(file: FileIdentity(inode: 7, birth: 0)), nil),
    (Found(log: "another"), .otherLog),
    (Found(head: 99, time: nil), .olderHead(known: Position(100))),
    (Found(head: 0, time: nil), .olderHead(known: Position(100))),
    (Found(file: FileIdentity(inode: 8, birth: 9)), .otherFile),
    (Found(file: FileIdentity(inode: 7, birth: 10)), .otherFile),
    (Found(head: 120, time: 1_001), .otherEvent(at: Position(100))),
  ]

  @Test(arguments: cases)
  func `a database is the one of the record unless something speaks against it`(
    found: Found, doubt: IdentityRecord.Doubt?
  ) {
    let result = Self.record.doubt(log: found.log, head: Position(found.head), file: found.file) { position in
      #expect(position == Position(100))
      return found.time.map { Timestamp(rawValue: $0) }
    }
    #expect(result == doubt)
  }

  @Test func `a record is read as it was written, and takes as much room whatever it says`() {
    let largest = IdentityRecord(
      log: Self.log, head: .last, time: Timestamp(rawValue: .max),
      file: FileIdentity(inode: .max, birth: .max))
    let least = IdentityRecord(
      log: Self.log, head: Position(0), time: Timestamp(rawValue: -1), file: FileIdentity(inode: 0, birth: -1))
    for record in [Self.record, largest, least] {
      #expect(IdentityRecord(text: record.text) == record)
      #expect(record.text.utf8.count == Self.record.text.utf8.count)
    }
  }

  @Test(arguments: [
    "", "castwire identity 1\n", "castwire identity 2\nlog a\ninode 1\nbirth 1\nhead 1\ntime 1\n",
    "castwire identity 1\nlog a\ninode x\nbirth 1\nhead 1\ntime 1\n",
    "castwire identity 1\nlog a b\ninode 1\nbirth 1\nhead 1\ntime 1\n",
    "castwire identity 1\nhead 1\nlog a\ninode 1\nbirth 1\ntime 1\n", "\0\0\0",
  ])
  func `what is no record is read as none`(text: String) {
    #expect(IdentityRecord(text: text) == nil)
  }
}
