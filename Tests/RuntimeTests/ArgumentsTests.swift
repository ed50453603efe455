import Runtime
import Testing

struct ArgumentsTests {
  private static let options = [
    Option("data", .one("DIR"), environment: "CASTWIRE_DATA", help: "folder"),
    Option("port", .one("PORT"), help: "port"),
    Option("locale", .many("LOCALE"), environment: "CASTWIRE_LOCALES", help: "locale"),
    Option("allow-private", environment: "CASTWIRE_ALLOW_PRIVATE", help: "allow"),
  ]

  private func read(
    _ words: [String], positionals: ClosedRange<Int> = 0...0, environment: [String: String] = [:]
  ) throws(UsageError) -> Arguments {
    try Arguments(words, options: Self.options, positionals: positionals, environment: environment)
  }

  @Test func `a value stands after the flag or after an equals sign`() throws {
    #expect(try read(["--data", "a b", "--port=5"]).value("data") == "a b")
    #expect(try read(["--data=a=b"]).value("data") == "a=b")
    #expect(try read(["--data="]).value("data") == "")
    #expect(try read(["--data", "a", "--data", "b"]).value("data") == "b")
    #expect(try read([]).value("data") == nil)
  }

  @Test func `a flag wins over its variable`() throws {
    let environment = ["CASTWIRE_DATA": "env", "CASTWIRE_LOCALES": "de_DE", "CASTWIRE_ALLOW_PRIVATE": "1"]
    let arguments = try read(["--data", "flag", "--locale", "en_US"], environment: environment)
    #expect(arguments.value("data") == "flag")
    #expect(arguments.all("locale") == ["en_US"])
    #expect(arguments.flag("allow-private"))
    #expect(try read([], environment: environment).value("data") == "env")
  }

  @Test(arguments: [("", false), ("0", false), ("false", false), ("1", true), ("true", true)])
  func `a variable switches a flag on or off`(value: String, isOn: Bool) throws {
    #expect(try read([], environment: ["CASTWIRE_ALLOW_PRIVATE": value]).flag("allow-private") == isOn)
  }

  @Test func `a flag may come several times, and in a variable as a list`() throws {
    #expect(try read(["--locale", "en_US", "--locale=de_DE"]).all("locale") == ["en_US", "de_DE"])
    let environment = ["CASTWIRE_LOCALES": " en_US, de_DE ,, ,ja_JP"]
    #expect(try read([], environment: environment).all("locale") == ["en_US", "de_DE", "ja_JP"])
    #expect(try read([]).all("locale") == [])
  }

  @Test func `words beside the flags keep their order, and all are words after two dashes`() throws {
    let arguments = try read(["a", "--data", "x", "b", "--", "--port", "-"], positionals: 0...9)
    #expect(arguments.positionals == ["a", "b", "--port", "-"])
  }

  @Test(arguments: [
    (["--nonsense"], "unknown option --nonsense"), (["--nonsense=1"], "unknown option --nonsense"),
    (["--data"], "--data needs a value"), (["--allow-private=1"], "--allow-private takes no value"),
    (["word"], "unexpected argument 'word'"), (["--=x"], "unknown option --"),
    (["-h"], "unexpected argument '-h'"),
  ])
  func `what cannot be used is named`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try read(words) }
    #expect(error?.description == message)
  }

  @Test func `too few words are told`() {
    let error = #expect(throws: UsageError.self) { try read(["a"], positionals: 2...3) }
    #expect(error?.description == "an argument is missing")
  }

  @Test func `a number is held to its bounds`() throws {
    #expect(try read(["--port", "5"]).integer("port", in: 1...9) == 5)
    #expect(try read([]).integer("port", in: 1...9) == nil)
    for word in ["0", "10", "x", "", "1.5", "99999999999999999999"] {
      let arguments = try read(["--port=\(word)"])
      let error = #expect(throws: UsageError.self) { try arguments.integer("port", in: 1...9) }
      #expect(error?.description == "--port must be a number from 1 to 9, not '\(word)'")
    }
  }
}
