/// What the scanner takes at most. What is beyond a limit is passed over, with a diagnostic, and all else is kept.
enum ScannerLimits {
  /// How deep elements may nest; what is deeper is passed over, its text kept (`too-deep`).
  static let depth = 256
  /// How many attributes of a tag are kept (`too-many-attributes`).
  static let attributes = 256
  /// The longest name of an element or attribute that is looked at, in bytes (`name-too-long`). Longer ones are unknown.
  static let name = 1_000
  /// How many declared namespaces hold at one place (`too-many-namespaces`).
  static let namespaces = 256
  /// The longest base of relative URLs, in bytes (`base-too-long`).
  static let base = 2_048
  /// How much of one text is kept, in bytes (`text-too-long`).
  static let text = 4 * 1024 * 1024
}
