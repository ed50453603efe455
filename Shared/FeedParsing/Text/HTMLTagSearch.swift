/// Keeps the search for tags in one text linear: what was looked for in vain is not looked for again from each `<` on.
struct HTMLTagSearch {
  /// How far the tag of an unknown element may go: drawings in feeds have long ones.
  private static let usualLimit = 64 * 1024
  /// The same once so many bytes were looked at in vain that the text is no honest one.
  private static let strictLimit = 64

  /// How many bytes may still be looked at for tags that turn out to be text.
  private var patience: Int
  private var hasNoClose = false
  private var hasNoCommentEnd = false

  init(in view: ByteView) {
    patience = 8 * view.count + 1024
  }

  /// The most bytes, from the name on, that a tag may have which might yet be text.
  var limit: Int { patience > 0 ? HTMLTagSearch.usualLimit : HTMLTagSearch.strictLimit }

  /// So many bytes may be looked at once more.
  mutating func note(_ count: Int) {
    patience -= count
  }

  /// So many bytes were looked at, and there is no tag.
  mutating func fail(after count: Int) -> Bool {
    patience -= count
    return false
  }

  /// After the `>` of the comment, declaration or instruction at `index`. Only a comment may lack it, and then has the
  /// rest.
  mutating func endOfDeclaration(in view: ByteView, at index: Int) -> Int? {
    guard view[index + 1] == UInt8(ascii: "!") || view[index + 1] == UInt8(ascii: "?") else { return nil }
    let isComment = view.matches("<!--", at: index)
    if isComment, !hasNoCommentEnd {
      if let close = view.firstIndex(of: "-->", from: index + 4) { return close + 3 }
      hasNoCommentEnd = true
    }
    if !hasNoClose {
      if let close = view.firstIndex(of: UInt8(ascii: ">"), from: index) { return close + 1 }
      hasNoClose = true
    }
    return isComment ? view.count : nil
  }
}
