public enum OPML {
  public struct Subscription: Sendable { public let url: String; public let title: String?; public init(url: String, title: String?) { self.url = url; self.title = title } }
  public struct Outline: Sendable { public let subscriptions: [Subscription]; public let problems: [String] }
  public static func read(_ bytes: [UInt8]) throws(FeedParsingError) -> Outline { Outline(subscriptions: [], problems: []) }
  public static func write(_ s: [Subscription], title: String) -> String { "" }
}
