import Foundation

/// One client's connection: reads its requests and answers them, one after the other.
struct FeedServerConnection {
  let descriptor: Int32
  let server: FeedServerListener
  private var buffer: [UInt8] = []

  init(descriptor: Int32, server: FeedServerListener) {
    self.descriptor = descriptor
    self.server = server
  }

  consuming func serve() {
    while var request = nextRequest() {
      request.number = server.state.withLock { state in
        request.number = state.requests.count + 1
        state.requests.append(request)
        state.underWay += 1
        state.mostUnderWay = max(state.mostUnderWay, state.underWay)
        return request.number
      }
      let response = server.handler(request)
      server.state.withLock { $0.answered += 1 }
      guard perform(response), response.keepsConnection else { return }
    }
  }

  /// False once the client is gone.
  private func perform(_ response: FeedServer.Response) -> Bool {
    var isUnderWay = true
    func end() {
      guard isUnderWay else { return }
      isUnderWay = false
      server.state.withLock { $0.underWay -= 1 }
    }
    defer { end() }
    for (index, step) in response.steps.enumerated() {
      // Before the last bytes leave: with them the client may begin its next request, which would count beside this one.
      if index == response.steps.count - 1 { end() }
      guard perform(step) else { return false }
    }
    return true
  }

  private func perform(_ step: FeedServer.Response.Step) -> Bool {
    switch step {
    case .send(let bytes):
      return send(bytes)
    case .sendRepeatedly(let bytes, let times):
      for _ in 0..<times {
        guard send(bytes) else { return false }
      }
      return true
    case .sendSlowly(let bytes, let pause):
      return bytes.allSatisfy { send([$0]) && isOpen(for: pause) }
    case .wait(let gate):
      let isStopped = server.state.withLock { state in
        state.gates.append(gate)
        return state.isStopped
      }
      // The test opens it, or else the end of the server.
      return !isStopped && gate.pass(within: .seconds(1800))
    case .waitForPeer:
      while LoopbackSocket.receive(from: descriptor) != nil {}
      return false
    }
  }

  /// Waits; false as soon as the client is gone, or says what it should not say before it has the answer.
  private func isOpen(for pause: Duration) -> Bool {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, Int32(pause / .milliseconds(1))) == 0
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    guard LoopbackSocket.send(bytes, to: descriptor) else { return false }
    server.state.withLock { $0.bytesSent += bytes.count }
    return true
  }

  private mutating func nextRequest() -> FeedServer.Request? {
    let blankLine = Array("\r\n\r\n".utf8)
    var headLength: Int?
    while headLength == nil {
      headLength = buffer.firstRange(of: blankLine)?.lowerBound
      if headLength == nil && !fill() { return nil }
    }
    let lines = String(decoding: buffer[..<headLength!], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst(headLength! + blankLine.count)
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    while buffer.count < length {
      guard fill() else { return nil }
    }
    let body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return FeedServer.Request(method: String(words[0]), target: String(words[1]), headers: headers, body: body)
  }

  private mutating func fill() -> Bool {
    guard let bytes = LoopbackSocket.receive(from: descriptor) else { return false }
    buffer += bytes
    return true
  }
}
