internal import CastwireBus
internal import Runtime

/// `castwire tail`: events while they come.
enum TailCommand {
  static let command = Command(
    "tail", operands: "[PATTERN]", positionals: 0...1, summary: "print events while they come",
    about: """
      Prints events while they come, until Ctrl-C. PATTERN is a topic, in which '*' stands for one word, or the beginning
      of one: 'episode.*.added', 'feed', 'cell.en_US'.
      """,
    options: [
      Option("from-start", help: "begin with what the logs hold, the whole present state included"),
      Option("service", .one("NAME"), help: "events of this service alone (default: of all three)"),
      Option("json", help: "print the events themselves, one JSON object a line"),
    ] + ServiceName.allCases.map(\.option), run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let services = try services(arguments)
    let pattern = arguments.positionals.first
    try pattern.map(checkFamily)
    let addresses = try services.map { try ServiceAddress($0, arguments) }
    let missing = addresses.filter { !TCPProbe.isListening(host: $0.host, port: $0.port + 1) }
    guard missing.count < addresses.count else {
      throw missing.count == 1
        ? missing[0].notRunning
        : CommandError(
          "no service runs at \(missing.map(\.description).joined(separator: ", ")); start them with 'castwire up'")
    }
    for address in missing {
      invocation.errors.say("\(address.service.rawValue) does not run at \(address) yet; its events come once it does")
    }
    let context = try invocation.context()
    let start: Subscription.Start = arguments.flag("from-start") ? .beginning : .head
    let streams = try addresses.map { address in
      try EventStream(
        address, context: context, scope: Self.scope(ofPattern: pattern), start: start)
    }
    try follow(
      streams, start: start, signals: try Signals(), errors: invocation.errors, output: invocation.output
    ) { event in
      guard pattern.map({ event.topic.matches(pattern: $0) }) ?? true else { return }
      if arguments.flag("json") {
        try invocation.output.write(PrintableText.json(event.json) + Array("\n".utf8))
      } else {
        try invocation.output.line(
          EventLine.text(event, width: invocation.output.width, style: invocation.output.style))
      }
    }
    return 0
  }

  private static func follow(
    _ streams: [EventStream], start: Subscription.Start, signals: Signals, errors: Output, output: Output,
    print: (Event) throws -> Void
  ) throws {
    var troubles: [ServiceName: String] = [:]
    let descriptors = [signals.descriptor] + (output.isPipe ? [output.descriptor] : [])
    while !signals.isStopping, !output.isClosed {
      for stream in streams {
        while let batch = try stream.next() {
          if batch.startsOver {
            errors.say("\(stream.address.service.rawValue) has another log than before")
            // Who wanted no history at first does not want it now.
            if start == .head {
              try stream.subscription.rewind(to: .head)
              break
            }
          }
          for event in batch.events { try print(event) }
          for (_, error) in batch.malformed { errors.say("\(stream.address.service.rawValue): \(error)") }
          try output.flush()
          if signals.isStopping { return }
        }
        let trouble = stream.subscription.trouble
        if let trouble, troubles[stream.address.service] != trouble {
          errors.say("\(stream.address.service.rawValue): \(PrintableText.line(trouble))")
        }
        troubles[stream.address.service] = trouble
      }
      try EventStream.wait(for: streams, descriptors: descriptors, atMost: .seconds(1))
    }
  }

  private static func services(_ arguments: Arguments) throws(UsageError) -> [ServiceName] {
    guard let name = arguments.value("service") else { return ServiceName.allCases }
    guard let service = ServiceName(rawValue: name) else {
      let names = ServiceName.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--service must be one of \(names), not '\(name)'")
    }
    return [service]
  }

  /// - Throws: for a family that no service has: nothing would ever come.
  private static func checkFamily(ofPattern pattern: String) throws(UsageError) {
    let family = String(pattern.prefix { $0 != "." })
    guard family != "*", !family.isEmpty, !EventTopic.families.contains(family) else { return }
    let families = EventTopic.families.map { $0 == "cell" ? "cell.LOCALE" : $0 }.joined(separator: ", ")
    throw UsageError("no service has events of the family '\(family)'; there are \(families)", saysWhatToDo: true)
  }

  /// The one family that a pattern asks for, where it says which: the others need not be sent.
  static func scope(ofPattern pattern: String?) -> Subscription.Scope {
    let words = pattern?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard let family = words.first, family != "*", !family.isEmpty else { return .wholeLog }
    guard family == "cell" else { return .family(String(family)) }
    guard words.count > 1, words[1] != "*", !words[1].isEmpty else { return .wholeLog }
    return .family("cell.\(words[1])")
  }
}
