/// Castwire's own version (semver.org).
public enum Version {
  public static let current = "0.1.0"
}
