/// The most of a sequence's numbers that stand in increasing order.
enum IncreasingSubsequence {
  /// Where the numbers of a longest increasing subsequence stand, in order, found as patience sorting does in n log n
  /// steps.
  ///
  /// - Parameter numbers: no two are equal.
  static func longest(in numbers: [Int]) -> [Int] {
    // At each length, where the smallest number stands that a subsequence of that length ends with.
    var ends: [Int] = []
    var before: [Int?] = Array(repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      // Most lists change little, so that most numbers make the longest one longer.
      if let last = ends.last, numbers[last] < number { low = high }
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var places: [Int] = []
    places.reserveCapacity(ends.count)
    var next = ends.last
    while let place = next {
      places.append(place)
      next = before[place]
    }
    return places.reversed()
  }
}
