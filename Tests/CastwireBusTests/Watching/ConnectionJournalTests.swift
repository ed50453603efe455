import Testing

@testable import CastwireBus

struct ConnectionJournalTests {
  private let start = ContinuousClock.now

  private func finding(_ number: Int) -> Finding {
    .protocolError(address: "10.0.0.\(number)")
  }

  @Test func `what is said once is said again after an hour`() {
    var journal = ConnectionJournal(encrypts: true, allowListPath: "/keys/allow-list")
    #expect(journal.line(finding(1), now: start) != nil)
    #expect(journal.line(finding(1), now: start + .seconds(3_599)) == nil)
    #expect(journal.line(finding(2), now: start + .seconds(3_599)) != nil)
    #expect(journal.line(finding(1), now: start + .seconds(3_600)) != nil)
    #expect(journal.line(finding(1), now: start + .seconds(7_199)) == nil)
  }

  @Test func `ever new addresses are told up to a bound, then once that there are more`() {
    var journal = ConnectionJournal(encrypts: true, allowListPath: "")
    let lines = (0..<10_000).compactMap { journal.line(finding($0), now: start) }
    #expect(lines.count == ConnectionJournal.bound + 1)
    #expect(journal.line(finding(0), now: start + .seconds(3_600)) != nil)
  }

  @Test func `what is known of a client for certain makes guesses no news`() {
    var journal = ConnectionJournal(encrypts: true, allowListPath: "")
    #expect(journal.line(.brokenHandshake(address: "10.0.0.1"), now: start) != nil)
    #expect(journal.line(.encryptionMismatch(address: "10.0.0.1"), now: start) != nil)
    for address in ["10.0.0.1", Finding.unknownAddress] {
      #expect(journal.line(.brokenHandshake(address: address), now: start) == nil)
      #expect(journal.line(.encryptionMismatch(address: address), now: start) == nil)
    }
    #expect(journal.line(.brokenHandshake(address: "10.0.0.2"), now: start) != nil)
    #expect(journal.line(.otherServerKey(address: Finding.unknownAddress), now: start) != nil)
  }

  @Test func `a role that is lacked is told once, whichever request needs it`() {
    var journal = ConnectionJournal(encrypts: true, allowListPath: "/keys/allow-list")
    let line = journal.refused(name: "alert", role: .read, request: "search", now: start)
    #expect(line?.text == "refused search to 'alert': its line in /keys/allow-list lacks the role read")
    #expect(journal.refused(name: "alert", role: .read, request: "episodes.list", now: start) == nil)
    #expect(journal.refused(name: "alert", role: .control, request: "feeds.follow", now: start) != nil)
    #expect(journal.refused(name: "other", role: .read, request: "search", now: start) != nil)
  }
}
