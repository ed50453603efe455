/// How many elements lists of an item or a feed have at most: more than any honest one comes near.
let listLimit = 1000

extension Optional {
  /// Adds an element to a list that is nil as long as it is empty, up to `listLimit`.
  mutating func append<Element>(_ element: consuming Element) where Wrapped == [Element] {
    if self == nil { self = [] }
    // Not nil now. In place: a copy for each element would take time that grows with their square.
    if self!.count < listLimit { self!.append(element) }
  }

  /// Adds an element, if there is one.
  mutating func append<Element>(ifAny element: consuming Element?) where Wrapped == [Element] {
    if let element { append(element) }
  }
}
