/// A stack of at most so many elements. Quicker than an array, which asks at every change whether it is shared.
struct BoundedStack<Element>: ~Copyable {
  private let elements: UnsafeMutablePointer<Element>
  let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == capacity }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return elements[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      elements[index] = newValue
    }
  }

  @inline(__always)
  var last: Element? { count == 0 ? nil : elements[count &- 1] }

  /// The stack must not be full.
  @inline(__always)
  mutating func append(_ element: Element) {
    precondition(count < capacity)
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return (elements + count).move()
  }

  /// The stack must not be empty.
  @inline(__always)
  mutating func removeLast() {
    precondition(count > 0)
    count &-= 1
    (elements + count).deinitialize(count: 1)
  }

  @inline(__always)
  mutating func removeAll() {
    elements.deinitialize(count: count)
    count = 0
  }
}
