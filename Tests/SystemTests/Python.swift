import TestSupport

/// Programs in Python, as a reader of the README would run them.
enum Python {
  /// Starts whichever Python has pyzmq: the distribution's package is for its own, which need not be the first in PATH.
  static func start(_ arguments: [String]) async throws -> ServiceProcess {
    for words in [["python3"], ["/usr/bin/python3"]] {
      let probe = try ServiceProcess("/usr/bin/env", arguments: words + ["-c", "import zmq"])
      guard await probe.waitForExit() == .exited(0) else { continue }
      return try ServiceProcess("/usr/bin/env", arguments: words + arguments)
    }
    throw Missing()
  }

  private struct Missing: Error, CustomStringConvertible {
    let description = "no Python with pyzmq; script/bootstrap installs one"
  }
}
