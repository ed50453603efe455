internal import CastwireBus
internal import Storage

/// What a service writes down beside its database: which log it published from which file, and how far.
///
/// A database that was put back from a copy would go on with positions that have meant other events before, and
/// consumers would take these for what they know. So such a log gets a new id, and they start over. It is told by this
/// record, which a copy of the database does not have:
///
/// | what happened | how it is told |
/// |---|---|
/// | the file alone was copied here | the record is missing, or speaks of another file |
/// | the whole folder was copied, here or to another machine | the record speaks of another file: inode and birth differ |
/// | an earlier copy was put in the file's place, or into the file | the record knows a later head, or another log |
/// | a copy that ran elsewhere was put in its place | the event at the record's head has another time |
/// | the disk was put back to an earlier moment, with this record | only consumers can tell: `Replay.isProofOfRestore` |
///
/// A new id costs every consumer a replay, and nothing else. So where the record does not tell, the id is changed: after
/// a move to another file system, too. It stays after kill -9 and after a loss of power, where the record may know less
/// than the database: the head is written after each commit and is not waited for.
struct IdentityRecord: Equatable {
  var log: String
  /// The last event that was committed before anything of it was sent.
  var head: Position
  /// That event's time.
  var time: Timestamp
  /// The database.
  var file: FileIdentity

  /// Why a log is taken for a copy, for a person.
  enum Doubt: Error, Equatable, CustomStringConvertible {
    case noRecord(String)
    case otherFile
    case otherLog
    case olderHead(known: Position)
    case otherEvent(at: Position)

    var description: String {
      switch self {
      case .noRecord(let path): "\(path) is missing or cannot be read"
      case .otherFile: "the database was copied or moved here from another place"
      case .otherLog: "the database is a copy from before the log had its last id"
      case .olderHead(let known): "the database ends before event \(known), which was published"
      case .otherEvent(let place): "event \(place) is another one than was published"
      }
    }
  }

  /// What speaks against a database being the one that this record is about.
  ///
  /// - Parameter time: of the event at a position; nil where there is none any more.
  func doubt(log: String, head: Position, file: FileIdentity, time: (Position) throws -> Timestamp?) rethrows -> Doubt?
  {
    if log != self.log { return .otherLog }
    if head < self.head { return .olderHead(known: self.head) }
    if !file.canBe(self.file) { return .otherFile }
    if let time = try time(self.head), time != self.time { return .otherEvent(at: self.head) }
    return nil
  }
}

extension IdentityRecord {
  /// Lines of always the same length, so that a newer record takes exactly the place of an older one.
  var text: String {
    """
    castwire identity 1
    log \(log)
    inode \(Position(file.inode))
    birth \(Position(UInt64(bitPattern: file.birth)))
    head \(head)
    time \(Position(UInt64(bitPattern: time.rawValue)))

    """
  }

  /// Reads a record; nil for what is none.
  init?(text: String) {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard lines.count == 6, lines[0] == ["castwire", "identity", "1"], lines.dropFirst().allSatisfy({ $0.count == 2 }),
      lines.dropFirst().map({ $0[0] }) == ["log", "inode", "birth", "head", "time"],
      let inode = UInt64(lines[2][1]), let birth = UInt64(lines[3][1]), let head = Position(digits: lines[4][1]),
      let time = UInt64(lines[5][1])
    else { return nil }
    log = String(lines[1][1])
    file = FileIdentity(inode: inode, birth: Int64(bitPattern: birth))
    self.head = head
    self.time = Timestamp(rawValue: Int64(bitPattern: time))
  }
}
