/// A request on its way: where it stands after the redirects so far.
struct FetchJob: Sendable {
  let request: FetchRequest
  /// What to ask next.
  private(set) var url: FetchURL
  private(set) var redirectCount = 0
  /// Where the redirects so far came from.
  private var visited: [FetchURL] = []
  /// Whose user and password its server gets.
  private let account: FetchURL?
  /// Whether every redirect so far was a permanent one.
  private var isPermanent = true
  /// What the transfers so far took.
  private(set) var spent = Duration.zero
  /// Whether a transfer of it was ended to make room for others: that happens once.
  private(set) var wasSetBack = false

  init(_ request: FetchRequest) throws(FetchFailure) {
    self.request = request
    let url = try FetchURL(request.url)
    account = url.credentials == nil ? request.account : url
    self.url = account.map(url.takingCredentials) ?? url
  }

  /// Where the feed has moved to for good.
  var permanentURL: String? {
    redirectCount > 0 && isPermanent ? url.asked : nil
  }

  /// What the document held is known by at the address that is asked next.
  var conditions: (etag: String?, lastModified: String?) {
    if let validatedURL = request.validatedURL, validatedURL != url.address { return (nil, nil) }
    return (request.etag, request.lastModified)
  }

  mutating func spend(_ duration: Duration) {
    spent += duration
  }

  /// Gives up a transfer that took so long, to begin it anew.
  mutating func setBack(after duration: Duration) {
    spend(duration)
    wasSetBack = true
  }

  /// Goes where a redirect points, unless that is one too many or a place that is not fetched.
  mutating func follow(_ location: String, status: Int, atMost limit: Int) throws(FetchFailure) {
    guard redirectCount < limit else {
      throw FetchFailure(
        kind: .tooManyRedirects, message: "the server redirects more than \(limit) times", statusCode: status)
    }
    guard let target = try? FetchURL(location, relativeTo: url) else {
      throw FetchFailure(
        kind: .invalidURL, message: "the server redirects to an address that cannot be read", statusCode: status)
    }
    guard target.scheme == "http" || target.scheme == "https" else {
      throw FetchFailure(
        kind: .unsupportedScheme, message: "the server redirects to a \(target.scheme): address, which is not followed",
        statusCode: status)
    }
    guard target.address.utf8.count <= FetchURL.maximumSize else {
      throw FetchFailure(
        kind: .invalidURL,
        message: "the server redirects to an address of more than \(FetchURL.maximumSize) bytes", statusCode: status)
    }
    // What is posted may be a secret. The other redirects would make a GET of it (RFC 9110, section 15.4).
    if request.form != nil, !(status == 307 || status == 308) || (url.scheme == "https" && target.scheme != "https") {
      throw FetchFailure(
        kind: .badAnswer, message: "the server redirects to where nothing is posted", statusCode: status)
    }
    visited.append(url)
    // The whole chain's credentials are those of the request: a hop abroad and back still finds its own server.
    url = account.map(target.takingCredentials) ?? target
    // Nothing is kept that could make the server answer otherwise the second time.
    guard !visited.contains(where: url.isAsked(as:)) else {
      throw FetchFailure(kind: .tooManyRedirects, message: "the server redirects in a circle", statusCode: status)
    }
    redirectCount += 1
    // A way that needs a password of its own is not one to remember: it would stand there for all to see.
    isPermanent = isPermanent && (status == 301 || status == 308) && target.credentials == nil
  }
}
