internal import Castwire

/// `castwire episodes`
enum EpisodesCommand {
  static let command = CellsCommand.command(
    "episodes", of: .episode, operand: "PODCAST",
    about: """
      Shows episodes as a list shows them, the newest first: title, playing time and date in the words of a locale, and
      description.
      """)
}
