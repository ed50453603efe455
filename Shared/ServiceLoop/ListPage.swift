public import CastwireBus

/// A page of a list: `{"items": […], "next": cursor or null}`, ending at its limit or at 1 MiB.
public struct ListPage {
  /// The items that a page holds where the request does not say.
  public static let usualLimit = 50
  /// The most items of a page.
  public static let maximumLimit = 500

  /// How many items the page may hold.
  public let limit: Int
  private var items: [[UInt8]] = []
  private var size = 0
  private var last: String?
  private var isCut = false

  /// - Throws: `RequestError` for a limit that is not from 1 to 500.
  public init(limit: Int?) throws(RequestError) {
    guard let limit else {
      self.limit = Self.usualLimit
      return
    }
    guard (1...Self.maximumLimit).contains(limit) else {
      throw RequestError(.badRequest, "\"limit\" is from 1 to \(Self.maximumLimit)")
    }
    self.limit = limit
  }

  /// Adds an item; one that does not fit makes `next` point to it.
  ///
  /// - Parameters:
  ///   - item: JSON.
  ///   - cursor: what goes back as `before` to get what follows the item.
  /// - Returns: false where the page is full and the item was left out.
  public mutating func add(_ item: some Collection<UInt8>, cursor: String) -> Bool {
    guard items.count < limit, items.isEmpty || size + item.count <= Limits.pageSize else {
      isCut = true
      return false
    }
    items.append(Array(item))
    size += item.count
    last = cursor
    return true
  }

  /// The result of the request.
  public var json: [UInt8] {
    json(beside: [:])
  }

  /// The result of the request.
  ///
  /// - Parameter members: what it says beside its items: names, which need no escapes, with JSON.
  public func json(beside members: KeyValuePairs<StaticString, [UInt8]>) -> [UInt8] {
    var json = Array(#"{"items":["#.utf8)
    json.append(contentsOf: items.joined(separator: [UInt8(ascii: ",")]))
    // Cursors are made of digits, colons and ids, and need no escapes.
    json.append(contentsOf: isCut ? #"],"next":"\#(last ?? "")""#.utf8 : #"],"next":null"#.utf8)
    for (name, member) in members { json += Array(#","\#(name)":"#.utf8) + member }
    json.append(UInt8(ascii: "}"))
    return json
  }
}
