internal import Foundation

/// The font files that text is measured with, in the order in which they are asked for a character.
///
/// The first is the font of the text; the others stand in for characters that it does not have. They are looked for by
/// name and not through fontconfig: the same packages then give the same heights on every machine.
public struct FontFiles: Sendable, Hashable {
  /// Paths of existing files: one at least.
  public let paths: [String]

  /// Where fonts are looked for, their subfolders too.
  public static let folders: [String] = {
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return [
      "/usr/share/fonts", "/usr/local/share/fonts", "\(home)/.local/share/fonts",
      "/Library/Fonts", "\(home)/Library/Fonts", "/opt/homebrew/share/fonts",
    ]
  }()

  /// The names of the files looked for. The first is for Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian and Georgian;
  /// then come the scripts of South and South-East Asia, Chinese with Japanese and Korean, what else there may be, emoji.
  public static let names =
    ["DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf"]
    + [
      "Devanagari", "Thai", "Bengali", "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar",
      "Oriya", "Sinhala", "Tamil", "Telugu", "Arabic",
    ].map { "NotoSans\($0)UI-Regular.ttf" }
    + ["NotoSansHebrew-Regular.ttf", "NotoSansEthiopic-Regular.ttf", "NotoSerifTibetan-Regular.ttf"]
    + ["wqy-microhei.ttc", "NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "FreeSans.ttf"]
    + ["NotoColorEmoji.ttf"]

  /// `preferred` first, as given, then those of `names` that are in `folders`.
  ///
  /// - Throws: `FontError.unusable` for a preferred file that is no font or cannot be read, `FontError.noneInstalled` where none is left.
  public init(preferred: [String] = [], folders: [String] = Self.folders) throws(FontError) {
    for path in preferred where !FileManager.default.isReadableFile(atPath: path) {
      let exists = FileManager.default.fileExists(atPath: path)
      throw .unusable(path: path, reason: exists ? "it may not be read" : "there is no such file")
    }
    for path in preferred { _ = try Font(path: path) }
    let found = Self.files(in: folders)
    paths = preferred + Self.names.compactMap { found[$0] }.filter { !preferred.contains($0) }
    if paths.isEmpty { throw .noneInstalled(folders: folders) }
  }

  /// The wanted files by name; of two with one name that in the earlier folder, then the one first by path.
  private static func files(in folders: [String]) -> [String: String] {
    let wanted = Set(names)
    var found: [String: String] = [:]
    for folder in folders {
      guard let walk = FileManager.default.enumerator(atPath: folder) else { continue }
      var here: [String: String] = [:]
      for case let path as String in walk {
        let name = (path as NSString).lastPathComponent
        guard wanted.contains(name) else { continue }
        let whole = "\(folder)/\(path)"
        here[name] = here[name].map { min($0, whole) } ?? whole
      }
      found.merge(here) { earlier, _ in earlier }
    }
    return found
  }
}
