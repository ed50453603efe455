import Castwire
import CastwireBus
import Foundation
import Glibc
import Runtime
import Storage
import TestSupport
import Testing

@testable import CastwireCommand
@testable import ServiceLoop

/// A formatter that follows a log in which the test publishes what a catalog would, of channels, videos and photos: a real
/// loop, real sockets, a real process.
final class RunningFormatter: Sendable {
  /// Publishes what it is told to, and lists the channels and photo streams among it.
  private final class Publisher: ServiceHandler {
    static let controlRequests: Set<String> = ["publish"]

    struct Publication: Codable {
      let family: String
      let verb: String
      let subject: String
      let feed: String
      let data: RawJSON
    }

    private let log: EventLog
    private var lists: [String: [RawJSON]] = [:]

    init(_ log: EventLog) {
      self.log = log
    }

    func respond(to request: Request) throws -> [UInt8] {
      switch request.name {
      case "publish":
        let publication = try request.decode(Publication.self)
        let family = publication.family
        let sequence = try log.append(
          EventDraft(
            family: family, topic: Topic(family: family, feed: publication.feed, verb: publication.verb),
            type: EventType.name(family: family, verb: publication.verb), subject: publication.subject,
            partitionKey: publication.feed, schema: EventType.schema(family: family), data: publication.data.bytes))
        if let event = try log.event(at: sequence), let entity = event.member("channel") ?? event.member("photostream")
        {
          lists["\(family)s.list", default: []].append(try BusCoder.decode(RawJSON.self, from: entity))
        }
        return Array("{}".utf8)
      case "channels.list", "photostreams.list":
        struct Page: Encodable { let items: [RawJSON] }
        return try BusCoder.encode(Page(items: lists[request.name] ?? []))
      case "stop":
        throw StoppingError()
      default:
        throw RequestError(.unknownRequest, "no request '\(request.name)'")
      }
    }
  }

  private let folder: TemporaryDirectory
  private let port: Int
  private let context = Context()
  private let isOver = Monitor(false)
  let formatter: ServiceProcess

  init(locales: String...) async throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    let port = try FreePort.pairs(at: [0, 2])
    self.port = port
    let signals = try Signals()
    // The test runner is to end as it always does.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    let isOver = isOver
    let configuration = ServiceConfiguration(
      name: "catalog", dataFolder: folder.path, eventEndpoint: "tcp://127.0.0.1:\(port)",
      requestEndpoint: "tcp://127.0.0.1:\(port + 1)")
    Thread.detachNewThread {
      do {
        try ServiceLoop(configuration, journal: Log(service: "catalog", level: .error), signals: signals) { _, log in
          Publisher(log)
        }.run()
      } catch {
        Issue.record("\(error)")
      }
      isOver.withLock { $0 = true }
    }
    formatter = try ServiceProcess(
      "formatter",
      arguments: ["run", "--data", folder.path, "--port", "\(port + 2)", "--catalog", "127.0.0.1:\(port)"]
        + locales.flatMap { ["--locale", $0] })
    let line = await formatter.line(within: .seconds(30)) { $0.contains(" runs") }
    try #require(line != nil, "formatter says: \(formatter.lines.joined(separator: "\n"))")
  }

  deinit {
    formatter.kill(SIGKILL)
    _ = try? ask("stop", NoParameters())
    #expect(isOver.block { $0 })
  }

  /// What tells commands where it is.
  var environment: [String: String] {
    ["CASTWIRE_CATALOG": "127.0.0.1:\(port)", "CASTWIRE_FORMATTER": "127.0.0.1:\(port + 2)"]
  }

  func publish(_ family: String, _ verb: String, _ subject: String, feed: String, _ data: some Encodable) throws {
    _ = try ask(
      "publish",
      Publisher.Publication(family: family, verb: verb, subject: subject, feed: feed, data: try RawJSON(encoding: data))
    )
  }

  func publish(_ verb: VideoEvent.Verb, _ video: Video) throws {
    try publish(
      "video", verb.rawValue, video.id, feed: video.channelID,
      VideoEvent(video: video, revision: 1, changed: [], initial: false))
  }

  func publish(_ photo: Photo) throws {
    try publish(
      "photo", "added", photo.id, feed: photo.streamID,
      PhotoEvent(photo: photo, revision: 1, changed: [], initial: false))
  }

  func publish(_ channel: Channel) throws {
    try publish(
      "channel", "added", channel.id, feed: channel.id,
      ChannelEvent(channel: channel, revision: 1, changed: [], initial: false))
  }

  func publish(_ stream: PhotoStream) throws {
    try publish(
      "photostream", "added", stream.id, feed: stream.id,
      PhotoStreamEvent(photoStream: stream, revision: 1, changed: [], initial: false))
  }

  private func ask(_ name: String, _ parameters: some Encodable) throws -> [UInt8] {
    try RequestClient(context: context, endpoint: "tcp://127.0.0.1:\(port + 1)").ask(
      name, parameters, patience: .seconds(20))
  }
}
