internal import Foundation

/// A key pair with its owner's name and the public keys of the services: all that a client needs to connect.
///
/// One JSON object in a file of mode 0600: `name`, `publicKey`, `secretKey` and `services`, an object of the services'
/// public keys by name. Keys are in Z85.
public struct KeyFile: Sendable {
  private struct Content: Codable {
    let name: String
    let publicKey: String
    let secretKey: String
    let services: [String: String]
  }

  /// Who has the key.
  public let name: String
  let pair: KeyPair
  /// The services' public keys by name: what proves to a client that it has reached the service.
  public let services: [String: PublicKey]

  init(name: String, pair: KeyPair, services: [String: PublicKey]) {
    self.name = name
    self.pair = pair
    self.services = services
  }

  /// Reads a file.
  ///
  /// - Throws: also where others can read it, or where it holds what does not belong together.
  public init(path: String) throws(KeyError) {
    let bytes = try PrivateFile.read(path, .secret)
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      // The error's own words may quote what stands in the file.
      throw KeyError(path, "is no key file: one JSON object with name, publicKey, secretKey and services")
    }
    guard KeyName.isValid(content.name) else { throw KeyError(path, "has no name that a key may have") }
    guard let publicKey = PublicKey(content.publicKey), let secretKey = SecretKey(content.secretKey) else {
      throw KeyError(path, "holds a key that is none: keys are 40 characters of Z85")
    }
    guard secretKey.publicKey == publicKey else {
      throw KeyError(path, "holds a public and a secret key that do not belong together")
    }
    var services: [String: PublicKey] = [:]
    for (name, text) in content.services {
      guard let key = PublicKey(text) else { throw KeyError(path, "holds a key of \(name) that is none") }
      services[name] = key
    }
    self.init(
      name: content.name, pair: KeyPair(publicKey: publicKey, secretKey: secretKey), services: services)
  }

  /// What an allow-list knows the owner by.
  public var publicKey: PublicKey {
    pair.publicKey
  }

  /// Writes the file where there is none yet.
  func create(at path: String) throws(KeyError) {
    let content = Content(
      name: name, publicKey: pair.publicKey.description, secretKey: pair.secretKey.z85,
      services: services.mapValues(\.description))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(content) else {
      // A dictionary of strings has no value that JSON lacks.
      preconditionFailure("strings can always be encoded")
    }
    try PrivateFile.create(path, Array(json) + [UInt8(ascii: "\n")])
  }
}
