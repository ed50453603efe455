/// The media types of files, as IANA registers them, where feeds leave them out or get them wrong.
enum MediaType {
  /// The type of the file at `url`, in lower case and without parameters: as declared, under its registered name where
  /// another is in use; by the file's extension where none is declared, or one that says nothing. And whether what was
  /// declared is no media type or not the file's.
  static func type(declared: String?, url: String) -> (type: String?, isRepaired: Bool) {
    guard let declared else { return (byExtension(ofURL: url), false) }
    switch declared {
    // What most feeds have needs no second look.
    case "audio/mpeg", "audio/mp4", "video/mp4", "image/jpeg", "image/png": return (declared, false)
    default: break
    }
    var text = declared
    return text.withUTF8 { buffer in
      let name = withoutParameters(ByteView(buffer).trimmed)
      let hash = NameHash(name)
      if let registered = aliases[hash] { return (registered, !isUnregisteredName(name)) }
      let isType = name.firstIndex(of: UInt8(ascii: "/"), from: 0).map { $0 > 0 && $0 + 1 < name.count } ?? false
      if isType, saysNothing[hash] == nil {
        return (String(decoding: name.buffer.map(ASCII.lower), as: UTF8.self), false)
      }
      let found = byExtension(ofURL: url) ?? byExtension[hash]
      if let found { return (found, true) }
      return (isType ? String(decoding: name.buffer.map(ASCII.lower), as: UTF8.self) : nil, !isType)
    }
  }

  /// `audio/x-m4a`: a name of before the registration, which nobody can be blamed for.
  private static func isUnregisteredName(_ name: ByteView) -> Bool {
    name.firstIndex(of: "/x-", from: 0) != nil
  }

  private static func withoutParameters(_ view: ByteView) -> ByteView {
    var end = 0
    while end < view.count, view[end] != UInt8(ascii: ";"), view[end] != UInt8(ascii: ","), !ASCII.isSpace(view[end]) {
      end += 1
    }
    return view[0..<end]
  }

  private static func byExtension(ofURL url: String) -> String? {
    var url = url
    return url.withUTF8 { buffer in
      let view = ByteView(buffer)
      var end = 0
      while end < view.count, view[end] != UInt8(ascii: "?"), view[end] != UInt8(ascii: "#") { end += 1 }
      // The longest extension that is known has seven letters.
      var start = end
      while start > 0, end - start < 8, view[start - 1] != UInt8(ascii: "."), view[start - 1] != UInt8(ascii: "/") {
        start -= 1
      }
      guard start > 0, start < end, view[start - 1] == UInt8(ascii: ".") else { return nil }
      return byExtension[NameHash(view[start..<end])]
    }
  }

  private static func table(_ rows: [(type: String, names: String)]) -> NameTable<String> {
    NameTable(rows.flatMap { row in row.names.split(separator: " ").map { (String($0), row.type) } })
  }

  private static let byExtension = table([
    ("audio/mpeg", "mp3 mp2 mpga mpeg3"), ("audio/mp4", "m4a m4b m4r"), ("audio/aac", "aac"),
    ("audio/ogg", "ogg oga opus spx"), ("audio/flac", "flac"), ("audio/wav", "wav"), ("audio/x-ms-wma", "wma"),
    ("audio/x-aiff", "aif aiff"), ("audio/amr", "amr"), ("audio/midi", "mid midi"), ("audio/matroska", "mka"),
    ("video/mp4", "mp4 m4v mp4v"), ("video/quicktime", "mov qt"), ("video/webm", "webm"), ("video/matroska", "mkv"),
    ("video/x-msvideo", "avi"), ("video/x-ms-wmv", "wmv"), ("video/mpeg", "mpg mpeg mpe"), ("video/ogg", "ogv"),
    ("video/3gpp", "3gp"), ("video/x-flv", "flv"), ("application/vnd.apple.mpegurl", "m3u8"),
    ("image/jpeg", "jpg jpeg jpe jfif"), ("image/png", "png"), ("image/gif", "gif"), ("image/webp", "webp"),
    ("image/avif", "avif"), ("image/svg+xml", "svg"), ("image/heic", "heic"), ("image/tiff", "tif tiff"),
    ("application/pdf", "pdf"), ("application/epub+zip", "epub"), ("application/zip", "zip"),
    ("application/x-bittorrent", "torrent"),
  ])

  /// Names in use beside the registered ones.
  private static let aliases = table([
    (
      "audio/mpeg",
      "audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpeg3 audio/x-mpeg3 audio/mpeg-3 audio/x-mpeg-3 audio/mpg audio/x-mpg "
        + "audio/x-mpegaudio audio/mpegaudio audio/mp3a audio/x-mp3a audio/.mp3 application/mp3 x-audio/mp3"
    ),
    ("audio/mp4", "audio/x-m4a audio/m4a audio/x-mp4 audio/x-m4b audio/m4b audio/mp4a"),
    ("audio/aac", "audio/x-aac audio/aacp audio/x-hx-aac-adts"), ("audio/flac", "audio/x-flac"),
    ("audio/ogg", "audio/x-ogg audio/vorbis application/x-ogg"), ("audio/wav", "audio/x-wav audio/wave audio/x-pn-wav"),
    ("video/mp4", "video/x-mp4 video/x-m4v video/m4v"),
    ("video/quicktime", "video/mov video/x-quicktime"), ("video/webm", "video/x-webm"),
    ("video/matroska", "video/x-matroska"), ("image/jpeg", "image/jpg image/pjpeg image/x-jpeg"),
    ("image/png", "image/x-png"),
  ])

  /// What servers and programs write for want of anything better.
  private static let saysNothing = table([
    (
      "",
      "application/octet-stream binary/octet-stream application/x-octet-stream octet/stream application/binary "
        + "application/force-download application/x-force-download application/download application/x-download "
        + "application/unknown application/x-unknown unknown/unknown text/html text/plain text/xml application/xml "
        + "audio/unknown audio/* video/* audio/audio video/video application/ogg"
    )
  ])
}
