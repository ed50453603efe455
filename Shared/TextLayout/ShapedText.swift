/// How wide a part of a paragraph is, up to each of its characters, in ems.
struct ShapedText {
  let range: Range<Int>
  /// Before each offset of the range and at its end, in logical order.
  private var positions: [Double]
  private var isSafe: [Bool]

  init(range: Range<Int>) {
    self.range = range
    positions = [Double](repeating: 0, count: range.count + 1)
    isSafe = [Bool](repeating: false, count: range.count + 1)
    isSafe[range.count] = true
    isSafe[0] = true
  }

  mutating func add(_ advance: Double, at offset: Int, isSafeToBreak: Bool) {
    let index = offset - range.lowerBound
    positions[index + 1] += advance
    isSafe[index] = isSafeToBreak
  }

  mutating func sum() {
    for index in positions.indices.dropFirst() { positions[index] += positions[index - 1] }
  }

  var width: Double { positions[range.count] }

  /// How wide the part between two offsets is where it stands.
  func width(_ part: Range<Int>) -> Double {
    positions[part.upperBound - range.lowerBound] - positions[part.lowerBound - range.lowerBound]
  }

  /// Whether the text could be divided there and each half would look as it does in the whole.
  func isSafeToBreak(at offset: Int) -> Bool {
    isSafe[offset - range.lowerBound]
  }

  /// The last offset of the range at which the text before it is not wider than `width`.
  func lastOffset(from start: Int, within width: Double) -> Int {
    let limit = positions[start - range.lowerBound] + width
    var low = start - range.lowerBound
    var high = range.count
    while low < high {
      let middle = (low + high + 1) / 2
      if positions[middle] <= limit { low = middle } else { high = middle - 1 }
    }
    return low + range.lowerBound
  }
}
