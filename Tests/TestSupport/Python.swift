/// Programs in Python, as a reader of the README would run them.
public enum Python {
  /// Starts whichever Python has pyzmq.
  public static func start(_ arguments: [String]) async throws -> ServiceProcess {
    try ServiceProcess("/usr/bin/env", arguments: [try await interpreter()] + arguments)
  }

  /// Whichever Python has pyzmq, for `/usr/bin/env`: the distribution's package is for its own, which need not be the
  /// first in PATH.
  public static func interpreter() async throws -> String {
    for name in ["python3", "/usr/bin/python3"] {
      let probe = try ServiceProcess("/usr/bin/env", arguments: [name, "-c", "import zmq"])
      if await probe.waitForExit(within: .seconds(60)) == .exited(0) { return name }
    }
    throw Missing()
  }

  private struct Missing: Error, CustomStringConvertible {
    let description = "no Python with pyzmq; script/bootstrap installs one"
  }
}
