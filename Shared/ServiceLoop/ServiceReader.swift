public import CastwireBus
public import Storage

/// Answers the requests of a service that change nothing, on a thread of its own: however long they take, events go on.
public protocol ServiceReader {
  /// Answers a request with a JSON object.
  ///
  /// - Throws: `RequestError`, of code `unknown_request` for a name it does not know.
  func respond(to request: Request) throws -> [UInt8]

  /// Ends what it reads at the moment through connections of its own, each statement with an error. From any thread.
  func interrupt()
}

extension ServiceReader {
  /// Does nothing: for one that has no connection of its own.
  public func interrupt() {}
}

/// Makes what reads from a service's tables and log, over a connection that reads alone. Called on the reading thread.
public typealias MakeReader = @Sendable (Database, any ReadableLog) throws -> any ServiceReader

/// Of a service whose handler answers everything itself.
struct NoReader: ServiceReader {
  func respond(to request: Request) throws -> [UInt8] {
    throw RequestError(.unknownRequest, "no request '\(request.name)'")
  }
}
