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
    ("http://example.com/a b", "http://example.com/a%20b"), ("http://example.com/ü", "http://example.com/%C3%BC"),
    ("http://example.com/a%20b", "http://example.com/a%20b"),
    ("http://example.com/a?q=x y", "http://example.com/a?q=x+y"),
    ("http://example.com/a/../b", "http://example.com/b"), ("http://example.com", "http://example.com/"),
  ])
  func `characters that no URL has are encoded, once`(text: String, address: String) throws {
    let url = try FetchURL(text)
    #expect(url.address == address)
    #expect(try FetchURL(url.address).address == address)
  }

  @Test(arguments: [
    [
      "http://bücher.example/", "http://xn--bcher-kva.example/", "http://BÜCHER.example",
      "http://XN--BCHER-KVA.Example./",
      "http://bu\u{308}cher.example/", "http://b%C3%BCcher.example/",
    ],
    ["http://日本.jp/x", "http://日本。jp/x", "http://xn--wgv71a.jp/x"],
    ["https://example.com/feed", "https://example.com./feed", "https://example.com.:443/feed"],
    ["http://example.com/~me?q=~", "http://example.com/%7Eme?q=%7e", "http://example.com/%7eme?q=~"],
    ["http://example.com/ü", "http://example.com/%c3%bc", "http://example.com/%C3%bC"],
    ["http://example.com/a/b", "http://example.com/%61/%62", "http://example.com/a/c/%2e%2E/b"],
    ["http://example.com/a%2Fb%3F?x=%26", "http://example.com/a%2fb%3f?x=%26"],
  ])
  func `what is one address is written in one way`(spellings: [String]) throws {
    #expect(Set(try spellings.map { try FetchURL($0).address }).count == 1)
    #expect(Set(try spellings.map { try FetchURL($0).host }).count == 1)
    for spelling in spellings {
      let address = try FetchURL(spelling).address
      #expect(address.utf8.allSatisfy { $0 < 0x80 })
      #expect(try FetchURL(address).address == address)
    }
  }

  @Test(arguments: [
    ("http://example.com/a%2Fb", "http://example.com/a/b"), ("http://example.com/?a=%26", "http://example.com/?a=&"),
    ("http://example.com/?a=1&b=2", "http://example.com/?b=2&a=1"), ("http://example.com/A", "http://example.com/a"),
    ("http://example.com/?a=%2B", "http://example.com/?a=+"), ("http://example.com/a%25b", "http://example.com/a%b"),
    ("http://example.com/%2541", "http://example.com/A"), ("http://example.com/%3B", "http://example.com/;"),
    ("http://faß.example/", "http://fass.example/"), ("http://example.com/a//b", "http://example.com/a/b"),
  ])
  func `what may be two addresses is not made one`(one: String, other: String) throws {
    #expect(try FetchURL(one).address != FetchURL(other).address)
  }

  @Test func `its server is asked in the words that were written`() throws {
    let url = try FetchURL("http://Bücher.example./%7eme/%c3%bc?a=%2f")
    #expect(url.asked == "http://xn--bcher-kva.example/%7eme/%c3%bc?a=%2f")
    #expect(url.address == "http://xn--bcher-kva.example/~me/%C3%BC?a=%2F")
  }

  @Test(arguments: ["http://a\u{2100}b.example/", "http://my_\u{fc}.example/"])
  func `a host that is no name stays as it is`(text: String) throws {
    #expect(try FetchURL(text).address == text)
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
