extension Optional {
  /// Adds an element to a list that is nil as long as it is empty, up to a limit that no honest item comes near.
  mutating func append<Element>(_ element: Element) where Wrapped == [Element] {
    if self == nil { self = [] }
    // Not nil now. In place: a copy for each element would take time that grows with their square.
    if self!.count < 1000 { self!.append(element) }
  }

  /// Adds an element, if there is one.
  mutating func append<Element>(ifAny element: Element?) where Wrapped == [Element] {
    if let element { append(element) }
  }
}
