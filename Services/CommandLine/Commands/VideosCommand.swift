internal import Castwire

/// `castwire videos`
enum VideosCommand {
  static let command = CellsCommand.command(
    "videos", of: .video, operand: "CHANNEL",
    about: """
      Shows videos as a list shows them, the newest first: title, channel, number of views and how long ago they came, in
      the words of a locale.
      """)
}
