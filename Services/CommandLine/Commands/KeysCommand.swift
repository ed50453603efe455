internal import CastwireBus
internal import Runtime

/// `castwire keys`: makes the keys with which services and clients encrypt and know each other.
enum KeysCommand {
  private static let reload = "pkill -HUP -f 'castwire up'"

  static let command = Command(
    "keys", operands: "init DIR | new NAME DIR", positionals: 0...3, summary: "make keys, so that the bus is encrypted",
    about: """
      'init DIR' makes a folder with a key pair for each service and for castwire, and the list of who may connect,
      DIR/allow-list. What is there already stays as it is. Services and castwire use them with CASTWIRE_KEYS=DIR.
      'new NAME DIR' makes a key pair for another client and lists it. Its file DIR/NAME.key is all that the client needs;
      hand it over in secret. Services read the list when they start and on SIGHUP, which 'castwire up' passes on to them:
      \(reload)
      Where each service runs as a user of its own, 'init DIR --owner catalog=1002 ...' gives each its own key, and lets all
      read the list; it takes root.
      """,
    options: [
      Option("owner", .many("NAME=UID"), help: "the user who alone can read DIR/NAME.key; may be given more than once"),
      Option(
        "roles", .one("ROLES"),
        help: "what the new client may do: subscribe, read, control, with commas (default subscribe,read)"),
    ], run: run)

  /// Services need the events of the one that they follow, and their own status, which tells whether they are well.
  private static let members: [KeyFolder.Member] = [
    KeyFolder.Member("feed-ingest", roles: [.read], isService: true),
    KeyFolder.Member("catalog", roles: [.subscribe, .read], isService: true),
    KeyFolder.Member("formatter", roles: [.subscribe, .read], isService: true),
    KeyFolder.Member(CommandProgram.name, roles: [.subscribe, .read, .control], isService: false),
  ]

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.positionals
    let roles = invocation.arguments.value("roles")
    let report: [String]
    switch (words.first, words.count) {
    case ("init", 2):
      guard roles == nil else { throw UsageError("--roles is for 'keys new'") }
      let owners = try owners(invocation.arguments.all("owner"))
      let folder = KeyFolder(path: words[1])
      report =
        try folder.prepare(members: members) + (owners.isEmpty ? [] : folder.give(to: owners))
        + ["use them with CASTWIRE_KEYS=\(folder.path)"]
    case ("new", 3):
      guard invocation.arguments.all("owner").isEmpty else { throw UsageError("--owner is for 'keys init'") }
      guard KeyName.isValid(words[1]) else { throw UsageError("'\(words[1])' is no name for a key: \(KeyName.rule)") }
      guard let roles = Role.list(roles ?? "subscribe,read") else {
        throw UsageError("--roles must be of subscribe, read and control with commas, not '\(roles ?? "")'")
      }
      report =
        try KeyFolder(path: words[2]).add(client: words[1], roles: roles)
        + ["running services read the list when they start and on SIGHUP; where 'castwire up' runs them: \(reload)"]
    case ("init", _):
      throw UsageError("'keys init' needs a folder and nothing else")
    case ("new", _):
      throw UsageError("'keys new' needs a name and a folder")
    default:
      throw UsageError("say 'keys init DIR' or 'keys new NAME DIR'")
    }
    for line in report { try invocation.output.line(line) }
    return 0
  }

  private static func owners(_ words: [String]) throws(UsageError) -> [String: UInt32] {
    var owners: [String: UInt32] = [:]
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      // The largest number stands for no user at all (chown(2)).
      guard parts.count == 2, members.contains(where: { $0.name == parts[0] }), let user = UInt32(parts[1]), user < .max
      else {
        let names = members.map(\.name).joined(separator: ", ")
        throw UsageError("--owner must be NAME=UID with one of \(names) and a user's number, not '\(word)'")
      }
      owners[String(parts[0])] = user
    }
    return owners
  }
}
