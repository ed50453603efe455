import Castwire
import CastwireBus
import Foundation

/// The coder of the line: every input as each type that crosses the bus, beside Foundation's coders.
extension FuzzTarget {
  static func checkMessages(_ document: [UInt8]) {
    guard let first = document.first(where: { $0 > 0x20 }) else { return }
    switch first {
    case UInt8(ascii: "{"):
      check(ItemEvent.self, document)
      check(EpisodeEvent.self, document)
      check(VideoEvent.self, document)
      check(PhotoEvent.self, document)
      check(CellEvent<EpisodeCellViewModel>.self, document)
      check(CellEvent<VideoCellViewModel>.self, document)
      check(CellEvent<PhotoCellViewModel>.self, document)
      check(ChannelEvent.self, document)
      check(PhotoStreamEvent.self, document)
      check(FeedEvent.self, document)
      check(PodcastEvent.self, document)
      check(FeedItem.self, document)
      check(Episode.self, document)
      check(Head.self, document)
      checkEvent(document)
    case UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      break
    default:
      return
    }
    check(AnyJSON.self, document)
  }

  private static func check<Value: Codable & Equatable>(_ type: Value.Type, _ document: [UInt8]) {
    if let fault = CoderComparison(type, document).fault { fail(fault) }
  }

  /// An envelope that is read is one that Foundation reads, with the same attributes.
  private static func checkEvent(_ document: [UInt8]) {
    guard let event = try? Event(json: document) else { return }
    require(event.sequence.rawValue <= Position.last.rawValue, "positions are in their range")
    guard let object = try? JSONSerialization.jsonObject(with: Data(document)) as? [String: Any] else { return }
    require(object["subject"] as? String == event.subject, "the subject is the one that Foundation reads")
    require(object["type"] as? String == event.type, "the type is the one that Foundation reads")
  }
}
