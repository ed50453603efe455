/// One thing that is done to the programs or to the network between them.
enum Fault: Sendable, Hashable, CustomStringConvertible {
  /// SIGKILL. The program is started again by a `start` of its own.
  case kill(String)
  case start(String)
  /// The formatter's next lives have these settings.
  case settings(CellSettings)
  /// The data of the formatter, which was killed, is moved away.
  case wipe
  /// SIGSTOP, and later SIGCONT.
  case stop(String)
  case resume(String)
  /// What the network between two programs does; the name is the link's.
  case disturb(String, Link.Disturbance)

  var description: String {
    switch self {
    case .kill(let name): "kill \(name)"
    case .start(let name): "start \(name)"
    case .settings(let settings): "settings \(settings.words.joined(separator: " "))"
    case .wipe: "wipe"
    case .stop(let name): "stop \(name)"
    case .resume(let name): "resume \(name)"
    case .disturb(let name, let disturbance): "\(disturbance.rawValue) \(name)"
    }
  }
}
