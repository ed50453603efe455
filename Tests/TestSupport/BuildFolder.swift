import Glibc

/// Where the package's programs lie.
public enum BuildFolder {
  /// The path of a built product: it lies beside the running test bundle, or in the folder that CASTWIRE_TEST_PRODUCTS
  /// names, so that another build of the programs is tested.
  public static func path(of product: String) throws(SystemError) -> String {
    if let folder = getenv("CASTWIRE_TEST_PRODUCTS") { return "\(String(cString: folder))/\(product)" }
    guard let bundle = realpath("/proc/self/exe", nil) else {
      throw SystemError("realpath of /proc/self/exe", code: errno)
    }
    defer { free(bundle) }
    let folder = String(cString: bundle).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(product)"
  }
}
