import Testing

/// Each sentence about what the catalog decides, as documents in and events out. However the events come, what is
/// published is the same.
struct SequenceTests {
  @Test(arguments: DocumentSequence.rules)
  func `an item is known by rule`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.orderOfRules)
  func `rules have an order`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.apart)
  func `what is apart stays apart`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.sharedIdentifiers)
  func `items may share a guid`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.same)
  func `an episode stays the same`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.earlyAccess)
  func `early access is the same episode`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.duplicates)
  func `two feeds keep two`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.merges)
  func `two feeds become one`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.noChange)
  func `what differs before normalisation alone is no change`(sequence: DocumentSequence) throws {
    try expect(sequence)
  }

  @Test(arguments: DocumentSequence.fields)
  func `a field that differs is named`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.revisions)
  func `revisions, views and order`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.kinds)
  func `feed and item decide the kind`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.videos)
  func `videos live as episodes do`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.keeping)
  func `nothing is lost`(sequence: DocumentSequence) throws { try expect(sequence) }

  private func expect(_ sequence: DocumentSequence) throws {
    var ids: [String: String] = [:]
    for variation in SequenceRunner.Variation.all {
      let found = try SequenceRunner(sequence, variation).run()
      if variation == .plain { ids = found }
      // Which of items that share an identifier comes first, may decide how their ids are made.
      if variation.keepsOrder { #expect(found == ids, "\(variation)") }
    }
  }
}
