/// What is known of the document that was taken in last, so that it need not be sent or read again.
struct HeldDocument: Codable, Sendable, Hashable {
  /// `ETag`, exactly as the server gave it.
  var etag: String?
  /// `Last-Modified`, exactly as the server gave it.
  var lastModified: String?
  /// Of its bytes.
  var digest: String?
  /// Where it came from in the end: only there these mean anything. nil where an earlier version did not keep it.
  var url: String?
  /// How long the answer held, in seconds; a later one may leave it out.
  var maxAge: Int?

  /// What a server said with a document.
  init(_ response: FetchResponse, digest: String) {
    (etag, lastModified, maxAge) = (response.etag, response.lastModified, response.maxAge)
    (url, self.digest) = (response.effectiveURL, digest)
  }

  init(etag: String?, lastModified: String?, digest: String?, url: String?, maxAge: Int?) {
    (self.etag, self.lastModified, self.digest) = (etag, lastModified, digest)
    (self.url, self.maxAge) = (url, maxAge)
  }

  /// Takes over what a server said with the word that the document is unchanged. What it leaves out stays as it was
  /// (RFC 9111, section 4.3.4).
  mutating func update(with response: FetchResponse) {
    // The same bytes from elsewhere: what the former server said of them means nothing there.
    if url != response.effectiveURL { (etag, lastModified, maxAge) = (nil, nil, nil) }
    etag = response.etag ?? etag
    lastModified = response.lastModified ?? lastModified
    maxAge = response.maxAge ?? maxAge
    url = response.effectiveURL
  }
}
