internal import Castwire
internal import Runtime

extension LocaleName {
  /// The locale that `--locale` names.
  static func option(_ name: String) throws(UsageError) -> LocaleName {
    do {
      return try LocaleName(name)
    } catch {
      throw UsageError("--locale: \(error)")
    }
  }
}
