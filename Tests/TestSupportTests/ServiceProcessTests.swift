import Glibc
import TestSupport
import Testing

struct ServiceProcessTests {
  private func shell(_ script: String, input: String = "") throws -> ServiceProcess {
    try ServiceProcess(
      "/bin/sh", arguments: ["-c", script], environment: ["GREETING": "hello"], input: Array(input.utf8))
  }

  @Test func `both streams are captured, and told apart`() async throws {
    let process = try shell("echo $GREETING; echo trouble >&2; exit 3")
    #expect(await process.waitForExit() == .exited(3))
    #expect(String(decoding: process.output, as: UTF8.self) == "hello\n")
    #expect(String(decoding: process.errors, as: UTF8.self) == "trouble\n")
    #expect(Set(process.lines) == ["hello", "trouble"])
  }

  @Test func `standard input is what the test gives`() async throws {
    let process = try shell("tr a-z A-Z", input: "abc\n")
    #expect(await process.line { $0 == "ABC" } == "ABC")
    #expect(await process.waitForExit() == .exited(0))
  }

  @Test func `a line can be awaited while the process runs, and a signal ends it`() async throws {
    let process = try shell("echo ready; exec cat /dev/zero > /dev/null")
    #expect(await process.line { $0 == "ready" } == "ready")
    #expect(process.status == nil)
    process.kill(SIGTERM)
    #expect(await process.waitForExit() == .signalled(SIGTERM))
  }

  @Test func `a line that cannot come any more ends the wait at once`() async throws {
    let process = try shell("echo other")
    #expect(await process.line(within: .seconds(600)) { $0 == "wanted" } == nil)
  }

  @Test(.timeLimit(.minutes(5))) func `a released process is killed`() throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    var process: ServiceProcess? = try shell("exec cat /dev/zero > /dev/null 9> \(fifo)")
    #expect(process?.status == nil)
    let descriptor = open(fifo, O_RDONLY)
    process = nil
    // The read ends when the last process that holds the other end is gone.
    var byte: UInt8 = 0
    #expect(read(descriptor, &byte, 1) == 0)
    close(descriptor)
  }

  @Test func `a missing program is an error that names it`() {
    #expect {
      try ServiceProcess("no-such-program")
    } throws: {
      "\($0)".contains("/no-such-program") && ($0 as? SystemError)?.code == ENOENT
    }
  }

  @Test func `a program of the package starts by its product's name`() async throws {
    let process = try ServiceProcess("catalog", arguments: ["--version"])
    #expect(await process.waitForExit() == .exited(0))
  }
}
