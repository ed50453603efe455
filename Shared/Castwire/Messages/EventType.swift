/// The names that an event goes by: `castwire.episode.added.v1` and the schema of its data.
public enum EventType {
  /// The CloudEvents `type` of a family's verb in version 1. For cells the locale is no part of it.
  public static func name(family: String, verb: String) -> String {
    "castwire.\(family).\(verb).v1"
  }

  /// The CloudEvents `dataschema` of a family in version 1.
  public static func schema(family: String) -> String {
    "urn:castwire:schema:\(family):1"
  }
}
