/// Castwire's own version (semver.org).
public enum Version {
  /// Major, minor and patch.
  public static let current = "0.1.0"
}
