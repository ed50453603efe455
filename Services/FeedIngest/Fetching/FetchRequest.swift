/// What to fetch, and what is known of the document already.
struct FetchRequest: Sendable, Hashable {
  /// What the caller calls the request; it comes back with the result.
  let id: String
  /// `http`, `https` or `file`. It may have a user and a password of its own; they go to its server only.
  let url: String
  /// A URL whose user and password go to its own server, wherever the request leads; never shown.
  let account: FetchURL?
  /// The `ETag` of the document held, sent back exactly as the server gave it (RFC 9110, section 13.1.2).
  let etag: String?
  /// The `Last-Modified` of the document held, sent back exactly as the server gave it.
  let lastModified: String?
  /// Where the document held came from: only there it is asked whether it has changed. nil for wherever the request leads.
  let validatedURL: String?
  /// What to post, URL-encoded; nil to get a document.
  let form: [UInt8]?

  init(
    id: String, url: String, account: FetchURL? = nil, etag: String? = nil, lastModified: String? = nil,
    validatedURL: String? = nil, form: [UInt8]? = nil
  ) {
    self.id = id
    self.url = url
    self.account = account
    self.validatedURL = validatedURL
    self.form = form
    self.etag = etag
    self.lastModified = lastModified
  }
}
