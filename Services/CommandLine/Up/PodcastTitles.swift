internal import Castwire
internal import CastwireBus

/// The titles of podcasts, asked of the catalog one by one.
final class PodcastTitles {
  /// A cell is shown without its podcast's title rather than late.
  private static let patience: Duration = .milliseconds(300)
  /// How long a catalog that gave no answer is left alone.
  private static let pause: Duration = .seconds(5)

  private let address: ServiceAddress
  private let context: Context
  private let clock = ContinuousClock()
  private var client: ServiceClient?
  private var titles: [String: String] = [:]
  private var askAgainAt: ContinuousClock.Instant?

  init(catalog: ServiceAddress, context: Context) {
    address = catalog
    self.context = context
  }

  /// The title of a podcast; nil where it has none or the catalog does not say.
  func title(of podcast: String) -> String? {
    if let title = titles[podcast] { return title }
    if let askAgainAt, clock.now < askAgainAt { return nil }
    do {
      let client = try self.client ?? ServiceClient(address, context: context)
      self.client = client
      let json = try client.ask("podcast.get", ["id": podcast], patience: Self.patience)
      titles[podcast] = try BusCoder.decode(Podcast.self, from: json).title
      return titles[podcast]
    } catch let error as RequestError where error.code == .notFound {
      return nil
    } catch {
      client = nil
      askAgainAt = clock.now + Self.pause
      return nil
    }
  }

  /// Asks anew next time.
  func forget(_ podcast: String) {
    titles[podcast] = nil
  }
}
