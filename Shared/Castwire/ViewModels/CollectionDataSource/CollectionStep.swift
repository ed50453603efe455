public import Foundation

/// A change of a list.
///
/// Several are done one after the other: the index paths of each are places in the list as the steps before it have left
/// it. (UIKit's batch updates are read otherwise: there, what is removed is counted in the list before all changes.)
public enum CollectionStep<Item> {
  /// The item comes in before the one that is there, or at the end.
  case insert(Item, at: IndexPath)
  /// The item that is there shows something else; it is the same by its identity.
  case update(Item, at: IndexPath)
  /// The item goes.
  case remove(at: IndexPath)
  /// The item is taken out at `from`, and put in at `to` as counted in the list without it.
  case move(from: IndexPath, to: IndexPath)
}

extension CollectionStep: Equatable where Item: Equatable {}
extension CollectionStep: Hashable where Item: Hashable {}
extension CollectionStep: Sendable where Item: Sendable {}
