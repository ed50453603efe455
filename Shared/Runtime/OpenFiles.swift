#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How many files and connections a process may have open.
public enum OpenFiles {
  /// Raises the limit to what the system allows the process at most: the usual one is kept low for programs that use
  /// select(2), and a service has connections to thousands.
  public static func raiseLimit() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // Where the system will not, the old limit serves as it did.
    _ = setrlimit(resource, &limit)
  }
}
