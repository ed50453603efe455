// UIKit and AppKit bring the same.
#if !canImport(UIKit) && !canImport(AppKit)
  public import Foundation

  extension IndexPath {
    /// The place of an item in a list.
    ///
    /// - Parameters:
    ///   - item: counted from 0.
    ///   - section: counted from 0; a `CollectionDataSource` has one.
    public init(item: Int, section: Int) {
      self.init(indexes: [section, item])
    }

    /// The item's number in its section, from 0.
    ///
    /// - Precondition: the index path is of two numbers: it was made from an item and a section.
    public var item: Int { self[1] }

    /// The section's number, from 0.
    ///
    /// - Precondition: the index path is not empty.
    public var section: Int { self[0] }
  }
#endif
