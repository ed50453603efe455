internal import CastwireBus

/// A cell that was made, and is not published yet.
struct MadeCell {
  let json: RawJSON
  /// From when on its words are no longer right, in seconds since 1970; nil for those that keep.
  let staleAt: Int?
  /// The long text that it shows, where it shows one.
  let description: String?
}
