internal import Foundation

/// What is pressed on the terminal at standard input.
final class Keys {
  /// Readable once a key was pressed; nil where standard input is no terminal, or is closed.
  private(set) var descriptor: Int32? = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : nil

  /// The bytes that have come; never waits.
  func take() -> [UInt8] {
    guard let descriptor else { return [] }
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&item, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    if count <= 0, errno != EINTR || count == 0 { self.descriptor = nil }
    return Array(bytes.prefix(max(0, count)))
  }
}
