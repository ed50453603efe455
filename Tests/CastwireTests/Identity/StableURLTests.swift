import Castwire
import Testing

/// Addresses without what only signs them for a time.
struct StableURLTests {
  @Test(arguments: [
    ("https://x.example/1.mp3", "https://x.example/1.mp3"),
    ("https://x.example/1.mp3?source=feed", "https://x.example/1.mp3?source=feed"),
    ("https://x.example/1.mp3?Expires=17&Signature=abc~&Key-Pair-Id=K", "https://x.example/1.mp3"),
    ("https://x.example/1.mp3?id=5&token=abc&x=1&exp=7#t=3", "https://x.example/1.mp3?id=5&x=1#t=3"),
    (
      "https://x.example/1.mp3?X-Amz-Date=20240101T000000Z&X-Amz-Signature=ab&x-amz-expires=60&v=2",
      "https://x.example/1.mp3?v=2"
    ),
    ("https://x.example/1.mp3?X-Goog-Algorithm=a&X-Goog-Signature=b", "https://x.example/1.mp3"),
    ("https://x.blob.example/1.mp3?sv=2020&sr=b&sig=a%2Fb&se=2024-01-01&sp=r", "https://x.blob.example/1.mp3"),
    ("https://x.example/1.mp3?md5=abc&expires=5", "https://x.example/1.mp3"),
    // By themselves these may be the file's name.
    ("https://x.example/get?hash=abc", "https://x.example/get?hash=abc"),
    ("https://x.example/get?token=abc&sig=d", "https://x.example/get?token=abc&sig=d"),
    ("https://x.example/get?md5=abc&sv=1", "https://x.example/get?md5=abc&sv=1"),
    ("https://x.example/?", "https://x.example/?"), ("https://x.example/?&a&", "https://x.example/?&a&"), ("", ""),
    ("https://x.example/#?token=1", "https://x.example/#?token=1"),
  ])
  func `what signs an address is left out, and all else kept`(url: String, stable: String) {
    #expect(Identity.stableURL(url) == stable)
    #expect(Identity.stableURL(stable) == stable)
  }
}
