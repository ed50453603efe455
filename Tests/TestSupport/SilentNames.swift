import Foundation
import Glibc

/// A name server that never answers, and programs that know no other: each look-up of a name takes two minutes and a half.
public final class SilentNames: Sendable {
  private static let address = "127.0.0.53"

  private let folder: TemporaryDirectory
  private let socket: Int32

  /// Whether this process may give programs another name server.
  public static let isPermitted = geteuid() == 0 && access("/usr/bin/unshare", X_OK) == 0 && SmallDisk.isPermitted

  /// - Throws: `SystemError` where the address is taken.
  public init() throws {
    folder = try TemporaryDirectory()
    try folder.write(Array("nameserver \(Self.address)\noptions timeout:30 attempts:5\n".utf8), to: "resolv.conf")
    socket = try LoopbackSocket.bound(to: 53, at: Self.address, forDatagrams: true)
  }

  deinit {
    close(socket)
  }

  /// Waits until somebody asks for a name. Nobody gets an answer.
  ///
  /// - Returns: false where nobody does for a minute.
  public func isAsked() -> Bool {
    var item = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, 60_000) == 1
  }

  /// Starts a product of the package that asks this name server.
  public func start(_ program: String, arguments: [String]) throws -> ServiceProcess {
    let command = "mount --bind '\(folder.path(of: "resolv.conf"))' /etc/resolv.conf && exec \"$0\" \"$@\""
    return try ServiceProcess(
      "/usr/bin/unshare",
      arguments: ["--mount", "/bin/sh", "-c", command, try BuildFolder.path(of: program)] + arguments)
  }
}
