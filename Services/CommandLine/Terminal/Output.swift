internal import Foundation

/// Standard output or standard error. For one thread.
final class Output {
  let descriptor: Int32
  let isTerminal: Bool
  /// A terminal whose cursor can be moved.
  let isScreen: Bool
  let style: Style
  private var buffer: [UInt8] = []

  init(descriptor: Int32, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    // no-color.org: any value but an empty one counts.
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    style = Style(isColoured: isTerminal && !isPlain)
    isScreen = isTerminal && environment["TERM"] != "dumb"
  }

  /// How many columns there are; nil where it is no terminal.
  var width: Int? { size?.columns }

  /// How many columns and rows there are; nil where it is no terminal.
  var size: (columns: Int, rows: Int)? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes a line, in time: `flush` writes it at once.
  func line(_ text: String) throws {
    try write(text + "\n")
  }

  func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes what is not written yet.
  ///
  /// - Throws: `ClosedOutputError` where nobody reads it any more; `CommandError` where it cannot be written.
  func flush() throws {
    var written = 0
    while written < buffer.count {
      let count = buffer[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&item, 1, -1)
      } else if errno != EINTR {
        let code = errno
        buffer = []
        throw code == EPIPE
          ? ClosedOutputError() as any Error : CommandError("cannot write: \(String(cString: strerror(code)))")
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a line at once. For standard error: where that is closed there is nowhere left to say so.
  func say(_ text: String) {
    try? line(text)
    try? flush()
  }

  /// True where whoever read the pipe has closed it.
  var isClosed: Bool {
    var item = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&item, 1, 0) > 0 && item.revents & Int16(POLLERR) != 0
  }

  /// Whether the end of a reader can be waited for: on a terminal that would wait for keys.
  var isPipe: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }
}

/// Nobody reads the output any more.
struct ClosedOutputError: Error {}
