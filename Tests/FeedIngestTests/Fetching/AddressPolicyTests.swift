import Testing

@testable import FeedIngest

struct AddressPolicyTests {
  @Test(arguments: [
    ("127.0.0.1", AddressKind.loopback), ("127.255.255.255", .loopback), ("::1", .loopback),
    ("10.0.0.1", .private), ("10.255.255.255", .private), ("172.16.0.1", .private), ("172.31.255.255", .private),
    ("192.168.1.1", .private), ("fc00::1", .private), ("fdff::1", .private), ("fec0::1", .private),
    ("64:ff9b:1::1", .private),
    ("169.254.1.1", .linkLocal), ("fe80::1", .linkLocal), ("febf::1", .linkLocal),
    ("100.64.0.1", .shared), ("100.127.255.255", .shared),
    ("224.0.0.1", .multicast), ("239.255.255.255", .multicast), ("ff02::1", .multicast),
    ("0.0.0.0", .unspecified), ("0.1.2.3", .unspecified), ("::", .unspecified),
    ("169.254.169.254", .metadata), ("100.100.100.200", .metadata), ("168.63.129.16", .metadata),
    ("fd00:ec2::254", .metadata),
    ("255.255.255.255", .reserved), ("240.0.0.1", .reserved), ("192.0.0.8", .reserved), ("192.0.2.1", .reserved),
    ("198.51.100.7", .reserved), ("203.0.113.9", .reserved), ("198.18.0.1", .reserved), ("198.19.255.255", .reserved),
    ("192.88.99.1", .reserved), ("2001::1", .reserved), ("2001:db8::1", .reserved), ("3fff::1", .reserved),
    ("100::1", .reserved), ("4000::1", .reserved), ("5f00::1", .reserved),
    ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .private), ("::ffff:169.254.169.254", .metadata),
    ("::ffff:8.8.8.8", .mapped), ("::10.0.0.1", .private), ("::8.8.8.8", .mapped),
    ("64:ff9b::10.0.0.1", .private), ("64:ff9b::127.0.0.1", .loopback), ("2002:0a00:0001::1", .private),
    ("2002:7f00:0001::", .loopback),
  ])
  func `an address that is not public is refused, unless private ones are allowed`(text: String, kind: AddressKind)
    throws
  {
    let address = try #require(IPAddress(text))
    #expect(AddressPolicy(allowsPrivate: false).objection(to: address) == kind)
    #expect(AddressPolicy(allowsPrivate: true).objection(to: address) == nil)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "2001:200::1",
    "2001:db7::1", "2001:db9::1", "64:ff9b::8.8.8.8", "2002:0808:0808::1",
  ])
  func `a public address is allowed`(text: String) throws {
    #expect(AddressPolicy(allowsPrivate: false).objection(to: try #require(IPAddress(text))) == nil)
  }

  @Test(arguments: ["1.2.3.4", "::1", "2001:db8::a:b", "255.255.255.255", "::", "fe80::1"])
  func `an address is shown as it is read`(text: String) {
    #expect(IPAddress(text)?.description == text)
  }

  @Test(arguments: ["", "1.2.3", "256.1.1.1", "example.com", "1.2.3.4.5", ":::", "0x7f.1"])
  func `what is no address is none`(text: String) {
    #expect(IPAddress(text) == nil)
  }
}
