import Castwire
import Foundation
import TestSupport

/// A random history of a feed: what its publisher does to it, one document after the other, and what must be known of
/// each episode in the end. The model knows which episode each item is, since it made them; it shares no code with the
/// services.
struct EditHistory {
  /// What is so of an episode, whoever looks.
  struct Truth: Hashable {
    let number: Int
    var guid: String
    var title: String
    var enclosure: String
    var link: String
    var isPresent = true
    var isWithdrawn = false
    /// Whether a document ever held it.
    var isKnown = false
  }

  enum Edit: CaseIterable {
    case add, drop, reorder, retitle, reguid, reenclose, window, duplicate, bringBack, nothing
  }

  private var random: SeededGenerator
  private(set) var truths: [Truth] = []
  /// The numbers of the episodes in the newest document, in its order.
  private(set) var document: [Int] = []
  private(set) var edits: [Edit] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...6, using: &random) { add() }
    settle([])
  }

  /// The newest document.
  var items: [FeedItem] {
    document.map { number in
      let truth = truths[number]
      return item(
        truth.guid, enclosure: truth.enclosure, title: truth.title, link: truth.link, day: truth.number)
    }
  }

  /// Makes the next document.
  mutating func step() {
    edits = []
    let before = document
    let known = truths
    // An episode is changed in one way at most from one document to the next: what would a reader tell it by?
    var untouched = Set(document)
    var staying: Set<Int> = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let edit = Edit.allCases.randomElement(using: &random) else { continue }
      edits.append(edit)
      switch edit {
      case .add: add()
      case .drop:
        guard document.count > 1, let place = document.indices.randomElement(using: &random),
          !staying.contains(document[place])
        else { continue }
        document.remove(at: place)
      case .reorder: document.shuffle(using: &random)
      case .retitle: change(&untouched) { $0.title += "!" }
      case .reguid:
        change(&untouched) { truth in
          truth.guid = "guid-\(truth.number)-\(truth.title.count)-\(truth.enclosure.count)-\(truth.guid.count)"
        }
      case .reenclose: change(&untouched) { $0.enclosure += "?" }
      case .window:
        guard document.count > 1, let oldest = document.min(), !staying.contains(oldest) else { continue }
        document.removeAll { $0 == oldest }
      case .duplicate:
        guard let number = document.randomElement(using: &random), untouched.contains(number) else { continue }
        // Whose the guid is when the one gives it up as another takes it, nobody can tell.
        untouched.remove(number)
        staying.insert(number)
        add(guid: truths[number].guid)
      case .bringBack:
        guard
          let number = truths.indices.filter({ !document.contains($0) && !before.contains($0) && truths[$0].isKnown })
            .randomElement(using: &random)
        else { continue }
        document.insert(number, at: Int.random(in: 0...document.count, using: &random))
      case .nothing: break
      }
    }
    settle(known)
  }

  /// What the document does not hold nobody has seen.
  private mutating func settle(_ known: [Truth]) {
    let oldest = document.min() ?? 0
    for number in truths.indices {
      let isPresent = document.contains(number)
      if isPresent {
        truths[number].isWithdrawn = false
        truths[number].isKnown = true
      } else if number < known.count {
        truths[number] = known[number]
      }
      // Taken out while older ones are still there; or else it went through the window.
      if truths[number].isPresent, !isPresent, number > oldest { truths[number].isWithdrawn = true }
      truths[number].isPresent = isPresent
    }
  }

  private mutating func add(guid: String? = nil) {
    let number = truths.count
    truths.append(
      Truth(
        number: number, guid: guid ?? "guid-\(number)", title: "Title \(number)", enclosure: "https://x/\(number).mp3",
        link: "https://x/\(number)"))
    document.insert(number, at: 0)
  }

  private mutating func change(_ untouched: inout Set<Int>, _ body: (inout Truth) -> Void) {
    let candidates = document.filter { untouched.contains($0) }
    guard let number = candidates.randomElement(using: &random) else { return }
    untouched.remove(number)
    body(&truths[number])
  }
}
