import Testing

@testable import CastwireBus

struct AllowListTests {
  static let key = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
  static let other = "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"

  @Test func `names, roles and keys are read, and comments passed over`() throws {
    let list = try AllowList(
      text: """
        # who may connect

           # indented
        catalog\tsubscribe,read   \(Self.key)\r
        alert.2-b_C control \(Self.other)
        """)
    #expect(list.entries.map(\.name) == ["catalog", "alert.2-b_C"])
    #expect(list[name: "catalog"]?.roles == [.subscribe, .read])
    #expect(list[key: try #require(PublicKey(Self.other))]?.roles == [.control])
    #expect(list[name: "alert"] == nil)
    #expect(try AllowList(text: "").entries.isEmpty)
    let again = try AllowList(text: list.entries.map { "\($0.line)\n" }.joined())
    #expect(again == list)
  }

  static let faults: [(line: String, word: String)] = [
    ("catalog", "a name, roles and a public key"), ("catalog read", "a name, roles and a public key"),
    ("catalog read \(key) more", "a name, roles and a public key"), ("\(key) catalog read", "is no name"),
    ("-a read \(key)", "is no name"), (".a read \(key)", "is no name"), ("a/b read \(key)", "is no name"),
    ("é read \(key)", "is no name"), ("\(String(repeating: "a", count: 65)) read \(key)", "is no name"),
    ("a all \(key)", "is no list of roles"), ("a read, \(key)", "is no list of roles"),
    ("a READ \(key)", "is no list of roles"), ("a read \(key.dropLast())", "is no public key"),
    ("a read \(key.dropLast())~", "is no public key"), ("a read \(key)0", "is no public key"),
    ("first read \(other)", "'first' stands there twice"), ("b read \(first)", "the key of 'b' stands there twice"),
  ]
  private static let first = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

  @Test(arguments: faults) func `a line that is not understood is named`(fault: (line: String, word: String)) {
    let error = #expect(throws: AllowListError.self) {
      try AllowList(text: "# comment\nfirst read \(Self.first)\n\(fault.line)\n")
    }
    #expect(error?.line == 3)
    #expect(error?.description.contains(fault.word) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    ("a subscribe,read KEY\nb read OTHER", []), ("a subscribe,read,control KEY\nb read OTHER\n", []),
    ("a read KEY\nb read OTHER", ["a"]), ("b read OTHER", ["a"]), ("", ["a", "b"]),
    ("c subscribe,read KEY\nb read OTHER", ["a"]), ("a subscribe,read OTHER\nb read KEY", ["a", "b"]),
  ])
  func `who loses something by another list is known`(next: (text: String, losers: [String])) throws {
    func list(_ text: String) throws -> AllowList {
      try AllowList(text: text.replacing("KEY", with: Self.key).replacing("OTHER", with: Self.other))
    }
    #expect(try list("a subscribe,read KEY\nb read OTHER").losers(with: list(next.text)) == next.losers)
  }
}
