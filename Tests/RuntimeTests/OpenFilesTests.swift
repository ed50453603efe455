import Foundation
import TestSupport
import Testing

/// The limit concerns a whole process, hence a real one.
struct OpenFilesTests {
  @Test func `a service may have as many files open as the system allows it at most`() async throws {
    let folder = try TemporaryDirectory()
    let arguments = ["run", "--data", folder.path, "--port", "\(try FreePort.pair())"]
    let words = ["ulimit -Sn 200; ulimit -Hn 400; exec \"$0\" \"$@\"", try BuildFolder.path(of: "catalog")] + arguments
    let service = try ServiceProcess("/bin/sh", arguments: ["-c"] + words)
    #expect(await service.line(within: .seconds(60)) { $0.contains(" runs ") } != nil)
    let limits = try String(contentsOfFile: "/proc/\(service.pid)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
    #expect(line.split(separator: " ").filter { $0 == "400" }.count == 2, "\(line)")
  }
}
