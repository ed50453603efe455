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
    count &+= 1
  }

  /// The view must not be one of this buffer itself.
  @inline(__always)
  mutating func append(_ view: ByteView) {
    append(view.start, count: view.count)
  }

  @inline(__always)
  mutating func append(literal text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Appends `count` bytes that may be read up to the next multiple of 16, as a few moves instead of a call.
  @inline(__always)
  mutating func append(padded start: UnsafePointer<UInt8>, count length: Int) {
    if capacity &- count < 16 { grow(by: 16) }
    precondition(length <= 16)
    let block = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
    UnsafeMutableRawPointer(storage + count).storeBytes(of: block, as: SIMD16<UInt8>.self)
    count &+= length
  }

  /// Makes room for so many bytes behind what was written, and gives the room's address. What is written there counts once
  /// `didWrite` was called; until then nothing else may be.
  @inline(__always)
  mutating func room(for length: Int) -> UnsafeMutableRawPointer {
    if capacity &- count < length { grow(by: length) }
    return UnsafeMutableRawPointer(storage + count)
  }

  @inline(__always)
  mutating func didWrite(_ length: Int) {
    precondition(length >= 0 && length <= capacity &- count)
    count &+= length
  }

  var last: UInt8? { count == 0 ? nil : storage[count - 1] }

  mutating func removeLast() {
    precondition(count > 0)
    count -= 1
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      for byte in UTF8.encode(scalar)! { append(byte) }  // never nil: every scalar has a UTF-8 form
    }
  }

  @inline(__always)
  private mutating func append(_ start: UnsafePointer<UInt8>, count length: Int) {
    if capacity &- count < length { grow(by: length) }
    (storage + count).update(from: start, count: length)
    count &+= length
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
