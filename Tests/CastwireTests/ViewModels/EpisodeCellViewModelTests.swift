import Castwire
import CastwireBus
import Foundation
import Testing

struct EpisodeCellViewModelTests {
  private func info(duration: Double? = nil, date: Date? = nil, timeZone: String = "UTC") throws -> String {
    EpisodeCellViewModel(
      episode: .with(duration: duration, date: date), context: try .of("en_US", timeZone: timeZone)
    ).info
  }

  @Test func titleAndDescriptionAreTheEpisodes() throws {
    let cell = EpisodeCellViewModel(
      episode: .with(title: " Tides & <bold> moves ", description: "Two lines\nof notes"), context: try .of("en_US"))
    #expect(cell.title == " Tides & <bold> moves ")
    #expect(cell.description == "Two lines\nof notes")
  }

  @Test(arguments: [nil, "", " ", "\t\r\n", "\u{a0}\u{3000}", "\u{200b}", "\u{feff}\u{ad}"])
  func whatShowsNothingIsUntitledAndHasNoDescription(text: String?) throws {
    let cell = EpisodeCellViewModel(episode: .with(title: text, description: text), context: try .of("en_US"))
    #expect(cell.title == "<untitled>")
    #expect(cell.description == nil)
  }

  @Test func infoLeavesOutWhatIsMissing() throws {
    let date = Date(timeIntervalSince1970: 1_714_746_600)
    #expect(try info(duration: 6148, date: date) == "1 hr, 42 min, 28 sec • 5/3/24")
    #expect(try info(duration: 6148) == "1 hr, 42 min, 28 sec")
    #expect(try info(date: date) == "5/3/24")
    #expect(try info() == "")
  }

  @Test(arguments: [
    (0.5, "1 sec"), (1, "1 sec"), (59.4, "59 sec"), (59.5, "1 min"), (60, "1 min"), (3599.5, "1 hr"),
    (3600, "1 hr"), (3602, "1 hr, 2 sec"), (86_400, "24 hr"), (3_600_000, "1,000 hr"),
  ])
  func fractionsAreRoundedToWholeSeconds(seconds: Double, text: String) throws {
    #expect(try info(duration: seconds) == text)
  }

  @Test(arguments: [
    0, -0.0, 0.49, -1, -6148, .nan, .signalingNaN, .infinity, -.infinity, 3_600_000.1, 1_714_746_600_000,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude,
  ])
  func nonsenseIsNoDuration(seconds: Double) throws {
    #expect(try info(duration: seconds) == "")
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -62_135_769_601,
  ])
  func nonsenseIsNoDate(seconds: Double) throws {
    #expect(try info(date: Date(timeIntervalSince1970: seconds)) == "")
  }

  @Test func theFirstAndTheLastDateAreShown() throws {
    #expect(try info(date: Date(timeIntervalSince1970: 253_402_300_799)) == "12/31/99")
    #expect(try info(date: .distantPast) == "1/1/01")
  }

  /// The last second of a day and the first of the next, in seconds since 1970, where the zone is that far from UTC.
  @Test(arguments: [
    ("UTC", 1_714_780_800.0), ("Europe/Warsaw", 1_714_773_600), ("America/Los_Angeles", 1_714_806_000),
    ("Asia/Kathmandu", 1_714_760_100), ("Pacific/Kiritimati", 1_714_730_400), ("Pacific/Niue", 1_714_820_400),
  ])
  func theDateTurnsAtMidnightOfTheTimeZone(timeZone: String, midnight: Double) throws {
    let midnight = Date(timeIntervalSince1970: midnight)
    #expect(try info(date: midnight, timeZone: timeZone) == "5/4/24")
    #expect(try info(date: midnight - 0.001, timeZone: timeZone) == "5/3/24")
    #expect(try info(date: midnight + 86_399.999, timeZone: timeZone) == "5/4/24")
    #expect(try info(date: midnight + 86_400, timeZone: timeZone) == "5/5/24")
  }

  @Test func oneMomentIsTwoDaysInTwoTimeZones() throws {
    let moment = Date(timeIntervalSince1970: 1_714_777_200)  // 2024-05-03T23:00:00Z
    #expect(try info(date: moment, timeZone: "Asia/Tokyo") == "5/4/24")
    #expect(try info(date: moment, timeZone: "America/New_York") == "5/3/24")
  }

  @Test func theSameEpisodeAndContextGiveTheSameCell() throws {
    let episode = Episode.with(title: "Low water", duration: 61, date: Date(timeIntervalSince1970: 0))
    let cell = EpisodeCellViewModel(episode: episode, context: try .of("de_DE"))
    #expect(cell == EpisodeCellViewModel(episode: episode, context: try .of("de_DE")))
    #expect(try BusCoder.decode(EpisodeCellViewModel.self, from: BusCoder.encode(cell)) == cell)
  }

  @Test func jsonHasTitleInfoAndDescriptionWhereThereIsOne() throws {
    let bare = EpisodeCellViewModel(episode: .with(), context: try .of("en_US"))
    #expect(String(decoding: try BusCoder.encode(bare), as: UTF8.self) == #"{"info":"","title":"<untitled>"}"#)
    let full = EpisodeCellViewModel(episode: .with(title: "a/b", description: "c"), context: try .of("en_US"))
    #expect(
      String(decoding: try BusCoder.encode(full), as: UTF8.self)
        == #"{"description":"c","info":"","title":"a/b"}"#)
  }
}
