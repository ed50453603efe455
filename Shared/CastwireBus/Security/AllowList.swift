/// Who may connect to a service, by public key, and what each may do.
///
/// A text file: on each line a name, its roles with commas between them, and its public key in Z85; empty lines and lines
/// that begin with `#` say nothing.
public struct AllowList: Sendable, Hashable {
  /// A line of the list.
  public struct Entry: Sendable, Hashable {
    /// Who has the key: up to 64 letters, digits, dots, dashes and underscores.
    public let name: String
    /// What its owner may do; never empty.
    public let roles: Set<Role>
    /// The key that proves who it is.
    public let key: PublicKey

    /// A line of the list.
    public init(name: String, roles: Set<Role>, key: PublicKey) {
      self.name = name
      self.roles = roles
      self.key = key
    }

    /// The line as the file has it.
    public var line: String {
      "\(name) \(Role.text(roles)) \(key)"
    }
  }

  /// In the order of the file.
  public let entries: [Entry]
  private let byKey: [PublicKey: Entry]
  private let byName: [String: Entry]

  /// Reads a list.
  ///
  /// - Throws: the first line that is not understood, or that repeats a name or a key.
  public init(text: String) throws(AllowListError) {
    var entries: [Entry] = []
    var byKey: [PublicKey: Entry] = [:]
    var byName: [String: Entry] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func failure(_ reason: String) -> AllowListError { AllowListError(line: index + 1, reason: reason) }
      guard words.count == 3 else { throw failure("a line has a name, roles and a public key") }
      guard KeyName.isValid(first) else { throw failure("'\(first)' is no name: \(KeyName.rule)") }
      guard let roles = Role.list(words[1]) else {
        throw failure("'\(words[1])' is no list of roles: these are \(Role.text(Set(Role.allCases)))")
      }
      guard let key = PublicKey(String(words[2])) else {
        throw failure("what stands after the roles of '\(first)' is no public key: 40 characters of Z85")
      }
      let entry = Entry(name: String(first), roles: roles, key: key)
      guard byName.updateValue(entry, forKey: entry.name) == nil else { throw failure("'\(first)' stands there twice") }
      guard byKey.updateValue(entry, forKey: key) == nil else {
        throw failure("the key of '\(first)' stands there twice")
      }
      entries.append(entry)
    }
    (self.entries, self.byKey, self.byName) = (entries, byKey, byName)
  }

  /// The line of a key.
  public subscript(key key: PublicKey) -> Entry? {
    byKey[key]
  }

  /// The line of a name.
  public subscript(name name: String) -> Entry? {
    byName[name]
  }

  /// The names that a key of this list loses something by with another list in its place: the key itself or a role.
  public func losers(with next: AllowList) -> [String] {
    entries.filter { entry in
      guard let other = next[key: entry.key], other.name == entry.name else { return true }
      return !entry.roles.isSubset(of: other.roles)
    }.map(\.name)
  }
}

/// A line of an allow-list that is not understood.
public struct AllowListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The first line is 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: String

  /// The error in words, for a person.
  public var description: String {
    "line \(line): \(reason)"
  }
}
