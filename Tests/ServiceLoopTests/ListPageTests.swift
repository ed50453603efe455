import CastwireBus
import Foundation
import Testing

@testable import ServiceLoop

struct ListPageTests {
  private struct List: Decodable {
    let items: [Int]
    let next: String?
  }

  private func list(_ page: ListPage) throws -> List {
    try BusCoder.decode(List.self, from: page.json)
  }

  @Test func `a page that holds all says that nothing follows`() throws {
    var page = try ListPage(limit: 3)
    for number in 1...3 {
      let isAdded = page.add(Array("\(number)".utf8), cursor: "\(number):x")
      #expect(isAdded)
    }
    #expect(try list(page).items == [1, 2, 3])
    #expect(try list(page).next == nil)
    #expect(try list(ListPage(limit: nil)).items.isEmpty)
  }

  @Test func `a page that is cut goes on after its last item`() throws {
    var page = try ListPage(limit: 2)
    let added = ["1", "2", "3"].map { page.add(Array($0.utf8), cursor: "\($0):x") }
    #expect(added == [true, true, false])
    #expect(try list(page).items == [1, 2])
    #expect(try list(page).next == "2:x")
  }

  @Test func `a page ends at 1 MiB and holds an item however large`() throws {
    var page = try ListPage(limit: 500)
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 700_000) + Array("1".utf8)
    let added = ["1:x", "2:x"].map { page.add(large, cursor: $0) }
    #expect(added == [true, false])
    #expect(try list(page).next == "1:x")
  }

  @Test(arguments: [0, -1, 501, .max]) func `a limit out of bounds is refused`(limit: Int) {
    #expect((failure { _ = try ListPage(limit: limit) } as? RequestError)?.code == .badRequest)
  }

  @Test func `a place in a list comes back from its cursor`() throws {
    let place = ListPlace(order: -5, id: "a:b")
    #expect(try ListPlace(cursor: place.description) == place)
    for cursor in ["", "5", ":", "x:y", "5:", ":a", "99999999999999999999:a"] {
      #expect((failure { _ = try ListPlace(cursor: cursor) } as? RequestError)?.code == .badRequest)
    }
  }
}
