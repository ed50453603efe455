import Foundation
import Glibc
import TestSupport

/// A program that is killed, stopped and started again.
final class Program {
  let name: String
  private let path: String
  /// Of its next life.
  var arguments: [String]
  private let logPath: String
  private var process: ServiceProcess?
  private var isStopped = false
  private(set) var lives = 0
  /// What its earlier lives printed on standard output.
  private(set) var printed: [PrintedLine] = []

  /// - Parameters:
  ///   - path: the name of a product, or an absolute path.
  ///   - folder: where what it says is kept.
  init(_ name: String, path: String, arguments: [String], folder: String) {
    self.name = name
    self.path = path
    self.arguments = arguments
    logPath = "\(folder)/\(name).log"
  }

  func start() throws {
    process = try ServiceProcess(path, arguments: arguments)
    lives += 1
    isStopped = false
  }

  func stop() {
    process?.kill(SIGSTOP)
    isStopped = true
  }

  func resume() {
    process?.kill(SIGCONT)
    isStopped = false
  }

  /// Ends it such that nothing can be caught.
  ///
  /// - Throws: `UnexpectedEnd` where it had ended by itself.
  func kill() async throws {
    try checkLife()
    guard let process else { return }
    process.kill(SIGKILL)
    _ = await process.waitForExit(within: .seconds(60))
    try keepWords(of: process)
    self.process = nil
  }

  /// Ends it as an operator would.
  ///
  /// - Returns: whether it ended with exit status 0 within a minute.
  func end() async throws -> Bool {
    guard let process else { return true }
    resume()
    process.kill(SIGTERM)
    let isGone = await process.waitForExit() == .exited(0)
    process.kill(SIGKILL)
    try keepWords(of: process)
    self.process = nil
    return isGone
  }

  var isRunning: Bool {
    process != nil && !isStopped
  }

  /// - Throws: `UnexpectedEnd`.
  func checkLife() throws {
    guard let process, let status = process.status else { return }
    try keepWords(of: process)
    self.process = nil
    throw UnexpectedEnd(program: name, status: status, lastWords: process.lines.suffix(5).joined(separator: "\n"))
  }

  private func keepWords(of process: ServiceProcess) throws {
    printed += String(decoding: process.output, as: UTF8.self).split(separator: "\n").compactMap { PrintedLine($0) }
    let header = Array("--- life \(lives), process \(process.pid)\n".utf8)
    let descriptor = open(logPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("open \(logPath)", code: errno) }
    defer { close(descriptor) }
    let bytes = header + process.errors
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError("write \(logPath)", code: errno)
    }
  }
}

/// A program ended that nobody had ended.
struct UnexpectedEnd: Error, CustomStringConvertible {
  let program: String
  let status: ServiceProcess.ExitStatus
  let lastWords: String

  var description: String {
    "\(program) ended by itself (\(status)); its last words:\n\(lastWords)"
  }
}
