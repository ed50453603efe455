/// Programs in Python, as a reader of the README would run them.
public enum Python {
  /// Starts whichever Python has a module.
  ///
  /// - Parameters:
  ///   - arguments: a script and what it takes.
  ///   - module: pyzmq unless said otherwise.
  ///   - input: what it reads on standard input.
  public static func start(
    _ arguments: [String], importing module: String = "zmq", input: [UInt8] = []
  ) async throws -> ServiceProcess {
    try ServiceProcess(
      "/usr/bin/env", arguments: [try await interpreter(importing: module)] + arguments, input: input)
  }

  /// Whichever Python has a module, for `/usr/bin/env`: the distribution's packages are for its own, which need not be the
  /// first in PATH.
  public static func interpreter(importing module: String = "zmq") async throws -> String {
    for name in ["python3", "/usr/bin/python3"] {
      let probe = try ServiceProcess("/usr/bin/env", arguments: [name, "-c", "import \(module)"])
      if await probe.waitForExit(within: .seconds(60)) == .exited(0) { return name }
    }
    throw Missing(module: module)
  }

  private struct Missing: Error, CustomStringConvertible {
    let module: String

    var description: String { "no Python can import \(module); script/bootstrap installs one" }
  }
}
