import Testing

@testable import CastwireCommand

@Suite(.timeLimit(.minutes(2)))
struct ChildProcessTests {
  /// - Returns: how it ended, and what it said until then.
  private func run(_ script: String) async throws -> (end: ChildProcess.End?, lines: [String]) {
    let child = try ChildProcess(path: "/bin/sh", arguments: ["-c", script], environment: [:])
    var lines: [String] = []
    while child.end == nil {
      lines += child.takeLines()
      await Task.yield()
    }
    return (child.end, lines)
  }

  @Test func `the last words of a process are read before its end is told`() async throws {
    let (end, lines) = try await run("echo first; printf last >&2; exit 7")
    #expect(end == .exited(7))
    #expect(lines == ["first", "last"])
  }

  @Test func `a process has ended also where one that it started holds its log`() async throws {
    // It reads until this process closes the other end, which is after the test.
    let (end, lines) = try await run("exec 3<&0; cat <&3 & echo words; exit 7")
    #expect(end == .exited(7))
    #expect(lines == ["words"])
  }
}
