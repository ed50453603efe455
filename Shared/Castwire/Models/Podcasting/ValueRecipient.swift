/// One of those who share in a payment (Podcasting 2.0, `podcast:valueRecipient`).
public struct ValueRecipient: Codable, Sendable, Hashable {
  /// Where the payment goes, in the form that `type` has.
  public let address: String
  /// What `address` is, such as `node` or `lnaddress`.
  public let type: String?
  /// Who it is.
  public let name: String?
  /// The recipient's share, among all shares together.
  public let split: Int?
  /// True where the share is taken off first, before the others are counted.
  public let fee: Bool?
  /// The name of a value that goes with the payment.
  public let customKey: String?
  /// That value.
  public let customValue: String?

  /// A recipient; only the address is needed.
  public init(
    address: String, type: String? = nil, name: String? = nil, split: Int? = nil, fee: Bool? = nil,
    customKey: String? = nil, customValue: String? = nil
  ) {
    self.address = address
    self.type = type
    self.name = name
    self.split = split
    self.fee = fee
    self.customKey = customKey
    self.customValue = customValue
  }
}
