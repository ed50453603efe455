public import CastwireBus
public import Storage

extension Row {
  /// A position in a log; what is none, as a damaged database may have it, is `Position.last`, where no log comes to.
  public func position(_ column: Int32) -> Position {
    UInt64(exactly: integer(column)).map { Position($0) } ?? .last
  }
}
