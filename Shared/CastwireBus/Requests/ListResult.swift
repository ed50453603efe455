/// The result of a list request: `{"items": […], "next": cursor or null}`. The items stay bytes.
public struct ListResult: Sendable, Hashable {
  /// Each item's JSON as the service sent it.
  public let items: [[UInt8]]
  /// What to send as `before` for the next page; nil after the last one.
  public let next: String?

  /// - Throws: `RequestError` of code `internal` where the JSON is no list.
  public init(json: [UInt8]) throws(RequestError) {
    guard let members = JSONMembers(json), let range = members.value("items"),
      let items = JSONMembers.elements(of: Array(json[range]))
    else { throw RequestError(.internal, "the answer is no list") }
    self.items = items
    next = members.string("next")
  }
}
