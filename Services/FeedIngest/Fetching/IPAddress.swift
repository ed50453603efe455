import Glibc

/// An IPv4 or IPv6 address.
enum IPAddress: Sendable, Hashable {
  case v4(UInt32)
  case v6(high: UInt64, low: UInt64)

  /// From numbers and dots or colons, as inet_pton reads them.
  init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes: bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes: bytes[...])
    } else {
      return nil
    }
  }

  /// From a socket address; nil for a family other than these two.
  init?(_ address: UnsafeRawPointer, family: Int32) {
    switch family {
    case AF_INET:
      var address = address.loadUnaligned(as: sockaddr_in.self).sin_addr
      self.init(bytes: withUnsafeBytes(of: &address) { Array($0)[...] })
    case AF_INET6:
      var address = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(bytes: withUnsafeBytes(of: &address) { Array($0)[...] })
    default:
      return nil
    }
  }

  private init(bytes: ArraySlice<UInt8>) {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self =
      bytes.count == 4
      ? .v4(UInt32(number(bytes))) : .v6(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
  }

  private var bytes: [UInt8] {
    switch self {
    case .v4(let address): withUnsafeBytes(of: address.bigEndian) { Array($0) }
    case .v6(let high, let low):
      withUnsafeBytes(of: high.bigEndian) { Array($0) } + withUnsafeBytes(of: low.bigEndian) { Array($0) }
    }
  }
}

extension IPAddress: CustomStringConvertible {
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = if case .v4 = self { AF_INET } else { AF_INET6 }
    // Cannot fail: the family is known and the buffer is long enough for either.
    return String(cString: inet_ntop(family, bytes, &text, socklen_t(text.count)))
  }
}
