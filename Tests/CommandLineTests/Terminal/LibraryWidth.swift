import Glibc

/// How many columns the C library takes a character for: a second opinion.
struct LibraryWidth: Sendable {
  private typealias Function = @convention(c) (Int32) -> Int32

  private let function: Function

  /// nil where the library has no UTF-8 locale.
  init?() {
    // Swift does not see the function, for want of a macro.
    guard let symbol = dlsym(nil, "wcwidth"), newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) != nil else { return nil }
    function = unsafeBitCast(symbol, to: Function.self)
  }

  /// 0 to 2; -1 for what is no printable character.
  func of(_ scalars: some Sequence<Unicode.Scalar>) -> [Int] {
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return [] }
    // Of this thread alone.
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    return scalars.map { Int(function(Int32($0.value))) }
  }
}
