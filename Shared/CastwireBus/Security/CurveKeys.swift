internal import CZeroMQ

/// The public half of a CURVE key pair (CurveZMQ, RFC 26): 32 bytes, written as 40 characters of Z85 (RFC 32).
public struct PublicKey: Sendable, Hashable, CustomStringConvertible {
  let bytes: [UInt8]

  init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Reads a key; nil where the text is none.
  public init?(_ text: String) {
    guard let bytes = Z85.decode(text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The key in Z85.
  public var description: String {
    Z85.encode(bytes)
  }
}

/// The secret half of a CURVE key pair. Nothing shows it: only `z85`, which is for the key's file, gives its text.
struct SecretKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let bytes: [UInt8]

  init?(_ text: String) {
    guard let bytes = Z85.decode(text) else { return nil }
    self.bytes = bytes
  }

  var z85: String { Z85.encode(bytes) }
  var description: String { "a secret key" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: [:]) }

  /// The other half.
  var publicKey: PublicKey? {
    var text = [CChar](repeating: 0, count: 41)
    guard zmq_curve_public(&text, z85) == 0 else { return nil }
    return PublicKey(Z85.text(text))
  }
}

/// A CURVE key pair.
struct KeyPair: Sendable {
  let publicKey: PublicKey
  let secretKey: SecretKey

  /// Makes a new pair.
  ///
  /// - Throws: where this libzmq was built without CURVE.
  static func make() throws(BusError) -> KeyPair {
    var publicText = [CChar](repeating: 0, count: 41)
    var secretText = publicText
    guard zmq_curve_keypair(&publicText, &secretText) == 0 else { throw BusError("cannot make a key pair") }
    guard let publicKey = PublicKey(Z85.text(publicText)), let secretKey = SecretKey(Z85.text(secretText)) else {
      throw BusError("cannot make a key pair", message: "libzmq gave keys that are none")
    }
    return KeyPair(publicKey: publicKey, secretKey: secretKey)
  }
}

/// Keys of 32 bytes as text (ZeroMQ RFC 32).
private enum Z85 {
  private static let alphabet = Set(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#".utf8)

  static func decode(_ text: String) -> [UInt8]? {
    // libzmq itself takes characters that are none of Z85 for others.
    guard text.utf8.count == 40, text.utf8.allSatisfy(alphabet.contains) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 32)
    return zmq_z85_decode(&bytes, text) == nil ? nil : bytes
  }

  static func encode(_ bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: 41)
    zmq_z85_encode(&text, bytes, bytes.count)
    return self.text(text)
  }

  static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
