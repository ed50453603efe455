import Foundation
import TestSupport
import Testing

@testable import CastwireBus

struct RequestClientTests {
  private struct Answer: Codable, Equatable {
    let number: Int
    let date: Date
  }

  /// Answers in a thread of its own, as a service does, until it is let go.
  private final class Answering: Sendable {
    private let isStopped = Monitor(false)

    init(_ responder: sending Responder, answer: @escaping @Sendable (Request) -> Reply) {
      let isStopped = isStopped
      nonisolated(unsafe) let responder = responder
      Thread.detachNewThread {
        do {
          while !isStopped.withLock({ $0 }) {
            try Poller.wait(for: [responder.pollItem], milliseconds: 20)
            while let incoming = try responder.receive() { try responder.send(answer(incoming.request), to: incoming) }
          }
        } catch {
          Issue.record(error)
        }
      }
    }

    deinit { isStopped.withLock { $0 = true } }
  }

  @Test func `a question is answered with a value`() throws {
    let context = Context()
    let responder = try Responder(context: context, endpoint: "tcp://127.0.0.1:0")
    let client = try RequestClient(context: context, endpoint: responder.endpoint)
    let date = Date(timeIntervalSince1970: 1_796_025_185)
    let answering = Answering(responder) { request in
      guard request.name == "double", let number = try? request.decode([String: JSONNumber].self)["number"]?.value
      else {
        return .error(RequestError(.unknownRequest, "no \(request.name)"))
      }
      return .ok(result: (try? BusCoder.encode(Answer(number: number * 2, date: date))) ?? [])
    }
    #expect(try client.ask("double", ["number": 21], as: Answer.self) == Answer(number: 42, date: date))
    #expect(try client.ask("double", ["number": 1], as: Answer.self).number == 2)
    let error = #expect(throws: RequestError.self) { try client.ask("other", [String: Int]()) }
    #expect(error == RequestError(.unknownRequest, "no other"))
    withExtendedLifetime(answering) {}
  }

  @Test func `a service that is not there is told, within the patience`() throws {
    let port = try FreePort.pair()
    let client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port)")
    let error = #expect(throws: RequestError.self) {
      try client.ask("x", [String: Int](), patience: .milliseconds(50))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("is the service running?") == true)
  }

  @Test func `a question that a service does not answer in time is asked again while there is patience`() throws {
    let context = Context()
    let responder = try Responder(context: context, endpoint: "tcp://127.0.0.1:0")
    let client = try RequestClient(context: context, endpoint: responder.endpoint)
    let asked = Monitor(0)
    let isStopped = Monitor(false)
    nonisolated(unsafe) let service = responder
    Thread.detachNewThread {
      while !isStopped.withLock({ $0 }) {
        try? Poller.wait(for: [service.pollItem], milliseconds: 20)
        while let incoming = try? service.receive() {
          let count = asked.withLock { count in
            count += 1
            return count
          }
          if count > 1 { try? service.send(.ok(result: Array("{}".utf8)), to: incoming) }
        }
      }
    }
    defer { isStopped.withLock { $0 = true } }
    #expect(try client.ask("x", [String: Int](), patience: .seconds(60)) == Array("{}".utf8))
    #expect(asked.withLock { $0 } == 2)
  }

  @Test func `a question that is too large is refused before it is sent`() throws {
    let context = Context()
    let responder = try Responder(context: context, endpoint: "tcp://127.0.0.1:0")
    let client = try RequestClient(context: context, endpoint: responder.endpoint)
    let opml = String(repeating: "x", count: 5 << 20)
    let error = #expect(throws: RequestError.self) { try client.ask("feeds.import", ["opml": opml]) }
    #expect(error?.code == .badRequest)
    #expect(error?.message.contains("4 MiB") == true)
    #expect(try responder.receive() == nil)
  }
}

/// A number in parameters that hold other things, too.
private struct JSONNumber: Decodable {
  let value: Int?

  init(from decoder: any Decoder) throws {
    value = try? decoder.singleValueContainer().decode(Int.self)
  }
}
