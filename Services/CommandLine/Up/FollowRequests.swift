internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// Asks feed-ingest to follow feeds, on a thread of its own: `up` itself waits for nobody.
final class FollowRequests: Sendable {
  /// What could not be done, in words.
  let problems: Mailbox<String>

  /// - Throws: `SystemError` where the process has no file descriptors left.
  init(_ urls: [String], at address: ServiceAddress, context: Context) throws {
    let problems = try Mailbox<String>()
    self.problems = problems
    Thread.detachNewThread {
      do {
        let client = try ServiceClient(address, context: context)
        for url in urls {
          do {
            _ = try client.ask("feeds.follow", ["url": url])
          } catch let error as RequestError {
            problems.put("\(url) is not followed: \(error)")
          }
        }
      } catch {
        problems.put("feeds are not followed: \(error)")
      }
    }
  }
}
