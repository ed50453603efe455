internal import TestSupport

/// Words as texts have them: few of them often, most of them hardly ever. The word of rank r is r times as rare as the first.
struct SampleWords {
  /// How many there are.
  static let count = 20_000

  /// All of them, the most frequent first.
  static let all: [String] = (0..<count).map { rank in
    // So that the frequent ones are neither the short ones nor begin alike.
    var number = 100 + rank * 7_919 % count
    var word = ""
    while number > 0 {
      let syllable = number % 100
      word += consonants[syllable / 5] + vowels[syllable % 5]
      number /= 100
    }
    return word
  }

  private static let consonants = [
    "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "sh",
  ]
  private static let vowels = ["a", "e", "i", "o", "u"]
  /// For each of some equal shares the rank that it falls to.
  private static let ranks: [Int] = {
    var sum = 0.0
    let sums = (1...count).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
    var rank = 0
    return (0..<65_536).map { share in
      while rank < count - 1, sums[rank] < sum * Double(share) / 65_536 { rank += 1 }
      return rank
    }
  }()

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> String {
    Self.all[Self.ranks[random.below(Self.ranks.count)]]
  }

  /// One of the words of some ranks.
  mutating func next(ofRanks ranks: Range<Int>) -> String {
    Self.all[ranks.lowerBound + random.below(ranks.count)]
  }

  /// Words with spaces between them, exactly so many bytes.
  mutating func text(bytes: Int) -> String {
    var text = ""
    text.reserveCapacity(bytes + 12)
    while text.utf8.count < bytes {
      if !text.isEmpty { text += " " }
      text += next()
    }
    text.removeLast(text.utf8.count - bytes)
    // A space at the end would be no text of a feed.
    if text.last == " " { text = text.dropLast() + "s" }
    return text
  }
}
