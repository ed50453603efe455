/// Which addresses may be fetched from.
///
/// Whoever follows a feed, or runs one, chooses where the service connects to. Without this check they could make it ask
/// the machine itself, its network or the cloud's metadata service, and publish what these answer.
struct AddressPolicy: Sendable {
  let allowsPrivate: Bool
  /// Addresses that may be used even if they are not public.
  var exceptions: Set<IPAddress> = []

  /// What is wrong with the address; nil if it may be used.
  func objection(to address: IPAddress) -> AddressKind? {
    if allowsPrivate || exceptions.contains(address) { return nil }
    let kind = AddressKind(of: address)
    return kind == .global ? nil : kind
  }
}

/// What an address is for, by the IANA special-purpose address registries.
enum AddressKind: String, Sendable, Hashable {
  case global
  case loopback
  case `private`
  case linkLocal = "link-local"
  case shared = "shared by a carrier's customers"
  case multicast
  case unspecified
  case metadata = "a cloud's metadata service"
  case mapped = "an IPv4 address in IPv6 form"
  case reserved

  init(of address: IPAddress) {
    switch address {
    case .v4(let address): self = Self.kind(ofV4: address)
    case .v6(let high, let low): self = Self.kind(ofV6: high, low)
    }
  }

  private static func kind(ofV4 address: UInt32) -> AddressKind {
    /// Whether the address is in a.b.c.d/bits.
    func isIn(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ bits: UInt32) -> Bool {
      (address ^ (a << 24 | b << 16 | c << 8 | d)) >> (32 - bits) == 0
    }
    // Amazon, Google and others; Alibaba; Azure.
    if isIn(169, 254, 169, 254, 32) || isIn(100, 100, 100, 200, 32) || isIn(168, 63, 129, 16, 32) { return .metadata }
    if isIn(127, 0, 0, 0, 8) { return .loopback }
    if isIn(10, 0, 0, 0, 8) || isIn(172, 16, 0, 0, 12) || isIn(192, 168, 0, 0, 16) { return .private }
    if isIn(169, 254, 0, 0, 16) { return .linkLocal }
    if isIn(100, 64, 0, 0, 10) { return .shared }
    // Linux connects 0.0.0.0 to the machine itself.
    if isIn(0, 0, 0, 0, 8) { return .unspecified }
    if isIn(224, 0, 0, 0, 4) { return .multicast }
    // The future and broadcast, protocol assignments, examples, benchmarks, 6to4 relays.
    if isIn(240, 0, 0, 0, 4) || isIn(192, 0, 0, 0, 24) || isIn(192, 0, 2, 0, 24) || isIn(198, 51, 100, 0, 24)
      || isIn(203, 0, 113, 0, 24) || isIn(198, 18, 0, 0, 15) || isIn(192, 88, 99, 0, 24)
    {
      return .reserved
    }
    return .global
  }

  private static func kind(ofV6 high: UInt64, _ low: UInt64) -> AddressKind {
    /// Whether the address begins with these bits, given as the first 64 of an address.
    func begins(_ prefix: UInt64, _ bits: UInt64) -> Bool { (high ^ prefix) >> (64 - bits) == 0 }

    if high == 0 && low == 0 { return .unspecified }
    if high == 0 && low == 1 { return .loopback }
    if high == 0 && (low >> 32 == 0xffff || low >> 32 == 0) {
      let kind = kind(ofV4: UInt32(truncatingIfNeeded: low))
      return kind == .global ? .mapped : kind
    }
    // NAT64 and 6to4 lead to the IPv4 address that they hold.
    if high == 0x0064_ff9b_0000_0000 && low >> 32 == 0 { return kind(ofV4: UInt32(truncatingIfNeeded: low)) }
    if begins(0x2002_0000_0000_0000, 16) { return kind(ofV4: UInt32(truncatingIfNeeded: high >> 16)) }
    if high == 0xfd00_0ec2_0000_0000 && low == 0x254 { return .metadata }
    if begins(0xfc00_0000_0000_0000, 7) || begins(0xfec0_0000_0000_0000, 10) || begins(0x0064_ff9b_0001_0000, 48) {
      return .private
    }
    if begins(0xfe80_0000_0000_0000, 10) { return .linkLocal }
    if begins(0xff00_0000_0000_0000, 8) { return .multicast }
    // Protocol assignments (Teredo, ORCHID and others), examples, and all that is no global unicast.
    if begins(0x2001_0000_0000_0000, 23) || begins(0x2001_0db8_0000_0000, 32) || begins(0x3fff_0000_0000_0000, 20)
      || !begins(0x2000_0000_0000_0000, 3)
    {
      return .reserved
    }
    return .global
  }
}
