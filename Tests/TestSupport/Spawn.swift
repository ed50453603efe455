import Foundation
import Glibc

/// What `posix_spawn` needs to start a program with nothing inherited but its three standard streams.
struct Spawn {
  let path: String
  let arguments: [String]
  let environment: [String: String]
  let input: [UInt8]

  /// Starts the program and returns its process id; the descriptors are closed in this process whatever happens.
  func start(output: Int32, errors: Int32) throws(SystemError) -> Int32 {
    defer {
      close(output)
      close(errors)
    }
    let inputFile = try file(with: input)
    defer { close(inputFile) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputFile, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    // The test runner may block or ignore signals; the program must not inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var pid: Int32 = 0
    let code = withCStrings([path] + arguments) { argv in
      withCStrings(merged.map { "\($0)=\($1)" }) { envp in
        posix_spawn(&pid, path, &actions, &attributes, argv, envp)
      }
    }
    guard code == 0 else { throw SystemError("start \(path)", code: code) }
    return pid
  }

  /// A file without a name: unlike a pipe it needs nobody who feeds it.
  private func file(with bytes: [UInt8]) throws(SystemError) -> Int32 {
    let name = "/tmp/castwire-input-\(UUID().uuidString)"
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("make a temporary file", code: errno) }
    unlink(name)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        throw SystemError("write a temporary file", code: code)
      }
      written += count
    }
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
  }
}
