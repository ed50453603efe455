import Glibc
import Storage
import TestSupport
import Testing

struct DataLockTests {
  /// Another process that holds the lock as a service does.
  private func holder(of folder: TemporaryDirectory) async throws -> ServiceProcess {
    let script = """
      exec 9>>"$0"; flock -n 9 || exit 1; : >"$0"; echo "process $$" >&9; echo locked; exec cat /dev/zero >/dev/null
      """
    let process = try ServiceProcess("/bin/sh", arguments: ["-c", script, folder.path(of: "catalog.lock")])
    #expect(await process.line { $0 == "locked" } != nil)
    return process
  }

  @Test func `a lock that another process holds is refused, and its holder named`() async throws {
    let folder = try TemporaryDirectory()
    let other = try await holder(of: folder)
    let error = #expect(throws: DataLockError.self) { _ = try DataLock(folder: folder.path, name: "catalog") }
    #expect(error?.reason == .held(by: "process \(other.pid)"))
    #expect(error?.description.contains("catalog already runs on this data: process \(other.pid)") == true)
  }

  @Test func `the lock of a process that was killed is free`() async throws {
    let folder = try TemporaryDirectory()
    let other = try await holder(of: folder)
    other.kill(SIGKILL)
    #expect(await other.waitForExit() == .signalled(SIGKILL))
    let lock = try DataLock(folder: folder.path, name: "catalog")
    withExtendedLifetime(lock) {}
  }

  @Test func `another process finds the lock held, and says this one holds it`() async throws {
    let folder = try TemporaryDirectory()
    let lock = try DataLock(folder: folder.path, name: "catalog")
    let other = try ServiceProcess(
      "/usr/bin/flock", arguments: ["-n", folder.path(of: "catalog.lock"), "echo", "got it"])
    #expect(await other.waitForExit() == .exited(1))
    let text = try ServiceProcess("/bin/cat", arguments: [folder.path(of: "catalog.lock")])
    #expect(await text.line { $0 == "process \(getpid())" } != nil)
    withExtendedLifetime(lock) {}
  }

  @Test func `services of different names share a folder`() throws {
    let folder = try TemporaryDirectory()
    let locks = [
      try DataLock(folder: folder.path, name: "catalog"), try DataLock(folder: folder.path, name: "formatter"),
    ]
    #expect(locks.count == 2)
  }

  @Test func `a folder that is not there is told with the system's words`() throws {
    let folder = try TemporaryDirectory()
    let error = #expect(throws: DataLockError.self) {
      _ = try DataLock(folder: folder.path(of: "none"), name: "catalog")
    }
    #expect(error?.reason == .unusable("No such file or directory"))
  }
}
