import Glibc
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire episodes` on a terminal.
@Suite(.timeLimit(.minutes(5)))
struct ListScreenTests {
  private let feed = ChangingFeed(
    episodes: 4,
    titles: [4: "שלום עולם", 3: "猫は何時に来るのか 👩‍👩‍👧🇩🇪 あなたと", 2: "Zero e\u{301}clair"])

  private func services() async throws -> RunningServices {
    let services = try await RunningServices { [feed] path in path == "/feed.xml" ? feed.document : nil }
    let follow = try await services.run("follow", services.server.url("/feed.xml"))
    try #require(follow.status == .exited(0), "\(follow)")
    return services
  }

  private func terminal(
    _ services: RunningServices, _ words: String, columns: Int, rows: Int, environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    let castwire = try #require(BuildFolderPath.castwire)
    return try TerminalProcess(
      "echo before; '\(castwire)' \(words); echo after $?", columns: columns, rows: rows,
      environment: services.environment.merging(environment) { $1 })
  }

  @Test func `lists fit terminals of several widths`() async throws {
    let services = try await services()
    let wide = try terminal(services, "episodes --limit 3", columns: 60, rows: 15)
    let expected = [
      "before",
      "▌ \u{2067}שלום עולם\u{2069} · Night Cast", "▌ 30 min, 4 sec • 1/5/20",
      "▌ Part 1 of episode 4 & its guests, with notes.", "",
      "▌ 猫は何時に来るのか 👩‍👩‍👧🇩🇪 あなたと · Night Cast", "▌ 30 min, 3 sec • 1/4/20",
      "▌ Part 1 of episode 3 & its guests, with notes.", "",
      "▌ Zero e\u{301}clair · Night Cast", "▌ 30 min, 2 sec • 1/3/20",
      "▌ Part 1 of episode 2 & its guests, with notes.",
      "there are more; --limit shows more than 3 episodes", "after 0", "",
    ]
    let wideRows = await wide.rows(expected)
    #expect(wideRows == expected)

    let narrow = try terminal(services, "episodes night --limit 2 --locale he", columns: 24, rows: 18)
    let cut = [
      "before",
      "▌ \u{2067}שלום עולם\u{2069}", "▌ \u{2067}30 דק׳ ו4 שנ׳ •\u{2069}", "▌ 5.1.2020",
      "▌ Part 1 of episode 4 &", "▌ its guests, with…", "",
      "▌ 猫は何時に来るのか 👩‍👩‍👧", "▌ 🇩🇪 あなたと",
      "▌ \u{2067}30 דק׳ ו3 שנ׳ •\u{2069}", "▌ 4.1.2020", "▌ Part 1 of episode 3 &", "▌ its guests, with…",
      "there are more; --limit", "shows more than 2 episod", "es", "after 0", "",
    ]
    let narrowRows = await narrow.rows(cut)
    #expect(narrowRows == cut)
    for terminal in [wide, narrow] {
      #expect(await terminal.end())
      #expect(terminal.screen.overflows.isEmpty && terminal.screen.strange.isEmpty)
    }
  }

  @Test func `a watched list follows what comes, changes and goes, and the window`() async throws {
    let services = try await services()
    let watch = try terminal(services, "episodes --watch --limit 3", columns: 44, rows: 9)
    let first = [
      "▌ \u{2067}שלום עולם\u{2069} · Night Cast", "▌ 30 min, 4 sec • 1/5/20",
      "▌ Part 1 of episode 4 & its guests, with", "▌ notes.", "",
      "▌ 猫は何時に来るのか 👩‍👩‍👧🇩🇪 あなたと", "▌ 30 min, 3 sec • 1/4/20",
      "▌ Part 1 of episode 3 & its guests, with", "2 of the newest 3 episodes, Ctrl-C ends",
    ]
    let firstRows = await watch.rows(first)
    #expect(firstRows == first)
    #expect(watch.screen.isAlternate && !watch.screen.isCursorVisible && !watch.isCooked)

    feed.change(episodes: 5, titles: [4: "Four"])
    #expect(try await services.run("refresh").status == .exited(0))
    let second = [
      "▌ Episode 5 · Night Cast", "▌ 30 min, 5 sec • 1/6/20", "▌ Part 1 of episode 5 & its guests, with", "▌ notes.",
      "", "▌ Four · Night Cast", "▌ 30 min, 4 sec • 1/5/20", "▌ Part 1 of episode 4 & its guests, with",
      "2 of the newest 3 episodes, Ctrl-C ends",
    ]
    let secondRows = await watch.rows(second)
    #expect(secondRows == second)

    watch.resize(columns: 30, rows: 6)
    let third = [
      "▌ Episode 5 · Night Cast", "▌ 30 min, 5 sec • 1/6/20", "▌ Part 1 of episode 5 & its", "▌ guests, with notes.",
      "", "1 of the newest 3 episodes,…",
    ]
    let thirdRows = await watch.rows(third)
    #expect(thirdRows == third)

    _ = try await services.run("unfollow", services.server.url("/feed.xml"), "--purge")
    let fourth = ["", "", "", "", "", "0 episodes, Ctrl-C ends"]
    let fourthRows = await watch.rows(fourth)
    #expect(fourthRows == fourth)
    #expect(watch.screen.overflows.isEmpty && watch.screen.strange.isEmpty)
  }

  @Test(arguments: ["\u{3}", "q"]) func `at its end the terminal is as it was`(key: String) async throws {
    let services = try await services()
    let watch = try terminal(services, "episodes --watch", columns: 50, rows: 6)
    _ = await watch.screen { $0.text.last?.contains("Ctrl-C ends") == true }
    watch.press("typed\(key)")
    #expect(await watch.end())
    let screen = watch.screen
    #expect(screen.text == ["before", "after 0", "", "", "", ""])
    #expect(!screen.isAlternate && screen.isCursorVisible && screen.wraps && watch.isCooked)
  }

  @Test func `a watched list that is suspended gives the terminal back, and goes on`() async throws {
    let services = try await services()
    let castwire = try #require(BuildFolderPath.castwire)
    let watch = try TerminalProcess(
      "set -m; '\(castwire)' episodes --watch; echo stopped; read -r; fg >/dev/null; echo after $?", columns: 50,
      rows: 6,
      environment: services.environment)
    _ = await watch.screen { $0.text.last?.contains("Ctrl-C ends") == true }
    watch.press("\u{1A}")
    let stopped = await watch.screen { $0.text.contains("stopped") }
    #expect(stopped.text.contains("stopped") && !stopped.isAlternate && stopped.isCursorVisible && watch.isCooked)
    watch.press("\n")
    let again = await watch.screen { $0.isAlternate && $0.text.last?.contains("Ctrl-C ends") == true }
    #expect(again.text.first == "▌ \u{2067}שלום עולם\u{2069} · Night Cast")
    watch.press("\u{3}")
    #expect(await watch.end())
    #expect(watch.screen.text.contains("after 0") && watch.screen.strange.isEmpty)
  }

  @Test func `an empty list says so on a terminal`() async throws {
    let services = try await RunningServices()
    let list = try terminal(services, "videos", columns: 50, rows: 4)
    let expected = ["before", "no videos yet", "after 0", ""]
    let rows = await list.rows(expected)
    #expect(rows == expected)
    #expect(try await services.run("videos").errors.isEmpty)
  }

  @Test func `a watched list goes on after the formatter was killed`() async throws {
    let services = try await services()
    let watch = try terminal(services, "episodes --watch --limit 1", columns: 50, rows: 5)
    _ = await watch.screen { $0.text.first?.contains("Night Cast") == true }
    kill(try services.process(of: .formatter), SIGKILL)
    let restart = await services.up.line(within: .seconds(30)) { $0.contains("formatter was ended by signal 9") }
    #expect(restart != nil)
    feed.change(episodes: 6, titles: [6: "After all"])
    _ = try await services.run("refresh")
    let expected = [
      "▌ After all · Night Cast", "▌ 30 min, 6 sec • 1/7/20", "▌ Part 1 of episode 6 & its guests, with notes.", "",
      "the newest 1 episode, Ctrl-C ends",
    ]
    let expectedRows = await watch.rows(expected)
    #expect(expectedRows == expected)
  }

  @Test func `without colours and without a cursor to move lines are printed`() async throws {
    let services = try await services()
    let castwire = try #require(BuildFolderPath.castwire)
    let plain = try TerminalProcess(
      "'\(castwire)' episodes --limit 1 | cat -v; NO_COLOR=1 '\(castwire)' episodes --limit 1 2>&1 > >(cat -v)",
      columns: 70,
      rows: 8, environment: services.environment)
    #expect(await plain.end())
    #expect(!plain.screen.text.joined().contains("^["))

    let dumb = try terminal(services, "episodes --watch --limit 2", columns: 70, rows: 4, environment: ["TERM": "dumb"])
    let expected = [
      "before", "+ 猫は何時に来るのか 👩‍👩‍👧🇩🇪 あなたと · Night Cast  30 min, 3 sec • 1/4/…",
      "+ \u{2067}שלום עולם\u{2069} · Night Cast  30 min, 4 sec • 1/5/20", "",
    ]
    let expectedRows = await dumb.rows(expected)
    #expect(expectedRows == expected)
    #expect(!dumb.screen.isAlternate && dumb.isCooked)
  }
}
