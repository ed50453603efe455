import Foundation
import Testing

@testable import CastwireBus
@testable import ServiceLoop

struct ReplayTests {
  private struct Page: Decodable {
    let log: String
    let scannedTo: Position
    let scannedTime: Timestamp
    let head: Position
    let oldest: Position
    let more: Bool
    let complete: Bool
  }

  private struct Truncated: Decodable {
    let log: String
    let oldest: Position
    let head: Position
  }

  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private func reply(
    _ members: String, complete: Bool = true, scanCount: UInt64 = Replay.scanCount
  ) throws -> Reply {
    try Replay(try Request(json: Array("{\"request\":\"replay\",\(members)}".utf8)))
      .reply(from: bench.log, complete: complete, scanCount: scanCount)
  }

  private func page(
    _ members: String, complete: Bool = true, scanCount: UInt64 = Replay.scanCount
  ) throws -> (page: Page, subjects: [String]) {
    guard case .ok(let result, let events) = try reply(members, complete: complete, scanCount: scanCount) else {
      Issue.record("no page: \(try reply(members))")
      throw Fault()
    }
    return (try BusCoder.decode(Page.self, from: result), try events.map { try Event(json: $0).subject })
  }

  private func isTruncated(_ members: String) throws -> Bool {
    guard case .truncated(let result) = try reply(members) else { return false }
    let truncated = try BusCoder.decode(Truncated.self, from: result)
    #expect(truncated.log == bench.log.id && truncated.head == bench.log.head)
    #expect(truncated.oldest == bench.log.oldest)
    return true
  }

  private func fill(_ count: Int) throws {
    for number in 1...count {
      bench.now = Timestamp(rawValue: Int64(number) * 1_000)
      try bench.append(
        ["\(number)"], family: number % 3 == 0 ? "podcast" : "episode", feed: number % 2 == 0 ? "even" : "odd")
    }
  }

  @Test func `a page of a part of the log looks at so much of it, and says how far`() throws {
    try fill(30)
    for part in [#""feed":"even""#, #""families":["episode"]"#, #""feed":"none""#] {
      var (after, subjects, pages) = (UInt64(0), [String](), 0)
      while true {
        let (page, found) = try page("\(part),\"after\":\(after)", scanCount: 7)
        #expect(page.scannedTo == Position(min(after + 7, 30)) && page.more == (page.scannedTo < Position(30)))
        #expect(page.scannedTime == Timestamp(rawValue: Int64(page.scannedTo.rawValue) * 1_000))
        (after, pages) = (page.scannedTo.rawValue, pages + 1)
        subjects += found
        guard page.more else { break }
      }
      #expect(pages == 5)
      #expect(try subjects == self.page("\(part),\"after\":0").subjects)
    }
    #expect(try page("\"after\":0", scanCount: 7).subjects.count == 30, "all of it is not searched")
  }

  @Test func `an empty log gives an empty page`() throws {
    let (page, subjects) = try page("\"after\":0")
    #expect(subjects.isEmpty && !page.more && page.complete)
    #expect(page.scannedTo == Position(0) && page.head == Position(0) && page.oldest == Position(1))
    #expect(page.scannedTime == Timestamp(rawValue: 0) && page.log == bench.log.id)
  }

  @Test func `pages end at their limit and go on where they ended`() throws {
    try fill(7)
    let (first, one) = try page("\"after\":0,\"limit\":3")
    #expect(one == ["1", "2", "3"] && first.more && first.scannedTo == Position(3) && first.head == Position(7))
    #expect(first.scannedTime == Timestamp(rawValue: 3_000))
    let (second, two) = try page("\"after\":\"\(first.scannedTo)\",\"limit\":4,\"log\":\"\(first.log)\"")
    #expect(two == ["4", "5", "6", "7"] && !second.more && second.scannedTo == Position(7))
    let (third, three) = try page("\"after\":7")
    #expect(three.isEmpty && !third.more && third.scannedTo == Position(7))
    #expect(third.scannedTime == Timestamp(rawValue: 7_000))
  }

  @Test func `families and a feed are picked, and what was looked at counts as scanned`() throws {
    try fill(12)
    #expect(try page("\"after\":0,\"families\":[\"podcast\"]").subjects == ["3", "6", "9", "12"])
    #expect(try page("\"after\":0,\"families\":[\"podcast\",\"episode\"]").subjects.count == 12)
    #expect(try page("\"after\":0,\"families\":[]").subjects.count == 12)
    #expect(try page("\"after\":0,\"feed\":\"odd\"").subjects == ["1", "3", "5", "7", "9", "11"])
    #expect(try page("\"after\":4,\"feed\":\"odd\",\"families\":[\"podcast\"]").subjects == ["9"])
    let (none, subjects) = try page("\"after\":2,\"families\":[\"video\"]")
    #expect(subjects.isEmpty && !none.more && none.scannedTo == Position(12))
    #expect(none.scannedTime == Timestamp(rawValue: 12_000))
    let (cut, some) = try page("\"after\":0,\"families\":[\"podcast\"],\"limit\":2")
    #expect(some == ["3", "6"] && cut.more && cut.scannedTo == Position(6))
    let (last, rest) = try page("\"after\":9,\"families\":[\"podcast\"],\"limit\":1")
    #expect(rest == ["12"] && !last.more && last.scannedTo == Position(12))
    let (exact, all) = try page("\"after\":0,\"families\":[\"podcast\"],\"limit\":4")
    #expect(all.count == 4 && !exact.more && exact.scannedTo == Position(12), "nothing that was asked for follows")
  }

  @Test func `a page ends at 1 MiB, and holds an event however large`() throws {
    let large = "\"\(String(repeating: "x", count: 400_000))\""
    try bench.append(["1", "2", "3"], data: large)
    try bench.append(["4"], data: "\"\(String(repeating: "x", count: (1 << 20) - 500))\"")
    try bench.append(["5"])
    let (first, one) = try page("\"after\":0")
    #expect(one == ["1", "2"] && first.more && first.scannedTo == Position(2))
    let (second, two) = try page("\"after\":2")
    #expect(two == ["3"] && second.more)
    let (third, three) = try page("\"after\":3")
    #expect(three == ["4"] && third.more)
    let (fourth, four) = try page("\"after\":4")
    #expect(four == ["5"] && !fourth.more)
  }

  @Test func `a page without a limit holds 500 events, and at most 5,000 are given`() throws {
    try bench.append((1...5_100).map { "\($0)" })
    #expect(try page("\"after\":0").subjects.count == 500)
    // 1 MiB ends the page sooner.
    #expect(try page("\"after\":0,\"limit\":5000").subjects.count > 1_500)
    for limit in ["0", "-1", "5001", "9223372036854775808", "1.5", "\"7\""] {
      let error = failure { _ = try reply("\"after\":0,\"limit\":\(limit)") }
      #expect((error as? RequestError)?.code == .badRequest)
    }
  }

  @Test(arguments: [
    "\"limit\":1", "\"after\":null", "\"after\":-1", "\"after\":\"x\"", "\"after\":1.5",
    "\"after\":0,\"families\":\"episode\"",
    "\"after\":0,\"families\":[7]", "\"after\":0,\"afterTime\":5", "\"after\":0,\"afterTime\":\"noon\"",
    "\"after\":0,\"log\":7",
    "\"after\":0,\"feed\":[]", "\"after\":0,\"consumer\":{}",
  ])
  func `parameters that make no sense are refused`(members: String) throws {
    #expect((failure { _ = try reply(members) } as? RequestError)?.code == .badRequest)
  }

  @Test func `more families than SQLite has room for parameters are only families`() throws {
    try fill(3)
    let families = (0..<260_000).map { "\"f\($0)\"" }.joined(separator: ",")
    #expect(try page("\"after\":0,\"families\":[\(families),\"podcast\"]").subjects == ["3"])
  }

  @Test func `names from outside are values, never SQL`() throws {
    try fill(3)
    #expect(try page("\"after\":0,\"families\":[\"x') OR 1=1 --\"],\"feed\":\"' OR '1'='1\"").subjects.isEmpty)
    #expect(try page("\"after\":0,\"families\":[\"\\u0000\",\"\\\"]\",\"podcast\"]").subjects == ["3"])
  }

  @Test func `another log is truncated`() throws {
    try fill(3)
    #expect(try isTruncated("\"after\":0,\"log\":\"another\""))
    #expect(try !isTruncated("\"after\":0,\"log\":\"\(bench.log.id)\""))
  }

  @Test(arguments: [
    "4", "\"00000000000000000004\"", "9223372036854775807", "18446744073709551615", "\"99999999999999999999\"",
  ])
  func `a place past the head is truncated`(after: String) throws {
    try fill(3)
    #expect(try isTruncated("\"after\":\(after)"))
    #expect(try !isTruncated("\"after\":3"))
  }

  @Test func `a log whose event at the place is later than the asker saw was put back from a copy`() throws {
    try fill(3)
    let id = bench.log.id
    func members(_ after: Int, _ time: Int64) -> String {
      "\"log\":\"\(id)\",\"after\":\(after),\"afterTime\":\"\(Timestamp(rawValue: time))\""
    }
    #expect(try !isTruncated(members(2, 2_000)))
    #expect(try !isTruncated(members(2, 2_001)))
    #expect(try isTruncated(members(2, 1_999)))
    #expect(try !isTruncated(members(0, 0)), "before the first event there is none")
  }

  @Test func `whether the log is complete is said`() throws {
    #expect(try page("\"after\":0", complete: false).page.complete == false)
  }

  @Test func `events come back byte for byte`() throws {
    try fill(3)
    guard case .ok(_, let events) = try reply("\"after\":0") else {
      Issue.record("no page")
      return
    }
    #expect(events == (try bench.events().map(\.json)))
  }

  private func proves(_ members: String) throws -> Bool {
    try Replay(try Request(json: Array("{\"request\":\"replay\",\(members)}".utf8))).isProofOfRestore(of: bench.log)
  }

  @Test func `only a whole cursor that the log cannot have given proves that it was put back`() throws {
    try fill(3)
    func members(_ after: Int, _ time: Int64, log: String? = nil) -> String {
      "\"log\":\"\(log ?? bench.log.id)\",\"after\":\(after),\"afterTime\":\"\(Timestamp(rawValue: time))\""
    }
    #expect(try proves(members(4, 4_000)))
    #expect(try proves(members(2, 1_999)))
    #expect(try !proves(members(2, 2_000)))
    #expect(try !proves(members(3, 9_000)))
    #expect(try !proves(members(0, 0)))
    #expect(try !proves(members(4, 4_000, log: "another")))
    #expect(try !proves("\"log\":\"\(bench.log.id)\",\"after\":4"))
    #expect(try !proves("\"after\":4,\"afterTime\":\"2030-01-01T00:00:00Z\""))
  }

  /// A log of 41 events, of which 20 ended what came before them and were dropped.
  private func dropEndings() throws {
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
    try bench.append((1...20).map { "\($0)" })
    try bench.append((11...20).map { "\($0)" }, verb: "removed")
    try bench.append((21...31).map { "\($0)" })
    bench.now = bench.now.adding(.seconds(2))
    try bench.compact(Retention(age: .seconds(1), size: 1 << 30, endings: .seconds(1)))
    #expect(try bench.positions() == Array(1...10) + Array(31...41))
    #expect(bench.log.oldest == Position(31))
  }

  @Test func `who was away longer than endings are kept starts over, and who was not goes on`() throws {
    try dropEndings()
    let id = bench.log.id
    for after in 1...29 {
      let time = Timestamp(rawValue: 1_700_000_000_000)
      #expect(try isTruncated("\"after\":\(after)"))
      #expect(try isTruncated("\"after\":\(after),\"log\":\"\(id)\",\"afterTime\":\"\(time)\""))
      #expect(try !proves("\"after\":\(after),\"log\":\"\(id)\",\"afterTime\":\"\(time)\""), "it was not put back")
    }
    #expect(try !isTruncated("\"after\":0"))
    for after in 30...41 { #expect(try !isTruncated("\"after\":\(after)")) }
  }

  @Test func `a replay from 0 comes through what was compacted, page by page, and starts over where more was dropped`()
    throws
  {
    try dropEndings()
    var cursor = "\"after\":0"
    var subjects: [String] = []
    var pages: [String] = []
    while true {
      let (page, some) = try page("\(cursor),\"limit\":3")
      subjects += some
      cursor =
        "\"log\":\"\(page.log)\",\"after\":\"\(page.scannedTo)\",\"afterTime\":\"\(page.scannedTime)\""
      pages.append(cursor)
      if !page.more { break }
    }
    #expect(subjects == (1...10).map { "\($0)" } + (21...31).map { "\($0)" })

    try bench.append(["1"], verb: "removed")
    try bench.append(["z"])
    // In two halves, which no clock makes at once.
    bench.now = bench.now.adding(.seconds(50_000))
    try bench.compact()
    bench.now = bench.now.adding(.seconds(50_000))
    try bench.compact(Retention(age: .seconds(1), size: 1 << 30, endings: .seconds(1)))
    #expect(bench.log.oldest == Position(43))
    for cursor in pages.dropLast() { #expect(try isTruncated(cursor)) }
    for cursor in pages { #expect(try !proves(cursor)) }
  }

  @Test func `compaction that passes a cursor takes nothing from who goes on from it`() throws {
    bench.now = Timestamp(rawValue: 1_700_000_000_000)
    try bench.append(["a", "b", "a", "c", "a", "b"])
    let (first, one) = try page("\"after\":0,\"limit\":2")
    #expect(one == ["a", "b"])
    bench.now = bench.now.adding(.seconds(2))
    try bench.append(["z"])
    try bench.compact(Retention(age: .seconds(1), size: 1 << 30, endings: .seconds(1)))
    #expect(try bench.positions() == [4, 5, 6, 7])
    let cursor =
      "\"log\":\"\(first.log)\",\"after\":\"\(first.scannedTo)\",\"afterTime\":\"\(first.scannedTime)\""
    let (second, two) = try page(cursor)
    #expect(two == ["c", "a", "b", "z"] && !second.more)
  }

  @Test func `after a new id all events come under it`() throws {
    try fill(3)
    let id = bench.log.id
    try bench.log.renew()
    try fill(1)
    #expect(try isTruncated("\"after\":2,\"log\":\"\(id)\""))
    guard case .ok(_, let events) = try reply("\"after\":0") else {
      Issue.record("no page")
      return
    }
    #expect(try events.map { try Event(json: $0).log } == Array(repeating: bench.log.id, count: 4))
  }
}
