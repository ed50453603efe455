/// What a document may have in it that texts have to be looked through for.
struct DocumentTraits {
  /// Carriage returns, or control characters: see `TextCleaning`.
  var mayNeedCleaning = true
  /// White space beyond Latin-1: see `UnicodeSpace`.
  var mayHaveWideSpace = true
}
