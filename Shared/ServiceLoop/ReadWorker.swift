internal import CastwireBus
internal import Dispatch
internal import Foundation
internal import Runtime
internal import Storage

/// Answers what changes nothing, replays above all, on a thread of its own: the loop hands it requests and gets answers.
///
/// Each request sees one moment of the database. Events that are committed while it is answered do not wait for it.
///
/// `@unchecked Sendable`: what is not constant is changed on `queue` alone, and read elsewhere only while `lock` is held.
final class ReadWorker: @unchecked Sendable {
  struct Answer: Sendable {
    let incoming: Responder.Incoming
    let reply: Reply
    /// What went wrong, for the service's log; nil where nothing did, or the client is to blame.
    let failure: String?
  }

  /// How many requests are taken from the socket before the first is answered. More would wait here and not there, where
  /// clients take turns.
  static let limit = 4

  /// Answers, as they are ready.
  let answers: Mailbox<Answer>
  private let path: String
  private let service: String
  private let makeReader: MakeReader
  private let queue: DispatchQueue
  private let lock = NSLock()
  private var open: (log: CommittedLog, reader: any ServiceReader)?
  /// Whether the connection is being closed: then nothing is begun.
  private var isClosing = false

  init(path: String, service: String, makeReader: @escaping MakeReader) throws {
    answers = try Mailbox()
    self.path = path
    self.service = service
    self.makeReader = makeReader
    queue = DispatchQueue(label: "castwire.reads")
  }

  /// Has a request answered, which changes nothing.
  ///
  /// - Parameter complete: what a replay says of the service.
  func ask(_ incoming: Responder.Incoming, complete: Bool) {
    queue.async { [self] in answers.put(answer(incoming, complete: complete)) }
  }

  /// Closes the connection, before the owner's, which then takes the write-ahead log into the file: only whoever may write
  /// can do that. What is being answered, and what waits, is refused: nobody knows how long it would take.
  func close() {
    lock.withLock { isClosing = true }
    let closed = DispatchSemaphore(value: 0)
    queue.async { [self] in
      lock.withLock {
        open = nil
        isClosing = false
      }
      closed.signal()
    }
    // A statement may begin after an interruption.
    repeat {
      lock.withLock {
        open?.log.database.interrupt()
        open?.reader.interrupt()
      }
    } while closed.wait(timeout: .now() + .milliseconds(5)) != .success
  }

  private func answer(_ incoming: Responder.Incoming, complete: Bool) -> Answer {
    guard lock.withLock({ !isClosing }) else {
      let refusal = RequestError(.unavailable, "the service closes its database")
      return Answer(incoming: incoming, reply: .error(refusal), failure: nil)
    }
    do {
      let (log, reader) = try connection()
      let reply = try log.database.reading {
        try log.refresh()
        return incoming.request.name == "replay"
          ? try Replay(incoming.request).reply(from: log, complete: complete)
          : .ok(result: try reader.respond(to: incoming.request))
      }
      return Answer(incoming: incoming, reply: reply, failure: nil)
    } catch let error as RequestError {
      return Answer(incoming: incoming, reply: .error(error), failure: nil)
    } catch let error as DatabaseError where error.isEnvironmental {
      let isInterrupted = lock.withLock {
        // The next request finds out whether it can be read again.
        open = nil
        return isClosing
      }
      let refusal = RequestError(.unavailable, "the database cannot be read: \(error)")
      return Answer(
        incoming: incoming, reply: .error(refusal),
        failure: isInterrupted ? nil : "\(incoming.request.name) failed: \(error)")
    } catch {
      return Answer(
        incoming: incoming, reply: .error(RequestError(.internal, "\(error)")),
        failure: "\(incoming.request.name) failed: \(error)")
    }
  }

  private func connection() throws -> (log: CommittedLog, reader: any ServiceReader) {
    if let open { return open }
    let database = try Database(path: path, access: .reading)
    let log = try CommittedLog(database: database, service: service)
    let made = (log, try makeReader(database, log))
    lock.withLock { open = made }
    return made
  }
}
