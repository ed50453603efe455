/// A photo as a list shows it: its picture, or a spinner while that is being loaded.
///
/// It begins as `loading`. `update(with:)` and `prepareForReuse()` alone lead to another state.
///
/// In JSON it is the texts and `state`, with `image` in `loaded` and `reason` in `failed`. A reader that meets `loading`
/// loads the picture itself, from `thumbnailURL` or else `imageURL`.
public struct PhotoCellViewModel: Sendable, Hashable {
  /// What became of the picture.
  public enum State: Sendable, Hashable {
    /// It is not there yet.
    case loading
    /// It is there.
    case loaded(PhotoImage)
    /// It cannot be had, and why in words.
    case failed(reason: String)
  }

  /// The photo's title, for who cannot see the picture; nil where the feed gives none or a blank one.
  public let title: String?
  /// A small picture of the photo, for lists; nil where the feed has only one picture. Absolute and percent-encoded.
  public let thumbnailURL: String?
  /// The largest picture of the photo. Absolute and percent-encoded (RFC 3986).
  public let imageURL: String?
  /// What became of the picture.
  public private(set) var state: State = .loading

  /// The cell of a photo whose picture is yet to be loaded.
  public init(photo: Photo) {
    title = photo.title.flatMap(CellText.visible)
    thumbnailURL = photo.thumbnailURL
    imageURL = photo.imageURL
  }

  /// Whether the spinner turns: in `loading` alone.
  public var isAnimating: Bool { state == .loading }

  /// Shows the picture, or the spinner where there is none.
  public mutating func update(with image: PhotoImage?) {
    state = image.map(State.loaded) ?? .loading
  }

  /// Shows that the picture cannot be had.
  public mutating func update(with failure: PhotoFailure) {
    state = .failed(reason: failure.reason)
  }

  /// Shows the spinner, as if nothing had been loaded yet.
  public mutating func prepareForReuse() {
    state = .loading
  }
}

/// A picture that was loaded.
public struct PhotoImage: Codable, Sendable, Hashable {
  /// Where it is. Absolute and percent-encoded (RFC 3986).
  public let url: String
  /// In pixels.
  public let width: Int?
  /// In pixels.
  public let height: Int?

  /// A picture, with its size where that is known.
  public init(url: String, width: Int? = nil, height: Int? = nil) {
    self.url = url
    self.width = width
    self.height = height
  }
}

/// Why a picture cannot be had.
public struct PhotoFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// In words, for a person.
  public let reason: String

  /// A failure with its reason in words.
  public init(reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}

extension PhotoCellViewModel: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, thumbnailURL, imageURL, state, image, reason
  }

  private enum StateName: String, Codable {
    case loading, loaded, failed
  }

  /// Reads a cell in whichever state it was written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    thumbnailURL = try container.decodeIfPresent(String.self, forKey: .thumbnailURL)
    imageURL = try container.decodeIfPresent(String.self, forKey: .imageURL)
    state =
      switch try container.decode(StateName.self, forKey: .state) {
      case .loading: .loading
      case .loaded: .loaded(try container.decode(PhotoImage.self, forKey: .image))
      case .failed: .failed(reason: try container.decode(String.self, forKey: .reason))
      }
  }

  /// Writes the texts and the state.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(thumbnailURL, forKey: .thumbnailURL)
    try container.encodeIfPresent(imageURL, forKey: .imageURL)
    switch state {
    case .loading:
      try container.encode(StateName.loading, forKey: .state)
    case .loaded(let image):
      try container.encode(StateName.loaded, forKey: .state)
      try container.encode(image, forKey: .image)
    case .failed(let reason):
      try container.encode(StateName.failed, forKey: .state)
      try container.encode(reason, forKey: .reason)
    }
  }
}
