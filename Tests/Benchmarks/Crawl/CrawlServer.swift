internal import CSystem
internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport

/// An HTTP/1.1 server that costs little, since it shares the processors with what it is to measure: one thread, epoll, and
/// answers that are made beforehand. It listens on all addresses of 127.0.0.0/8, which are as many hosts.
///
/// A request with `If-None-Match` is answered with 304 as long as the document has an `ETag`.
final class CrawlServer: Sendable {
  /// What every URL has.
  struct Document: Sendable {
    fileprivate let answer: [UInt8]
    fileprivate let hasTag: Bool

    init(_ body: [UInt8], etag: String?) {
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: \(body.count)\r\n"
      answer = Array((head + (etag.map { "ETag: \"\($0)\"\r\n" } ?? "") + "\r\n").utf8) + body
      hasTag = etag != nil
    }
  }

  private static let unchanged = Array("HTTP/1.1 304 Not Modified\r\n\r\n".utf8)
  private static let blankLine = Array("\r\n\r\n".utf8)
  private static let condition = Array("if-none-match:".utf8)

  let port: Int
  private let listener: Int32
  private let poller: Int32
  private let document: Mutex<Document>
  private let documentCount = Atomic<Int>(0)
  private let unchangedCount = Atomic<Int>(0)
  private let connectionCount = Atomic<Int>(0)

  /// Serves until the process ends.
  init(_ document: Document) throws {
    self.document = Mutex(document)
    listener = try LoopbackSocket.bound(to: 0, at: "0.0.0.0")
    port = Int(try LoopbackSocket.port(of: listener))
    guard listen(listener, 1024) == 0 else { throw SystemError("listen", code: errno) }
    poller = epoll_create1(O_CLOEXEC)
    guard poller >= 0 else { throw SystemError("epoll_create1", code: errno) }
    watch(listener, EPOLL_CTL_ADD, for: EPOLLIN)
    Thread.detachNewThread { [self] in serve() }
  }

  func set(_ document: Document) {
    self.document.withLock { $0 = document }
  }

  /// How many documents it has sent so far, how often it has said that there is nothing new, and over how many connections.
  var counts: (documents: Int, unchanged: Int, connections: Int) {
    (
      documentCount.load(ordering: .relaxed), unchangedCount.load(ordering: .relaxed),
      connectionCount.load(ordering: .relaxed)
    )
  }

  private struct Connection {
    var input: [UInt8] = []
    /// What the system has not taken yet.
    var output: ArraySlice<UInt8> = []
  }

  private func serve() {
    var connections: [Int32: Connection] = [:]
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    while true {
      let count = epoll_wait(poller, &events, Int32(events.count), -1)
      precondition(count >= 0 || errno == EINTR, "epoll_wait: \(String(cString: strerror(errno)))")
      for event in events.prefix(Int(max(count, 0))) {
        let descriptor = event.data.fd
        if descriptor == listener {
          accept(&connections)
        } else if !advance(descriptor, &connections[descriptor, default: Connection()]) {
          connections[descriptor] = nil
          close(descriptor)
        }
      }
    }
  }

  private func accept(_ connections: inout [Int32: Connection]) {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var isWanted: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isWanted, socklen_t(MemoryLayout<Int32>.size))
    connectionCount.add(1, ordering: .relaxed)
    connections[descriptor] = Connection()
    watch(descriptor, EPOLL_CTL_ADD, for: EPOLLIN)
  }

  /// Reads and answers what has come; false once the client is gone.
  private func advance(_ descriptor: Int32, _ connection: inout Connection) -> Bool {
    guard connection.output.isEmpty else { return send(&connection, to: descriptor) }
    guard let bytes = LoopbackSocket.receive(from: descriptor, atMost: 4096) else { return false }
    connection.input += bytes
    guard connection.input.suffix(4).elementsEqual(Self.blankLine) else { return true }
    let isConditional = Self.hasCondition(connection.input)
    connection.input.removeAll(keepingCapacity: true)
    let document = document.withLock { $0 }
    let isUnchanged = isConditional && document.hasTag
    if isUnchanged {
      unchangedCount.add(1, ordering: .relaxed)
      connection.output = Self.unchanged[...]
    } else {
      documentCount.add(1, ordering: .relaxed)
      connection.output = document.answer[...]
    }
    return send(&connection, to: descriptor)
  }

  private func send(_ connection: inout Connection, to descriptor: Int32) -> Bool {
    let count = connection.output.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count >= 0 || errno == EAGAIN else { return false }
    let wasWhole = connection.output.startIndex == 0
    connection.output.removeFirst(max(count, 0))
    if connection.output.isEmpty {
      connection.output = []
      if !wasWhole { watch(descriptor, EPOLL_CTL_MOD, for: EPOLLIN) }
    } else {
      watch(descriptor, EPOLL_CTL_MOD, for: EPOLLOUT)
    }
    return true
  }

  private func watch(_ descriptor: Int32, _ operation: Int32, for events: EPOLL_EVENTS) {
    var event = epoll_event(events: events.rawValue, data: epoll_data_t(fd: descriptor))
    epoll_ctl(poller, operation, descriptor, &event)
  }

  private static func hasCondition(_ request: [UInt8]) -> Bool {
    var place = 0
    while let end = request[place...].firstIndex(of: UInt8(ascii: "\n")) {
      place = end + 1
      if request[place...].prefix(condition.count).map({ $0 | 0x20 }).elementsEqual(condition.map { $0 | 0x20 }) {
        return true
      }
    }
    return false
  }
}
