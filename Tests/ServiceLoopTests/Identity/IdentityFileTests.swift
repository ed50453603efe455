import CastwireBus
import Foundation
import Glibc
import Storage
import TestSupport
import Testing

@testable import ServiceLoop

/// Logs that are copied, put back and moved, as files are.
struct IdentityFileTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Runs the log of a folder for a moment: appends, and gives its id and why it is new.
  private func run(
    in folder: String? = nil, appending subjects: [String] = [], at time: Int64 = 1_000
  ) throws -> (id: String, doubt: IdentityRecord.Doubt?, head: Position) {
    let path = "\(folder ?? self.folder.path)/catalog.sqlite"
    let log = try EventLog(
      database: try Database(path: path), service: "catalog", now: { Timestamp(rawValue: time) })
    var doubt: IdentityRecord.Doubt?
    try IdentityFile.establish(of: log) { doubt = $0 }
    for subject in subjects { _ = try log.transaction { try log.append(Workbench.draft(subject)) } }
    return (log.id, doubt, log.head)
  }

  private func shell(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", command]
    process.currentDirectoryURL = URL(filePath: folder.path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(command)")
  }

  @Test func `a log keeps its id from start to start`() throws {
    let first = try run(appending: ["a"])
    #expect(first.doubt == nil)
    for _ in 0..<3 {
      let next = try run(appending: ["b"])
      #expect(next.id == first.id && next.doubt == nil)
    }
  }

  @Test func `a log of a version that wrote no record keeps its id`() throws {
    let bench = try Workbench()
    try bench.append(["a"])
    var doubt: IdentityRecord.Doubt?
    let log = try bench.reopenedLog()
    try IdentityFile.establish(of: log) { doubt = $0 }
    #expect(doubt == nil && log.id == bench.log.id)
  }

  /// What is done to the files between two starts, and whether the log is a copy then.
  static let deeds: [(String, Bool)] = [
    ("true", false),
    ("touch catalog.sqlite catalog.identity; chmod 640 catalog.sqlite", false),
    ("mv catalog.sqlite x && mv x catalog.sqlite", false),
    ("rm catalog.identity", true),
    (": > catalog.identity", true),
    ("cp catalog.sqlite x && mv x catalog.sqlite", true),
    ("cp -p catalog.sqlite x && rm catalog.sqlite && cp -p x catalog.sqlite", true),
    ("cp early.sqlite catalog.sqlite", true),
    ("rm catalog.sqlite && cp early.sqlite catalog.sqlite", true),
    ("cat early.sqlite > catalog.sqlite", true),
    ("cp early.sqlite catalog.sqlite && rm catalog.identity", true),
  ]

  @Test(arguments: deeds)
  func `a log that was put back from a copy gets a new id, and no other`(deed: String, isCopy: Bool) throws {
    let first = try run(appending: ["a"])
    try shell("cp catalog.sqlite early.sqlite")
    #expect(try run(appending: ["b", "c"]).doubt == nil)
    try shell(deed)
    let next = try run()
    #expect((next.id != first.id) == isCopy)
    #expect((next.doubt != nil) == isCopy)
    #expect(try run(appending: ["d"]).id == next.id, "it keeps the new one")
  }

  @Test func `the same folder copied is another log, here and elsewhere, and the first stays what it is`() throws {
    let data = folder.path(of: "data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
    let first = try run(in: data, appending: ["a"])
    try shell("cp -a data copy && mv data moved")
    let copy = try run(in: folder.path(of: "copy"), appending: ["b"])
    #expect(copy.id != first.id && copy.doubt == .otherFile)
    let moved = try run(in: folder.path(of: "moved"), appending: ["c"])
    #expect(moved.id == first.id, "in one file system a move changes nothing")
  }

  @Test func `a copy that ran elsewhere is not the log that it came from`() throws {
    let first = try run(appending: ["a", "b"])
    let elsewhere = folder.path(of: "elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try shell("cp catalog.sqlite elsewhere/")
    #expect(try run(appending: ["c"], at: 2_000).id == first.id)
    let other = try run(in: elsewhere, appending: ["x", "y", "z"], at: 3_000)
    #expect(other.id != first.id)
    try shell("cat elsewhere/catalog.sqlite > catalog.sqlite")
    let back = try run()
    #expect(back.id != first.id && back.id != other.id && back.doubt == .otherLog)
  }

  @Test func `events of before the new id are told under it, byte for byte but for their source`() throws {
    let bench = try Workbench()
    try bench.append(["a"], data: "{\"text\":\"castwire://catalog/\(bench.log.id)\"}")
    let (id, before) = (bench.log.id, try #require(try bench.events().first))
    try bench.log.renew()
    try bench.log.renew()
    try bench.append(["b"])
    #expect(bench.log.id != id)
    let log = try bench.reopenedLog()
    #expect(log.id == bench.log.id && log.source == bench.log.source)
    for log in [bench.log, log] {
      let event = try #require(try log.event(at: Position(1)))
      #expect(event.log == log.id)
      #expect(Array(event.data) == Array(before.data), "what it says is left alone")
      #expect(event.json.count == before.json.count)
      #expect(event.json == log.current(before.json))
    }
    #expect(try log.event(at: Position(2))?.log == log.id)
    #expect(try bench.findings() == [])
    try QuickCheck.run(log)
  }
}
