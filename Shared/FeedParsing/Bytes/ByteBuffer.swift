/// Bytes that are written in order, and taken back all at once for the next use. It grows and never shrinks.
struct ByteBuffer: ~Copyable {
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4096) {
    self.capacity = max(capacity, 16)
    storage = .allocate(capacity: self.capacity)
  }

  deinit {
    storage.deallocate()
  }

  /// What has been written. It must not be used after the next write.
  var view: ByteView {
    ByteView(UnsafeBufferPointer(start: storage, count: count))
  }

  mutating func removeAll() {
    count = 0
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    storage[count] = byte
    count += 1
  }

  /// The view must not be one of this buffer itself.
  @inline(__always)
  mutating func append(_ view: ByteView) {
    if capacity - count < view.count { grow(by: view.count) }
    (storage + count).update(from: view.start, count: view.count)
    count += view.count
  }

  mutating func append(literal text: StaticString) {
    if capacity - count < text.utf8CodeUnitCount { grow(by: text.utf8CodeUnitCount) }
    (storage + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar)! { append(byte) }  // never nil: every scalar has a UTF-8 form
  }

  @inline(never)
  private mutating func grow(by additional: Int) {
    capacity = max(capacity * 2, count + additional)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: storage, count: count)
    storage.deallocate()
    storage = larger
  }
}
