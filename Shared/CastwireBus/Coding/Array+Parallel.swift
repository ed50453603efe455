internal import Dispatch

extension Array where Element: Sendable {
  /// So many elements are worth being handed to another core.
  private static var shareSize: Int { 32 }

  /// What a function makes of each element, in their order, on all cores that are free.
  ///
  /// - Parameter transform: takes some microseconds, and depends on the element alone.
  package func parallelMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    let shares = (count + Self.shareSize - 1) / Self.shareSize
    guard shares > 1 else { return map(transform) }
    return withUnsafeBufferPointer { elements in
      [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        // Each share reads and writes places of its own.
        nonisolated(unsafe) let (elements, places) = (elements, buffer)
        DispatchQueue.concurrentPerform(iterations: shares) { share in
          for index in share * Self.shareSize..<Swift.min(elements.count, (share + 1) * Self.shareSize) {
            places.initializeElement(at: index, to: transform(elements[index]))
          }
        }
        initializedCount = count
      }
    }
  }
}
