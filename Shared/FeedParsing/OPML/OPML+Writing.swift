public import Foundation

extension OPML {
  /// An OPML 2.0 document with the feeds, those of one folder together, otherwise in the order given.
  ///
  /// The same arguments give the same bytes. What XML cannot hold is left out of titles.
  ///
  /// - Parameters:
  ///   - title: what the list is called.
  ///   - created: when it was made; left out if nil.
  public static func document(of subscriptions: [Subscription], title: String, created: Date? = nil) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <opml version="2.0">
        <head>
          <title>\(escaped(title))</title>

      """
    if let created { text += "    <dateCreated>\(RFC822Date.text(created))</dateCreated>\n" }
    text += "  </head>\n  <body>\n"
    var root = Folder()
    for subscription in subscriptions { root.add(subscription, at: subscription.folders[...]) }
    root.write(to: &text, indent: "    ")
    text += "  </body>\n</opml>\n"
    return Array(text.utf8)
  }

  /// A folder while the list is put in order.
  private struct Folder {
    var subscriptions: [Subscription] = []
    var names: [String] = []
    var folders: [String: Folder] = [:]

    mutating func add(_ subscription: Subscription, at path: ArraySlice<String>) {
      guard let name = path.first else {
        subscriptions.append(subscription)
        return
      }
      if folders[name] == nil { names.append(name) }
      folders[name, default: Folder()].add(subscription, at: path.dropFirst())
    }

    func write(to text: inout String, indent: String) {
      for subscription in subscriptions {
        let title = escaped(subscription.title ?? subscription.url)
        text +=
          "\(indent)<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(escaped(subscription.url))\""
        if let link = subscription.link { text += " htmlUrl=\"\(escaped(link))\"" }
        text += "/>\n"
      }
      for name in names {
        text += "\(indent)<outline text=\"\(escaped(name))\" title=\"\(escaped(name))\">\n"
        folders[name]?.write(to: &text, indent: indent + "  ")
        text += "\(indent)</outline>\n"
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      // XML 1.0 has the last of these, but no reader has a use for them.
      case "\u{0}"..<"\u{20}", "\u{fffe}", "\u{ffff}", "\u{7f}"..."\u{9f}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
