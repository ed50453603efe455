import Castwire
import FeedParsing
import Glibc

/// Parses one document and says what memory that took: a process of its own, so that nothing else counts.
@main
enum MemoryProbe {
  /// Prints `items base size peak`: the items read, the memory that the process had before, the document's size, and the
  /// most memory that it ever had, all in bytes. Exit status 1 for what cannot be read.
  static func main() {
    guard CommandLine.arguments.count == 2 else { fail("usage: MemoryProbe FILE") }
    // What the parser makes once for all documents is part of the process, not of this one.
    _ = try? FeedParser.parse(Array("<rss><channel><item><title>&eacute;</title></item></channel></rss>".utf8))
    let base = memory("VmRSS:")
    let document = contents(of: CommandLine.arguments[1])
    do {
      let parsed = try FeedParser.parse(document)
      print(parsed.items.count, base, document.count, memory("VmHWM:"))
      for diagnostic in parsed.diagnostics { print(diagnostic.code) }
    } catch {
      print(0, base, document.count, memory("VmHWM:"))
      print(error.code.rawValue)
    }
  }

  /// Read in one piece into memory of just that size.
  private static func contents(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { fail("\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let result = pread(descriptor, buffer.baseAddress! + count, size - count, off_t(count))  // size is not 0 here
        guard result > 0 else { fail("\(path): \(String(cString: strerror(errno)))") }
        count += result
      }
    }
  }

  /// A line of /proc/self/status, in bytes.
  private static func memory(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { fail("/proc/self/status cannot be read") }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split { $0 == "\t" || $0 == " " || $0 == "\n" }
      if words.first == Substring(name), let kilobytes = words.dropFirst().first.flatMap({ Int($0) }) {
        return kilobytes * 1024
      }
    }
    fail("/proc/self/status has no \(name)")
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("MemoryProbe: \(message)\n".utf8)
    // Nothing is left to do where even this fails.
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
  }
}
