internal import Castwire

/// `castwire photos`
enum PhotosCommand {
  static let command = CellsCommand.command(
    "photos", of: .photo, operand: "STREAM",
    about: "Shows photos as a list shows them, the newest first: title, and where the picture is.")
}
