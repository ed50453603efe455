import Castwire
import CastwireBus
import Foundation
import Testing

struct PhotoCellViewModelTests {
  private static let image = PhotoImage(url: "https://example.org/1.jpg", width: 75, height: 75)
  private static let failure = PhotoFailure(reason: "404 Not Found")

  @Test func `a cell begins with the spinner`() {
    let cell = PhotoCellViewModel(photo: Examples.photo)
    #expect(cell.state == .loading)
    #expect(cell.isAnimating)
    #expect(cell.title == "Low water")
    #expect(cell.thumbnailURL == "https://example.org/1.jpg")
    #expect(cell.imageURL == "https://example.org/1-b.jpg")
  }

  /// Each state, and each way out of it.
  @Test(arguments: [PhotoCellViewModel.State.loading, .loaded(image), .failed(reason: "x")])
  func `updates and reuse lead from every state to every other`(state: PhotoCellViewModel.State) {
    func cell() -> PhotoCellViewModel {
      var cell = PhotoCellViewModel(photo: Examples.photo)
      switch state {
      case .loading: break
      case .loaded(let image): cell.update(with: image)
      case .failed(let reason): cell.update(with: PhotoFailure(reason: reason))
      }
      return cell
    }
    #expect(cell().state == state)
    #expect(cell().isAnimating == (state == .loading))
    var loaded = cell()
    loaded.update(with: Self.image)
    #expect(loaded.state == .loaded(Self.image))
    #expect(!loaded.isAnimating)
    var emptied = cell()
    emptied.update(with: nil)
    #expect(emptied.state == .loading)
    #expect(emptied.isAnimating)
    var failed = cell()
    failed.update(with: Self.failure)
    #expect(failed.state == .failed(reason: "404 Not Found"))
    #expect(!failed.isAnimating)
    var reused = cell()
    reused.prepareForReuse()
    #expect(reused == PhotoCellViewModel(photo: Examples.photo))
  }

  @Test(arguments: [nil, "", "\u{200b}"])
  func `a blank title is none`(title: String?) {
    var item = FeedItem()
    item.title = title
    #expect(PhotoCellViewModel(photo: Photo(id: "p", streamID: "s", item: item)).title == nil)
  }

  @Test(arguments: [
    #"{"state":"sung"}"#, #"{}"#, #"{"state":"loaded"}"#, #"{"state":"failed"}"#, #"{"state":"loaded","image":{}}"#,
  ])
  func `what is no state is refused`(json: String) {
    #expect(throws: DecodingError.self) { try BusCoder.decode(PhotoCellViewModel.self, from: Array(json.utf8)) }
  }
}
