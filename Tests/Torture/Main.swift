import Foundation
import Runtime

/// Runs the services under load, kills and stops them and those who subscribe, disturbs the network between them, changes
/// what the formatter is to do and takes its data away, and then compares all logs, stores and subscribers.
/// `script/torture` builds and starts it.
@main
enum Main {
  private static let usage = "usage: Torture [SECONDS [SEED]]"

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "subscribe" { subscribe(Array(words.dropFirst())) }
    if words.first == "publish" { FloodService.main(Array(words.dropFirst())) }
    guard words.count <= 2, let seconds = words.isEmpty ? 60 : Int(words[0]), seconds > 0,
      let seed = words.count < 2 ? UInt64.random(in: 0...UInt64(UInt32.max)) : UInt64(words[1])
    else {
      Output.complain("\(usage)\nSECONDS and SEED are numbers")
      exit(2)
    }
    exit(await torture(seconds: seconds, seed: seed))
  }

  private static func torture(seconds: Int, seed: UInt64) async -> Int32 {
    let folder = FileManager.default.temporaryDirectory.appending(path: "castwire-torture-\(seed)-\(getpid())").path
    Output.say("torture for \(seconds) s with seed \(seed), data in \(folder)")
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let findings = try await TortureRun(seconds: seconds, seed: seed, folder: folder, signals: try Signals()).run()
      let count = findings.reduce(0) { $0 + $1.count }
      for line in findings.flatMap(\.lines) { Output.say(line) }
      guard count == 0 else {
        Output.say("\(count) differences; the data is kept in \(folder); again with: script/torture \(seconds) \(seed)")
        return 1
      }
      try FileManager.default.removeItem(atPath: folder)
      Output.say("all equal")
      return 0
    } catch is Interrupted {
      Output.say("interrupted; the data is kept in \(folder)")
      return 130
    } catch {
      Output.say("\(error)\nthe data is kept in \(folder); again with: script/torture \(seconds) \(seed)")
      return 1
    }
  }

  private static func subscribe(_ words: [String]) -> Never {
    guard let options = RecordingSubscriber.Options(words) else {
      Output.complain(usage)
      exit(2)
    }
    do {
      try RecordingSubscriber(options).run()
    } catch {
      Output.complain("\(error)")
      exit(1)
    }
  }
}
