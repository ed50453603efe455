@testable import Castwire
import Testing

struct SHA1Tests {
  /// The four test cases of RFC 3174, section 7.3.
  @Test(arguments: [
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10, "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
  ])
  func digestsAreThoseOfTheStandard(text: String, repetitions: Int, digest: String) {
    #expect(Identity.digest(of: Array(String(repeating: text, count: repetitions).utf8)) == digest)
  }

  /// Where the padding takes a block more and where it does not; digests by Python's hashlib.
  @Test(arguments: [
    (0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"), (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"), (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"), (65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
    (119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"), (120, "f34c1488385346a55709ba056ddd08280dd4c6d6"),
  ])
  func lengthsAtTheEdgeOfABlock(count: Int, digest: String) {
    #expect(Identity.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: count)) == digest)
  }
}
