import Foundation

extension ServiceProcess {
  /// How much memory the process has in use, in KiB (proc(5), VmRSS).
  public func memory() throws -> Int { try memory("VmRSS:") }

  /// The most that it ever had, in KiB (VmHWM).
  public func peakMemory() throws -> Int { try memory("VmHWM:") }

  private func memory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let words = status.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ")
    guard let words, words.count > 1, let kibibytes = Int(words[1].trimmingCharacters(in: .whitespaces)) else {
      throw NoMemoryFigure()
    }
    return kibibytes
  }

  private struct NoMemoryFigure: Error {}
}
