internal import Castwire
internal import CastwireBus
internal import TextLayout

/// Lays out videos' cells for lists of the widths that askers have. Fonts are opened when the first one asks.
final class VideoLayouts {
  private let settings: Settings
  private var typesetter: TitleTypesetter?

  init(settings: Settings) {
    self.settings = settings
  }

  /// - Throws: `RequestError`, of code `bad_request` for a width that no list has and `unavailable` without fonts.
  func layout(title: String, width: Double) throws(RequestError) -> VideoCellLayout {
    guard width >= 0, width <= VideoCellLayout.widestList else {
      throw RequestError(.badRequest, "\"width\" is from 0 to \(Int(VideoCellLayout.widestList)) points")
    }
    let typesetter = try openTypesetter()
    return VideoCellLayout(width: width) { typesetter.layout(title, width: $0).lines }
  }

  private func openTypesetter() throws(RequestError) -> TitleTypesetter {
    if let typesetter { return typesetter }
    do {
      let opened = try TitleTypesetter(
        fonts: FontFiles(preferred: settings.fonts), pointSize: VideoCellLayout.titlePointSize,
        report: settings.reportTextProblem)
      typesetter = opened
      return opened
    } catch {
      throw RequestError(.unavailable, "\(error)")
    }
  }
}
