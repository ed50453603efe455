/// A list that only grows, of values that are nothing but their bytes: an array without counts of references, for what is
/// read at every step.
///
/// It owns its memory, of which `count` values are initialised.
struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 4)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    start[count] = element
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      start[index] = newValue
    }
  }

  mutating func sort(_ range: Range<Int>, by precedes: (Element, Element) -> Bool) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var part = UnsafeMutableBufferPointer(start: start + range.lowerBound, count: range.count)
    part.sort(by: precedes)
  }
}
