/// What a list shows an item with: a value or an object that is made once and shows one item after the other.
public protocol ReusableCell {
  /// A cell that shows nothing yet.
  init()

  /// Takes away whatever the cell shows. It is called before a cell that has shown an item is configured for another.
  mutating func prepareForReuse()
}
