internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

extension KeyFolder {
  /// Who gets a key when the folder is made.
  public struct Member: Sendable {
    /// What its key is called.
    public let name: String
    let roles: Set<Role>
    let isService: Bool

    /// - Parameters:
    ///   - roles: what it may do at the services; not empty.
    ///   - isService: whether clients need its public key.
    public init(_ name: String, roles: Set<Role>, isService: Bool) {
      self.name = name
      self.roles = roles
      self.isService = isService
    }
  }

  private static let header = """
    # Who may connect to the services: a name, its roles with commas between them, its public key.
    #   subscribe  hear events and replay them
    #   read       ask for lists, single things and the status, and search
    #   control    change something
    # A service reads this when it starts and on SIGHUP.

    """

  /// Makes what is missing: the folder, a key for each member and the allow-list. What is there stays as it is.
  ///
  /// - Returns: what was made and what was there, in lines for a person.
  public func prepare(members: [Member]) throws -> [String] {
    try makeFolder()
    return try locked {
      var report = try protect()
      let known = try keyFiles()
      let listed = Self.exists(allowListPath) ? try allowList() : nil
      var services = try Self.services(of: known)
      var made: [(member: Member, pair: KeyPair)] = []
      for member in members where known[member.name] == nil {
        guard services[member.name] == nil, listed?[name: member.name] == nil else {
          report.append(
            "\(keyPath(of: member.name)) is elsewhere: its public key is known here, so that no other is made")
          continue
        }
        made.append((member, try KeyPair.make()))
      }
      for (member, pair) in made where member.isService { services[member.name] = pair.publicKey }
      for member in members where known[member.name] != nil { report.append("\(keyPath(of: member.name)) was there") }
      for (member, pair) in made {
        try KeyFile(name: member.name, pair: pair, services: services).create(at: keyPath(of: member.name))
        report.append("\(keyPath(of: member.name)) is made")
      }
      // A key that is there and not listed may have been struck out on purpose, unless there is no list at all.
      let entries = members.compactMap { member -> AllowList.Entry? in
        let key = made.first { $0.member.name == member.name }?.pair.publicKey
        let old = listed == nil ? known[member.name]?.publicKey : nil
        return (key ?? old).map { AllowList.Entry(name: member.name, roles: member.roles, key: $0) }
      }
      try add(entries)
      report.append("\(allowListPath) \(listed == nil ? "is made" : "was there")")
      for entry in entries where listed != nil { report.append("  added: \(entry.line)") }
      let list = try allowList()
      for key in known.values.sorted(by: { $0.name < $1.name }) where list[key: key.publicKey] == nil {
        report.append("  \(key.name) is not in it, and so may not connect: its public key is \(key.publicKey)")
      }
      return report
    }
  }

  /// Makes a key pair for a client and lists it.
  ///
  /// - Parameter roles: what it may do; not empty.
  /// - Returns: what was done, in lines for a person.
  public func add(client name: String, roles: Set<Role>) throws -> [String] {
    guard KeyName.isValid(name) else { throw KeyError(name, "is no name for a key: \(KeyName.rule)") }
    guard Self.exists(allowListPath) else {
      throw KeyError(path, "has no keys yet; make those of the services with 'castwire keys init \(path)'")
    }
    return try locked {
      let list = try allowList()
      let known = try keyFiles()
      if let entry = list[name: name] {
        guard known[name]?.publicKey == entry.key else {
          throw KeyError(
            allowListPath, "lists '\(name)' already, with a key that is not here; for a new one, delete that line first"
          )
        }
        guard entry.roles == roles else {
          throw KeyError(
            allowListPath, "lists '\(name)' already, with the roles \(Role.text(entry.roles)); change them there")
        }
        return ["\(keyPath(of: name)) was there", "\(allowListPath) lists it"]
      }
      let services = try Self.services(of: known)
      guard !services.isEmpty else {
        throw KeyError(path, "has no public key of a service; 'castwire keys init \(path)' makes them")
      }
      var report: [String] = []
      let key: KeyFile
      if let old = known[name] {
        key = old
        report.append("\(keyPath(of: name)) was there")
      } else {
        key = KeyFile(name: name, pair: try KeyPair.make(), services: services)
        try key.create(at: keyPath(of: name))
        report.append("\(keyPath(of: name)) is made")
      }
      let entry = AllowList.Entry(name: name, roles: roles, key: key.publicKey)
      try add([entry])
      return report + ["\(allowListPath) lists it: \(entry.line)"]
    }
  }

  // MARK: Files

  private func makeFolder() throws(KeyError) {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw KeyError(path, "cannot be made: \(parent) is no folder and cannot be made one")
    }
    guard mkdir(path, 0o700) != 0 else { return }
    let failure = systemError()
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw KeyError(path, "cannot be made: \(failure)")
    }
  }

  /// - Returns: a warning where the folder is open to others and holds other things, too.
  private func protect() throws(KeyError) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw KeyError(path, "cannot be looked at: \(systemError())") }
    // Who may only search it, as services with users of their own, must know a file's name, and be let in by the file.
    guard status.st_mode & 0o066 != 0 else { return [] }
    let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    guard isEmpty else { return ["\(path) can be read by others; if it is for keys alone: chmod 700 \(path)"] }
    guard chmod(path, 0o700) == 0 else { throw KeyError(path, "cannot be protected: \(systemError())") }
    return []
  }

  /// Runs `work` while no other process makes keys here.
  private func locked<Result>(_ work: () throws -> Result) throws -> Result {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw KeyError(path, "cannot be opened: \(systemError())") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw KeyError(path, "cannot be locked: \(systemError())") }
    }
    return try work()
  }

  private func keyFiles() throws(KeyError) -> [String: KeyFile] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw KeyError(path, "cannot be read: \(error.localizedDescription)")
    }
    var files: [String: KeyFile] = [:]
    for name in names.sorted() where name.hasSuffix(".key") {
      let key = try keyFile(of: String(name.dropLast(4)))
      files[key.name] = key
    }
    return files
  }

  /// The public keys of services that key files name.
  ///
  /// - Throws: where they contradict each other.
  private static func services(of files: [String: KeyFile]) throws(KeyError) -> [String: PublicKey] {
    var services: [String: PublicKey] = [:]
    for (_, file) in files.sorted(by: { $0.key < $1.key }) {
      for (service, key) in file.services {
        guard services.updateValue(key, forKey: service) ?? key == key, files[service]?.publicKey ?? key == key else {
          throw KeyError(
            "the key file of '\(file.name)'",
            "has another public key of '\(service)' than the others; delete the ones that are old, and make them anew")
        }
      }
    }
    return services
  }

  private func add(_ entries: [AllowList.Entry]) throws(KeyError) {
    let isNew = !Self.exists(allowListPath)
    guard isNew || !entries.isEmpty else { return }
    var bytes = isNew ? Array(Self.header.utf8) : try PrivateFile.read(allowListPath, .integrity)
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    for entry in entries { bytes += Array("\(entry.line)\n".utf8) }
    if isNew {
      try PrivateFile.create(allowListPath, bytes)
    } else {
      try PrivateFile.replace(allowListPath, bytes, keepsAccess: true)
    }
  }
}
