/// Whichever Python has a module: the distribution's packages are for its own, which need not be the first in PATH.
public enum Python {
  /// Starts a Python that can import `module`.
  ///
  /// - Parameters:
  ///   - arguments: a script and what it takes.
  ///   - module: pyzmq unless said otherwise.
  ///   - input: what it reads on standard input.
  /// - Throws: `Missing` where none can.
  public static func start(
    _ arguments: [String], importing module: String = "zmq", input: [UInt8] = []
  ) async throws -> ServiceProcess {
    for words in [["python3"], ["/usr/bin/python3"]] {
      let probe = try ServiceProcess("/usr/bin/env", arguments: words + ["-c", "import \(module)"])
      guard await probe.waitForExit(within: .seconds(60)) == .exited(0) else { continue }
      return try ServiceProcess("/usr/bin/env", arguments: words + arguments, input: input)
    }
    throw Missing(module: module)
  }

  /// No Python has the module.
  public struct Missing: Error, CustomStringConvertible {
    let module: String

    /// The error in words.
    public var description: String { "no Python can import \(module); script/bootstrap installs one" }
  }
}
