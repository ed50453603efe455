extension Fetcher {
  /// Limits and permissions of all fetches.
  struct Configuration: Sendable {
    /// Castwire's version, for the user agent.
    var version: String
    /// Whether addresses that are not public may be used.
    var allowsPrivate = false
    /// Addresses that may be used although they are not public.
    var allowedAddresses: Set<IPAddress> = []
    /// Whether `file` URLs may be read.
    var allowsFiles = false
    var maximumTransfers = 64
    var maximumTransfersPerHost = 2
    var maximumRedirects = 5
    /// In bytes, decompressed.
    var maximumBodySize = 64 << 20
    /// In bytes: how much may be in memory of bodies that arrive or have arrived and are not yet read. Transfers pause
    /// when it is used up, all but one, so that it may be one body more.
    var maximumBodyMemory = 128 << 20
    /// Called on any thread after more or fewer bytes of bodies are in memory than before.
    var whenBodyMemoryChanges: @Sendable () -> Void = {}
    /// For the name, the connection and TLS together.
    var connectLimit = Duration.seconds(10)
    /// For the head of the answer, once connected.
    var answerLimit = Duration.seconds(30)
    /// How long a body may bring next to nothing. Whole seconds, which is how exactly libcurl measures it.
    var stallLimit = Duration.seconds(30)
    /// For a whole fetch, redirects included, without its wait for a turn.
    var wholeLimit = Duration.seconds(120)
    /// From when on a transfer is slow that brings less than 1 kB a second. Hosts that are slow have at most half of the
    /// transfers together.
    var slowLimit = Duration.seconds(2)
    /// The clock by which they are.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// A PEM file of certificate authorities to trust instead of the system's.
    var authoritiesFile: String?

    init(version: String) {
      self.version = version
    }

    var userAgent: String { "Castwire/\(version) (+https://github.com/castwire/castwire)" }
    var addressPolicy: AddressPolicy { AddressPolicy(allowsPrivate: allowsPrivate, exceptions: allowedAddresses) }
  }
}
