internal import CastwireBus
internal import Runtime

/// What the commands that print lists have in common.
struct ListOptions {
  static func options(limit: Int) -> [Option] {
    [
      Option("limit", .one("N"), help: "how many to show, the newest first (default \(limit))"),
      Option("json", help: "print one JSON object a line, as the service sent it"),
    ]
  }

  let limit: Int
  let isJSON: Bool

  init(_ arguments: Arguments, limit usual: Int) throws(UsageError) {
    limit = try arguments.integer("limit", in: 1...1_000_000) ?? usual
    isJSON = arguments.flag("json")
  }

  /// Reads the list and prints it: as JSON, or as `show` does.
  ///
  /// - Parameter nothing: what to say on a terminal where the list is empty; nil for "no … yet".
  func print(
    _ request: ListRequest, from client: ServiceClient, noun: String, nothing: String? = nil, _ invocation: Invocation,
    show: ([[UInt8]]) throws -> Void
  ) throws {
    let (items, hasMore) = try request.items(from: client, limit: limit)
    if isJSON {
      for item in items { try invocation.output.write(PrintableText.json(item) + Array("\n".utf8)) }
    } else if !items.isEmpty {
      try show(items)
    }
    try invocation.output.flush()
    if items.isEmpty, invocation.output.isTerminal {
      invocation.errors.say(invocation.errors.style(nothing ?? "no \(noun)s yet", .dim))
    }
    if hasMore {
      invocation.errors.say(
        invocation.errors.style(
          "there are more; --limit shows more than \(limit) \(noun)\(limit == 1 ? "" : "s")", .dim))
    }
  }
}
