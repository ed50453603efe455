internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// An IP address to listen at: IPv4 as `127.0.0.1`, IPv6 as `::1` or `[::1]`.
struct ListenAddress {
  /// As it stands in an endpoint: IPv6 in brackets.
  let host: String
  /// Whether nobody beyond this machine can reach it.
  let isLoopback: Bool

  /// - Returns: nil for what is no IP address; a name may be one of many machines.
  init?(_ text: String) {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, text, &ipv4) == 1 {
      host = text
      isLoopback = UInt32(bigEndian: ipv4.s_addr) >> 24 == 127
      return
    }
    let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, bare, &ipv6) == 1 else { return nil }
    host = "[\(bare)]"
    isLoopback = withUnsafeBytes(of: ipv6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }
}
