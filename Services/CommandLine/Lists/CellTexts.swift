internal import Castwire

/// What a terminal shows of a cell, by the role of each text. They are the cell's own: no word is added.
struct CellTexts: Hashable, Sendable {
  let title: String
  /// What stands below the title in few words.
  var info = ""
  /// Text of any length.
  var body = ""
  /// Whether it is yet to come to rest: a picture that is being loaded.
  var isAnimating = false
  /// Why it is not whole.
  var failure: String?

  init(_ cell: EpisodeCellViewModel) {
    title = cell.title
    info = cell.info
    body = cell.description ?? ""
  }

  init(_ cell: VideoCellViewModel) {
    title = cell.title
    info = cell.subtitle
  }

  /// A terminal shows no pictures: where one is to be found stands for it.
  init(_ cell: PhotoCellViewModel) {
    var picture = cell.thumbnailURL ?? cell.imageURL
    switch cell.state {
    case .loading: break
    case .loaded(let image): picture = image.url
    case .failed(let reason): failure = reason
    }
    title = cell.title ?? picture ?? ""
    info = cell.title == nil ? "" : picture ?? ""
    isAnimating = cell.isAnimating
  }
}
