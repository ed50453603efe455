/// Where a list that is watched is shown.
protocol ListView: AnyObject {
  /// What may be readable beside the services' sockets, and what is done then.
  var descriptors: [Int32] { get }

  /// True once the person who watches has seen enough.
  var isClosed: Bool { get }

  func begin() throws

  /// The list is this now.
  func show(_ answer: ListQuery.Answer) throws

  /// Looks at what a turn of the watch may have brought.
  ///
  /// - Parameter trouble: what is wrong with the services at the moment, in words.
  func turn(trouble: String?) throws

  /// Leaves the terminal as it was; also after an error.
  func end() throws
}
