import Runtime
import Testing

struct UsageTests {
  @Test func `the help shows forms, purpose and options in columns`() {
    let usage = Usage(
      lines: ["catalog run [options]", "catalog --help"], about: "Keeps what was published.",
      options: [
        Option("data", .one("DIR"), environment: "CASTWIRE_DATA", help: "folder"),
        Option("locale", .many("LOCALE"), help: "locale"), Option("dry", help: "only say"),
      ])
    #expect(
      usage.text == """
        usage: catalog run [options]
               catalog --help

        Keeps what was published.

          --data DIR          folder [CASTWIRE_DATA]
          --locale LOCALE...  locale
          --dry               only say

        """)
  }

  @Test func `without options the help ends with the purpose`() {
    #expect(Usage(lines: ["x"], about: "y", options: []).text == "usage: x\n\ny\n")
  }
}
