internal import Castwire
internal import Foundation

/// A subscription to a feed at the hub that it names (WebSub, W3C Recommendation of 23 January 2018). All times in
/// milliseconds since 1970.
struct HubSubscription: Sendable, Hashable {
  enum State: String, Sendable {
    /// The hub was asked, or is to be, and has not verified it.
    case asked
    /// The hub has verified it: what is published is sent until the lease ends.
    case active
    /// The hub will not.
    case denied
    /// It is wanted no more, and the hub is to verify that.
    case ending
  }

  /// The last part of the callback's address, by which the hub is known: nobody else can guess it.
  let token: String
  let feed: String
  let hub: String
  /// What is subscribed to: the address that the feed gives of itself.
  let topic: String
  /// What the hub signs with; never shown.
  let secret: String
  /// Where the hub sends to.
  let callback: String
  var state: State
  var leaseEnd: Int64?
  /// When the hub is to be asked next.
  var next: Int64
  /// How often it was asked in vain.
  var failures = 0
  var lastDelivery: Int64?
  /// Whether a poll has brought what the hub had not sent.
  var isDoubted = false

  /// How long a lease is asked for, in seconds: ten days, as the standard gives for an example. The hub decides.
  static let lease = 864_000

  /// Whether everything new is expected from the hub.
  func isRelied(on now: Int64) -> Bool {
    state == .active && !isDoubted && leaseEnd.map { now < $0 } ?? false
  }

  /// The hub's server, in lower case.
  var host: String { (try? FetchURL(hub))?.host ?? "" }

  /// Whether what it signs is believed: without TLS anybody on the way has read the secret.
  var isConfidential: Bool { hub.hasPrefix("https:") }

  /// For whoever asks.
  var report: PushReport {
    func date(_ time: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(time) / 1_000) }
    return PushReport(
      hub: hub, state: isDoubted && state == .active ? "doubted" : state.rawValue, leaseEnd: leaseEnd.map(date),
      lastDelivery: lastDelivery.map(date))
  }

  /// What the hub is asked, as a form (section 5.1).
  var form: [UInt8] {
    var fields = [
      ("hub.callback", callback), ("hub.mode", state == .ending ? "unsubscribe" : "subscribe"), ("hub.topic", topic),
    ]
    if state != .ending { fields += [("hub.lease_seconds", "\(Self.lease)"), ("hub.secret", secret)] }
    return Array(fields.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&").utf8)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
      }
    }
  }

  /// 32 random bytes in hexadecimal.
  static func secretText() -> String {
    (0..<4).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
