internal import Castwire

/// Pictures and other forms of the media, in the Podcasting 2.0 namespace.
extension FeedReader {
  /// `podcast:image`.
  mutating func readPodcastImage() -> FeedImage? {
    let image = (urlAttribute(.href) ?? requiredURL(.url)).map { url in
      FeedImage(
        url: url, width: positiveAttribute(.width),
        height: positiveAttribute(.height),
        type: attribute(.type), purpose: attribute(.purpose)?.lowercased(), aspectRatio: attribute(.aspectRatio),
        alternativeText: attribute(.alt))
    }
    scanner.skipElement()
    return image
  }

  /// `podcast:images`: one picture in several widths, in the form of HTML's `srcset`.
  mutating func readImageSet(_ add: (inout FeedReader, FeedImage) -> Void) {
    let base = base
    var hasBadURL = false
    let images = attribute(.srcset) { value -> [FeedImage]? in
      SourceSet.candidates(in: value).compactMap { url, width in
        guard let url = URLReference.absolute(url, base: base) else {
          hasBadURL = true
          return nil
        }
        return FeedImage(url: url, width: width)
      }
    }
    if hasBadURL { reportBadURL(at: scanner.tagStart) }
    for image in images ?? [] { add(&self, image) }
    scanner.skipElement()
  }

  /// `podcast:alternateEnclosure`.
  mutating func readAlternateEnclosure() -> AlternateEnclosure? {
    let offset = scanner.tagStart
    let declared = attribute(.type)
    let length = positiveAttribute(.length)
    let bitrate = attribute(.bitrate, { PlayingTime.decimal($0) })
    let height = positiveAttribute(.height)
    let (language, title) = (attribute(.lang), attribute(.title))
    let (rel, codecs) = (attribute(.rel), attribute(.codecs))
    let isDefault = attribute(.defaultFlag, { Numbers.truth($0) })
    var sources: [MediaSource]?
    readChildren(named: .source) { sources.append(ifAny: $0.readMediaSource()) }
    guard let first = sources?.first else {
      scanner.diagnostics.report("missing-url", at: offset, "an alternate enclosure that can be got nowhere")
      return nil
    }
    let type = mediaType(declared, ofFileAt: first.uri, offset: offset)
    return AlternateEnclosure(
      type: type, length: length, bitrate: bitrate, height: height, language: language, title: title, rel: rel,
      codecs: codecs, isDefault: isDefault, sources: sources)
  }

  private mutating func readMediaSource() -> MediaSource? {
    let base = base
    let declared = attribute(.contentType)
    let uri = attribute(.uri) { value -> String? in
      URLReference.absolute(value, base: base) ?? (FeedReader.isPeerToPeer(value) ? value.string : nil)
    }
    if uri == nil { reportBadURL(at: scanner.tagStart) }
    let offset = scanner.tagStart
    scanner.skipElement()
    guard let uri else { return nil }
    let contentType = declared.flatMap { mediaType($0, ofFileAt: uri, offset: offset) }
    return MediaSource(uri: uri, contentType: contentType)
  }

  /// Schemes that no browser would run as a program.
  private static func isPeerToPeer(_ uri: ByteView) -> Bool {
    uri.matchesIgnoringCase("magnet:", at: 0) || uri.matchesIgnoringCase("ipfs:", at: 0)
      || uri.matchesIgnoringCase("ipns:", at: 0) || uri.matchesIgnoringCase("hyper:", at: 0)
      || uri.matchesIgnoringCase("dat:", at: 0)
  }
}
