/// What to fetch, and what is known of the document already.
struct FetchRequest: Sendable, Hashable {
  /// What the caller calls the request; it comes back with the result.
  let id: String
  /// `http`, `https` or `file`; may hold a user and a password, which are sent to its own host only and never shown.
  let url: String
  /// The `ETag` of the document held, sent back exactly as the server gave it (RFC 9110, section 13.1.2).
  let etag: String?
  /// The `Last-Modified` of the document held, sent back exactly as the server gave it.
  let lastModified: String?

  init(id: String, url: String, etag: String? = nil, lastModified: String? = nil) {
    self.id = id
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
  }
}
