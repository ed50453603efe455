/// How a fetch ended.
struct FetchResult: Sendable, Hashable {
  enum Outcome: Sendable, Hashable {
    /// The document is the one that the request knew. What the response leaves out of its headers is as it was.
    case notModified(FetchResponse)
    /// A document, all of it, decompressed.
    case body([UInt8], FetchResponse)
    case failed(FetchFailure)
  }

  let request: FetchRequest
  let outcome: Outcome
  /// The time that the transfers took, redirects included, without the time spent waiting for a turn.
  let duration: Duration
  /// The body's share of the memory that bodies may take. Whoever works on the body keeps it until that is done.
  var hold: BodyHold?
}

/// What a response says beside its body.
struct FetchResponse: Sendable, Hashable {
  /// Where the document came from in the end: the base for relative links. Without user, password and fragment.
  var effectiveURL: String
  /// Where the feed lives from now on: set when every redirect on the way was permanent (301 or 308). Without user, password
  /// and fragment.
  var permanentURL: String?
  var contentType: String?
  /// Byte for byte as given, each byte one character.
  var etag: String?
  /// Byte for byte as given, each byte one character.
  var lastModified: String?
  /// `max-age` of `Cache-Control`, in seconds.
  var maxAge: Int?
  /// The WebSub hubs that the header `Link` names.
  var hubURLs: [String] = []
  /// Where the document says it is, by the header `Link`.
  var selfURL: String?
}
