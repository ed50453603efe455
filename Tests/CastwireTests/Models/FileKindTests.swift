import Castwire
import Testing

struct FileKindTests {
  @Test(
    arguments: [
      ("audio/mpeg", "https://x.example/1.mp4", FileKind.audio), ("video/mp4", "https://x.example/1", .video),
      ("image/webp", "https://x.example/", .image), ("application/pdf", "https://x.example/1.mp3", nil),
      (nil, "https://x.example/1.mp3", .audio), (nil, "https://x.example/1.M4V?size=2.jpg", .video),
      (nil, "https://x.example/1.jpeg#t.mp3", .image), (nil, "https://x.example/1.pdf", nil),
      (nil, "https://x.example/mp3", nil), (nil, "https://x.example/a.mp3/1", nil), (nil, "https://x.example/1.", nil),
      (nil, "", nil),
    ] as [(String?, String, FileKind?)])
  func `a file is what its type says, or else its name`(type: String?, url: String, kind: FileKind?) {
    #expect(FileKind(type: type, url: url) == kind)
    #expect(Enclosure(url: url, type: type).kind == kind)
  }

  @Test func `a medium says it before the type`() {
    #expect(MediaContent(url: "https://x.example/1.mp4", type: "video/mp4", medium: "image").kind == .image)
    #expect(MediaContent(url: "https://x.example/1.mp4", medium: "document").kind == .video)
  }

  @Test func `a photo's picture may be told by its name alone`() {
    var item = FeedItem()
    item.enclosures = [Enclosure(url: "https://x.example/1.jpg")]
    #expect(Photo(id: "p", streamID: "s", item: item).imageURL == "https://x.example/1.jpg")
    item.media = [MediaContent(url: "https://x.example/1.pdf"), MediaContent(url: "https://x.example/1.mp4")]
    #expect(Video(id: "v", channelID: "c", item: item, channel: nil).mediaURL == "https://x.example/1.mp4")
  }
}
