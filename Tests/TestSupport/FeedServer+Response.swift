extension FeedServer {
  /// What the server does about a request: steps on the connection, and whether it stays open after them.
  public struct Response: Sendable {
    /// One thing to do on the connection.
    public enum Step: Sendable {
      case send([UInt8])
      /// Sends the bytes again and again, so that a huge body costs no memory.
      case sendRepeatedly([UInt8], times: Int)
      /// Sends one byte after the other, with so much time between them.
      case sendSlowly([UInt8], every: Duration)
      case wait(Gate)
      /// Says nothing more until the client closes its side.
      case waitForPeer
    }

    /// Done one after the other, until the client is gone.
    public var steps: [Step]
    /// Whether the connection serves the next request after the steps.
    public var keepsConnection: Bool

    /// A response of any steps, well-formed HTTP or not.
    public init(steps: [Step], keepsConnection: Bool = false) {
      self.steps = steps
      self.keepsConnection = keepsConnection
    }

    /// 200 with a body.
    public static func ok(_ body: [UInt8], headers: KeyValuePairs<String, String> = [:]) -> Response {
      status(200, headers: headers, body: body)
    }

    /// Any status, with the length of its body stated unless it is a 304 or the headers state one.
    public static func status(
      _ status: Int, headers: KeyValuePairs<String, String> = [:], body: [UInt8] = []
    ) -> Response {
      var head = "HTTP/1.1 \(status) Whatever\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      if status != 304 && !headers.contains(where: { $0.key == "Content-Length" }) {
        head += "Content-Length: \(body.count)\r\n"
      }
      return Response(steps: [.send(Array((head + "\r\n").utf8) + body)], keepsConnection: true)
    }

    /// A status, and where to go instead.
    public static func redirect(_ status: Int, to location: String) -> Response {
      self.status(status, headers: ["Location": location])
    }

    /// 200 with a chunked body: `chunk`, `times` times.
    public static func chunked(
      _ chunk: [UInt8], times: Int = 1, headers: KeyValuePairs<String, String> = [:]
    ) -> Response {
      var head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      let framed = Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
      return Response(
        steps: [
          .send(Array((head + "\r\n").utf8)), .sendRepeatedly(framed, times: times), .send(Array("0\r\n\r\n".utf8)),
        ],
        keepsConnection: true)
    }

    /// Exactly this text, then the end of the connection.
    public static func raw(_ text: String) -> Response {
      Response(steps: [.send(Array(text.utf8))])
    }

    /// The end of the connection without an answer.
    public static var closed: Response { Response(steps: []) }

    /// No answer, and the connection stays open until the client closes it.
    public static var silence: Response { Response(steps: [.waitForPeer]) }

    /// The same response, once the gate is open.
    public func after(_ gate: Gate) -> Response {
      Response(steps: [.wait(gate)] + steps, keepsConnection: keepsConnection)
    }
  }
}
