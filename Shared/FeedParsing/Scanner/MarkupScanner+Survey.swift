/// Looking at the document's bytes shortly before they are read, which is when they are fetched from memory.
extension MarkupScanner {
  /// How far it looks ahead: what is read again soon should still be in the processor's cache.
  private static let stretch = 64 * 1024

  /// Looks on, at least up to the position. False where the document is not UTF-8 or has what has to be cleaned: then all of
  /// it has to be read anew.
  @inline(never)
  mutating func survey() -> Bool {
    var end = min(max(position, endOfSurvey + MarkupScanner.stretch) + 3, document.count)
    // Not within a character.
    while end > position, end < document.count, document[end] & 0xc0 == 0x80 { end -= 1 }
    let survey = UTF8Check.survey(document[0..<end], from: endOfSurvey)
    endOfSurvey = end
    if survey.traits.mayHaveWideSpace { mayHaveWideSpace = true }
    guard survey.isUTF8, !survey.traits.mayNeedCleaning else {
      isOtherThanTaken = true
      giveUp()
      endOfSurvey = document.count
      return false
    }
    return true
  }
}
