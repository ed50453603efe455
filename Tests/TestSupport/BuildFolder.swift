import Glibc

/// Where the package's programs lie.
enum BuildFolder {
  /// The path of a built product: it lies beside the running test bundle.
  static func path(of product: String) throws(SystemError) -> String {
    guard let bundle = realpath("/proc/self/exe", nil) else {
      throw SystemError("realpath of /proc/self/exe", code: errno)
    }
    defer { free(bundle) }
    let folder = String(cString: bundle).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(product)"
  }
}
