internal import CastwireBus
internal import Foundation
internal import TestSupport

/// The catalog as it is delivered, over a feed-ingest that another thread stands in for.
final class CatalogProcess {
  /// The processor's time so far, in seconds.
  struct Times {
    /// Of the thread that takes in, decides and publishes.
    let line: Double
    /// Of all others: search, reading, the disk's work.
    let others: Double

    static func - (one: Times, other: Times) -> Times {
      Times(line: one.line - other.line, others: one.others - other.others)
    }
  }

  private let folder: String
  private let upstream: String
  private let port: Int
  private var process: ServiceProcess
  private(set) var client: RequestClient
  /// The most memory that it had in earlier processes, in KiB.
  private var formerPeak = 0

  /// Starts it.
  ///
  /// - Parameter upstream: HOST:PORT
  init(folder: String, upstream: String) throws {
    self.folder = folder
    self.upstream = upstream
    port = try FreePort.pair()
    (process, client) = try Self.start(folder, port, upstream)
  }

  private static func start(_ folder: String, _ port: Int, _ upstream: String) throws -> (ServiceProcess, RequestClient)
  {
    let process = try ServiceProcess(
      "catalog", arguments: ["run", "--data", folder, "--port", "\(port)", "--feed-ingest", upstream],
      environment: ["CASTWIRE_LOG_LEVEL": "info"])
    // Whoever connects before it listens waits until the next attempt, which is not what is to be measured.
    while !process.lines.contains(where: { $0.contains(" runs") }) {
      guard process.status == nil else { throw CatalogError(what: "does not start", lines: process.lines) }
      usleep(500)
    }
    return (process, try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)"))
  }

  /// Ends it, and waits for that.
  func end(_ signal: Int32) throws {
    formerPeak = try peakMemory
    process.kill(signal)
    while process.status == nil { usleep(500) }
    guard process.status == .exited(0) || process.status == .signalled(signal) else {
      throw CatalogError(what: "does not end", lines: process.lines)
    }
  }

  /// Starts it anew, and asks something of its data.
  ///
  /// - Returns: how long that took.
  func restart() throws -> Duration {
    let start = ContinuousClock.now
    (process, client) = try Self.start(folder, port, upstream)
    _ = try client.ask("episodes.list", ["limit": 1])
    return .now - start
  }

  func status() throws -> ServiceStatus {
    guard process.status == nil else { throw CatalogError(what: "has ended", lines: process.lines) }
    return try client.ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60))
  }

  /// The most memory that it ever had, in KiB.
  var peakMemory: Int {
    get throws { max(try process.peakMemory(), formerPeak) }
  }

  var times: Times {
    get throws {
      let line = try Self.seconds("/proc/\(process.pid)/task/\(process.pid)/stat")
      return Times(line: line, others: try Self.seconds("/proc/\(process.pid)/stat") - line)
    }
  }

  private static func seconds(_ path: String) throws -> Double {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // The name, in brackets, may hold spaces; user and system time are the twelfth and thirteenth after it.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchmarkError(message: "\(path) does not tell the time that was taken")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// The catalog does not do as it is to.
private struct CatalogError: Error, CustomStringConvertible {
  let what: String
  let lines: [String]

  var description: String { "the catalog \(what); its last words:\n" + lines.suffix(5).joined(separator: "\n") }
}
