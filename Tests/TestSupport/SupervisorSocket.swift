import Foundation
import Glibc

/// The socket of somebody who supervises a service and hears how it is, as sd_notify(3) has it.
public final class SupervisorSocket: Sendable {
  /// What goes into NOTIFY_SOCKET.
  public let name: String
  private let descriptor: Int32
  private let folder: TemporaryDirectory?

  /// - Parameter isAbstract: whether it has a name in the abstract namespace instead of a path of its own.
  /// - Throws: `SystemError`.
  public convenience init(isAbstract: Bool = false) throws {
    if isAbstract {
      try self.init(name: "@castwire-\(UUID().uuidString)", folder: nil)
    } else {
      let folder = try TemporaryDirectory()
      try self.init(name: folder.path(of: "notify"), folder: folder)
    }
  }

  /// - Parameter path: where nothing is yet.
  /// - Throws: `SystemError`.
  public convenience init(path: String) throws {
    try self.init(name: path, folder: nil)
  }

  private init(name: String, folder: TemporaryDirectory?) throws {
    self.name = name
    self.folder = folder
    let isAbstract = name.hasPrefix("@")
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket", code: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: name.utf8)
      if isAbstract { path[0] = 0 }
    }
    // A name in the abstract namespace is as long as it is said to be; a path ends where a zero stands.
    let length = isAbstract ? 2 + name.utf8.count : MemoryLayout<sockaddr_un>.size
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
    }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError("bind to \(name)", code: code)
    }
  }

  deinit {
    close(descriptor)
  }

  /// The lines of the next datagram; nil where none comes within `limit`.
  public func receive(within limit: Duration = .seconds(60)) -> [String]? {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let end = ContinuousClock.now + limit
    while true {
      let left = max(.zero, end - ContinuousClock.now) / .milliseconds(1)
      let count = poll(&item, 1, Int32(left.rounded(.up)))
      if count < 0, errno == EINTR { continue }
      guard count > 0, let bytes = LoopbackSocket.receive(from: descriptor) else { return nil }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Takes in datagrams until one has a line; false where none comes within `limit`.
  public func receives(_ line: String, within limit: Duration = .seconds(60)) -> Bool {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end, let lines = receive(within: end - ContinuousClock.now) {
      if lines.contains(line) { return true }
    }
    return false
  }

  /// Takes in what has come so far, and gives the number of datagrams.
  @discardableResult
  public func drain() -> Int {
    var count = 0
    while receive(within: .zero) != nil { count += 1 }
    return count
  }
}
