extension String {
  /// Whether the text begins with these bytes. `hasPrefix` looks for canonical equivalence, and takes its time for it.
  func begins(with prefix: StaticString) -> Bool {
    // A native string has its bytes at hand.
    utf8.withContiguousStorageIfAvailable { ByteView($0).matches(prefix, at: 0) }
      ?? utf8.starts(with: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
  }
}
