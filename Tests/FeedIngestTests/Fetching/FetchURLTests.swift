import Testing

@testable import FeedIngest

struct FetchURLTests {
  @Test func `parts are taken apart, and user, password and fragment left out of the address`() throws {
    let url = try FetchURL("HTTPS://Me:p%40ss@Feeds.Example.COM:8443/a%20b?token=1#top")
    #expect(url.scheme == "https")
    #expect(url.host == "feeds.example.com")
    #expect(url.port == 8443)
    #expect(url.credentials == Credentials(user: "Me", password: "p@ss"))
    #expect(url.address.lowercased() == "https://feeds.example.com:8443/a%20b?token=1")
  }

  @Test(arguments: [
    ("http://example.com", 80), ("https://example.com", 443), ("https://[2001:db8::1]/feed", 443),
    ("http://example.com:8080/", 8080),
  ])
  func `the port is the scheme's unless stated`(text: String, port: Int) throws {
    #expect(try FetchURL(text).port == port)
  }

  @Test func `an IPv6 host has no brackets`() throws {
    #expect(try FetchURL("http://[2001:DB8::1]:80/feed").host == "2001:db8::1")
  }

  @Test(arguments: [
    ("http://example.com/a b", "http://example.com/a%20b"), ("http://example.com/ü", "http://example.com/%c3%bc"),
    ("http://example.com/a%20b", "http://example.com/a%20b"),
    ("http://example.com/a?q=x y", "http://example.com/a?q=x+y"),
    ("http://example.com/a/../b", "http://example.com/b"), ("http://example.com", "http://example.com/"),
  ])
  func `characters that no URL has are encoded, once`(text: String, address: String) throws {
    let url = try FetchURL(text)
    #expect(url.address == address)
    #expect(try FetchURL(url.address) == url)
  }

  @Test(arguments: [
    ("https://me:secret@example.com/feed", "https://example.com/feed"),
    ("https://me@example.com/@user/feed", "https://example.com/@user/feed"),
    ("https://example.com/feed", "https://example.com/feed"),
    ("me:secret@example.com", "(an address that cannot be read)"),
    ("http://me:sec/ret@example.com/", "(an address that cannot be read)"), ("", "(an address that cannot be read)"),
  ])
  func `a redacted URL has neither user nor password`(text: String, redacted: String) {
    #expect(FetchURL.redacted(text) == redacted)
  }

  @Test func `credentials go to the same scheme, host and port only`() throws {
    let home = try FetchURL("https://me:secret@example.com/feed")
    #expect(try FetchURL("https://example.com:443/other").takingCredentials(of: home).credentials == home.credentials)
    for text in ["http://example.com/", "https://www.example.com/", "https://example.com:8443/"] {
      #expect(try FetchURL(text).takingCredentials(of: home).credentials == nil)
    }
    #expect(try FetchURL("https://you@example.com/").takingCredentials(of: home).credentials?.password == nil)
  }

  private static let accounts: [(String?, String?)] = [
    ("me", "secret"), ("me@home", "a:b/c?d#e%ü"), ("me", nil), ("", "secret"),
  ]

  @Test(arguments: accounts)
  func `a user and a password are kept as a URL has them, and read again`(user: String?, password: String?) throws {
    let credentials = try #require(Credentials(user: user, password: password))
    #expect(Credentials(userInfo: credentials.userInfo) == credentials)
  }

  @Test(arguments: [
    "", "feed.xml", "//example.com/feed", "http://", "http://exa mple.com/", "http://example.com:99999/",
  ])
  func `what is no URL is an error that does not repeat it`(text: String) {
    #expect {
      try FetchURL(text)
    } throws: { error in
      guard let failure = error as? FetchFailure else { return false }
      return failure.kind == .invalidURL && failure.message.hasPrefix("the address cannot be read: ")
    }
  }
}
