internal import CZeroMQ

/// What ZeroMQ said when it would not do something.
public struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system's or ZeroMQ's error number.
  public let code: Int32
  /// What was being done, and on what.
  public let action: String
  /// ZeroMQ's own words.
  public let message: String

  init(_ action: String, code: Int32 = zmq_errno()) {
    self.code = code
    self.action = action
    message = String(cString: zmq_strerror(code))
  }

  init(_ action: String, message: String) {
    code = 0
    self.action = action
    self.message = message
  }

  /// Whether there is too little of something at the moment: file descriptors, memory.
  var isShortage: Bool {
    [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(code)
  }

  /// The error in words, for a person.
  public var description: String {
    "\(action): \(message)"
  }
}
