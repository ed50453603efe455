import Foundation
import Runtime
import TestSupport
import Testing

struct SupervisorTests {
  private func supervisor(_ socket: SupervisorSocket, _ environment: [String: String] = [:]) throws -> Supervisor {
    let address = try Supervisor.Address(environment: environment.merging(["NOTIFY_SOCKET": socket.name]) { $1 })
    return try Supervisor(try #require(address)) { Issue.record("\($0)") }
  }

  @Test(arguments: [false, true]) func `it hears first that the service serves, and then what is new`(
    isAbstract: Bool
  ) throws {
    let socket = try SupervisorSocket(isAbstract: isAbstract)
    let supervisor = try supervisor(socket)
    supervisor.reportWorking()
    #expect(socket.receive(within: .zero) == nil)
    supervisor.report(status: "serves")
    #expect(socket.receive() == ["READY=1", "STATUS=serves"])
    supervisor.report(status: "serves")
    supervisor.reportWorking()
    #expect(socket.receive(within: .zero) == nil)
    supervisor.report(status: "catalog is away:\nREADY=0")
    #expect(socket.receive() == ["STATUS=catalog is away: READY=0"])
    supervisor.reportStopping()
    #expect(socket.receive() == ["STOPPING=1", "STATUS=ends"])
    #expect(supervisor.due == nil)
  }

  @Test func `signs of life are due after half of the silence that it bears, and given where they are asked for`()
    throws
  {
    let socket = try SupervisorSocket()
    let supervisor = try supervisor(socket, ["WATCHDOG_USEC": "400000"])
    let start = ContinuousClock.now
    supervisor.report(status: "serves")
    #expect(socket.receive() == ["READY=1", "STATUS=serves", "WATCHDOG=1"])
    for number in 1...3 {
      let due = try #require(supervisor.due)
      #expect(due - start >= .milliseconds(200) * number && due - ContinuousClock.now <= .milliseconds(200))
      while ContinuousClock.now < due {
        supervisor.report(status: "serves")
        #expect(ContinuousClock.now >= due || socket.receive(within: .zero) == nil)
      }
      if number == 2 { supervisor.reportWorking() } else { supervisor.report(status: "serves") }
      #expect(socket.receive() == ["WATCHDOG=1"])
    }
    #expect(socket.drain() == 0)
  }

  @Test func `without a socket there is nobody to tell`() throws {
    for environment in [[:], ["NOTIFY_SOCKET": ""], ["WATCHDOG_USEC": "1000000"]] as [[String: String]] {
      #expect(try Supervisor.Address(environment: environment) == nil)
    }
  }

  @Test func `signs of life that another process is to give are not given`() throws {
    let socket = try SupervisorSocket()
    let other = try supervisor(socket, ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"])
    other.report(status: "serves")
    #expect(socket.receive() == ["READY=1", "STATUS=serves"])
    #expect(other.due == nil)
    let own = try supervisor(socket, ["WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "\(getpid())"])
    own.report(status: "serves")
    #expect(socket.receive() == ["READY=1", "STATUS=serves", "WATCHDOG=1"])
    #expect(own.due != nil)
  }

  @Test(arguments: [
    ["NOTIFY_SOCKET": "notify"], ["NOTIFY_SOCKET": "@"], ["NOTIFY_SOCKET": "/"],
    ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 107)],
    ["NOTIFY_SOCKET": "@" + String(repeating: "x", count: 108)],
    ["NOTIFY_SOCKET": "/notify", "WATCHDOG_USEC": "soon"], ["NOTIFY_SOCKET": "/notify", "WATCHDOG_USEC": "0"],
    ["NOTIFY_SOCKET": "/notify", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "me"],
  ]) func `words that mean nothing are refused`(environment: [String: String]) {
    #expect(throws: UsageError.self) { try Supervisor.Address(environment: environment) }
  }

  @Test func `the longest names are taken`() throws {
    for name in ["/" + String(repeating: "x", count: 106), "@" + String(repeating: "x", count: 107)] {
      #expect(try Supervisor.Address(environment: ["NOTIFY_SOCKET": name]) != nil)
    }
  }

  @Test func `one that is away is reported once, and hears all of it when it is back`() throws {
    var failures: [String] = []
    let folder = try TemporaryDirectory()
    let address = try Supervisor.Address(environment: ["NOTIFY_SOCKET": folder.path(of: "notify")])
    let supervisor = try Supervisor(try #require(address)) { failures.append($0) }
    for _ in 1...3 { supervisor.report(status: "serves") }
    #expect(failures.count == 1 && failures.first?.contains(folder.path) == true, "\(failures)")
    // It is tried again in a while, not at once.
    let wait = try #require(supervisor.due) - ContinuousClock.now
    #expect(wait > .milliseconds(500) && wait <= .seconds(1))
    let socket = try SupervisorSocket(path: folder.path(of: "notify"))
    supervisor.report(status: "serves")
    #expect(socket.receive() == ["READY=1", "STATUS=serves"])
    #expect(supervisor.due == nil)
  }

  @Test func `one that takes nothing in does not make the service wait`() throws {
    let socket = try SupervisorSocket()
    var failures = 0
    let address = try Supervisor.Address(environment: ["NOTIFY_SOCKET": socket.name])
    let supervisor = try Supervisor(try #require(address)) { _ in failures += 1 }
    var said = 0
    while failures == 0, said < 100_000 {
      said += 1
      supervisor.report(status: "\(said)")
    }
    #expect(failures == 1)
    #expect(socket.drain() == said - 1)
    supervisor.report(status: "\(said)")
    #expect(socket.receive() == ["STATUS=\(said)"])
  }
}
