import Glibc

/// What the operating system said when a call failed.
public struct SystemError: Error, CustomStringConvertible {
  /// The function that failed, and on what.
  public let call: String
  /// The `errno` of the call.
  public let code: Int32

  /// Pass `errno` before anything else can change it.
  public init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The call and the system's own words.
  public var description: String {
    "\(call): \(String(cString: strerror(code)))"
  }
}
