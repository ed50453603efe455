internal import Castwire
internal import Foundation

/// Elements of the Podcasting 2.0 namespace that stand in feeds and in items alike.
extension FeedReader {
  mutating func readPerson() -> Person? {
    let role = attribute(.role)?.lowercased() ?? "host"
    let group = attribute(.group)?.lowercased() ?? "cast"
    let imageURL = urlAttribute(.img)
    let link = urlAttribute(.href)
    return readPlainText().map { Person(name: $0, role: role, group: group, imageURL: imageURL, link: link) }
  }

  mutating func readFunding() -> Funding? {
    let url = requiredURL(.url)
    let text = readPlainText()
    return url.map { Funding(url: $0, text: text) }
  }

  mutating func readLocation() -> Location? {
    let (geo, osm) = (attribute(.geo), attribute(.osm))
    let (rel, country) = (attribute(.rel)?.lowercased(), attribute(.country))
    let placeName = readPlainText()
    guard placeName != nil || geo != nil || osm != nil || country != nil else { return nil }
    return Location(name: placeName, geo: geo, osm: osm, rel: rel, country: country)
  }

  mutating func readTextRecord() -> TextRecord? {
    let purpose = attribute(.purpose)
    return readString().map { TextRecord(text: $0, purpose: purpose) }
  }

  mutating func readLicense() -> License? {
    let url = urlAttribute(.url)
    return readPlainText().map { License(identifier: $0, url: url) }
  }

  /// How to pay. What belongs to parts of an episode alone (`podcast:valueTimeSplit`) is passed over.
  mutating func readPodcastValue() -> PodcastValue? {
    let type = attribute(.type)?.lowercased()
    let (method, suggested) = (attribute(.method)?.lowercased(), attribute(.suggested))
    if type == nil { scanner.diagnostics.report("bad-value", at: scanner.tagStart, "a value block without a type") }
    var recipients: [ValueRecipient]?
    readChildren(named: .valueRecipient) { recipients.append(ifAny: $0.readValueRecipient()) }
    return type.map { PodcastValue(type: $0, method: method, suggested: suggested, recipients: recipients) }
  }

  private mutating func readValueRecipient() -> ValueRecipient? {
    let recipient = attribute(.address).map { address in
      ValueRecipient(
        address: address, type: attribute(.type), name: attribute(.name),
        split: attribute(.split, { Numbers.count($0) }), fee: attribute(.fee, { Numbers.truth($0) }),
        customKey: attribute(.customKey), customValue: attribute(.customValue))
    }
    if recipient == nil {
      scanner.diagnostics.report("bad-value", at: scanner.tagStart, "a recipient of payments without an address")
    }
    scanner.skipElement()
    return recipient
  }

  // MARK: Attributes

  mutating func dateAttribute(_ name: MarkupName) -> Date? {
    guard let raw = scanner.attribute(name) else { return nil }
    let (reading, reportable) = withDecoded(raw) { FeedDate.readingWithText($0) }
    if let reportable { scanner.diagnostics.report(reading, of: reportable, at: scanner.tagStart) }
    return reading?.date
  }

  /// A URL without which the element says nothing.
  mutating func requiredURL(_ name: MarkupName) -> String? {
    if scanner.attribute(name) == nil {
      scanner.diagnostics.report("missing-url", at: scanner.tagStart, "an element without the address that it is about")
      return nil
    }
    return urlAttribute(name)
  }
}
