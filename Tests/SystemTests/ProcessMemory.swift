import Foundation
import TestSupport

extension ServiceProcess {
  /// How much memory the process has in use, in KiB (proc(5), VmRSS).
  func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let words = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.split(separator: " ")
    guard let words, words.count > 1, let kibibytes = Int(words[1].trimmingCharacters(in: .whitespaces)) else {
      throw NoMemoryFigure()
    }
    return kibibytes
  }

  private struct NoMemoryFigure: Error {}
}
