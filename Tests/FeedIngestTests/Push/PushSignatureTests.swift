import Testing

@testable import FeedIngest

struct PushSignatureTests {
  private static let body = Array("The quick brown fox jumps over the lazy dog".utf8)

  @Test(arguments: [
    "sha1=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9",
    "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
    "SHA256=F7BC83F430538424B13298E6AA6FB143EF4D59A14946175997479DBC2D1A3CD8",
    "sha384=d7f4727e2c0b39ae0f1e40cc96f60242d5b7801841cea6fc592c5d3e1ae50700582a96cf35e1e554995fe4e03381c237",
    "sha512=b42af09057bac1e2d41708e48a902e09b5ff7f12ab428a4fe86653c73dd248fb82f948a549f7b791a5b41915ee4d1ec3935357e4e"
      + "2317250d0372afa2ebeeb3a",
  ])
  func `every method of the standard is known`(header: String) throws {
    let signature = try #require(PushSignature(header: header))
    #expect(signature.isValid(for: Self.body, secret: "key"))
    #expect(!signature.isValid(for: Self.body, secret: "Key"))
    #expect(!signature.isValid(for: Self.body + [0], secret: "key"))
    #expect(!signature.isValid(for: [], secret: "key"))
  }

  @Test(arguments: [
    "", "sha1", "sha1=", "md5=80070713463e7749b90c2dc24911e275", "sha1=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d",
    "sha1=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4dg", "sha256=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9",
    "sha1=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d900",
  ])
  func `what is no signature is none`(header: String) {
    #expect(PushSignature(header: header) == nil)
  }
}
