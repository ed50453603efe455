internal import CSQLite

/// One row of a result, valid only inside the closure that gets it. Columns count from 0.
///
/// A column of another class is converted as SQLite does (sqlite.org/c3ref/column_blob.html).
public struct Row: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  /// The five classes of what a column holds (sqlite.org/datatype3.html).
  public enum StorageClass: Sendable {
    case null, integer, real, text, blob
  }

  /// The class of what the column holds. To be asked before it is read as another.
  public func storageClass(_ column: Int32) -> StorageClass {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// True where the column is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The column as an integer; 0 for NULL.
  public func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(handle, column))
  }

  /// The column as an integer; nil for NULL.
  public func optionalInteger(_ column: Int32) -> Int? {
    isNull(column) ? nil : integer(column)
  }

  /// The column as a floating-point number; 0 for NULL.
  public func real(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// The column as text; empty for NULL.
  public func text(_ column: Int32) -> String {
    optionalText(column) ?? ""
  }

  /// The column as text; nil for NULL.
  public func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The column's bytes; empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Gives the column's bytes to `body` without copying them; none for NULL.
  public func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let bytes = sqlite3_column_blob(handle, column)
    return try body(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// How many bytes the column has, without copying them.
  public func byteCount(_ column: Int32) -> Int {
    Int(sqlite3_column_bytes(handle, column))
  }
}
