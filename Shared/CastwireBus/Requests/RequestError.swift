/// Why a request was not done: what stands in a reply of status `error`.
public struct RequestError: Error, Codable, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of refusal.
  public enum Code: String, Codable, Sendable, Hashable, CaseIterable {
    /// The request is not understood; asking again in the same words is of no use.
    case badRequest = "bad_request"
    /// The service knows no request of that name.
    case unknownRequest = "unknown_request"
    /// There is no such thing.
    case notFound = "not_found"
    /// The asker may not, or what is asked may not be done.
    case refused
    /// Too much is asked at once; later it may do.
    case busy
    /// The service cannot do it now: its disk is full, it starts or it ends.
    case unavailable
    /// The service is at fault; its log says how.
    case `internal`
  }

  /// Which kind of refusal it is.
  public let code: Code
  /// What is wrong and what to do, for a person.
  public let message: String

  /// A refusal, with words for a person.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String {
    message
  }
}
