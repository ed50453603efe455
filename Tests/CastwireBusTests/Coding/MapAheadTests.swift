import Testing

@testable import CastwireBus

struct MapAheadTests {
  @Test(arguments: [0, 1, 31, 32, 33, 64, 1_000, 5_000])
  func `each element is made, in whichever order the threads come to it`(count: Int) {
    let ahead = MapAhead(Array(0..<count)) { $0 * 2 }
    #expect((0..<count).map { ahead[$0] } == (0..<count).map { $0 * 2 })
  }

  @Test func `elements may be passed over, and the last one be asked for again`() {
    let ahead = MapAhead(Array(0..<3_000)) { "\($0)" }
    for index in stride(from: 5, to: 3_000, by: 77) {
      #expect(ahead[index] == "\(index)")
      #expect(ahead[index] == "\(index)")
    }
  }

  @Test func `several are made at a time, and nobody has to ask for all`() {
    let all = (0..<20).map { number in MapAhead(Array(0..<500)) { $0 + number } }
    for (number, ahead) in all.enumerated() {
      for index in 0..<(number % 2 == 0 ? 500 : 100) { #expect(ahead[index] == index + number) }
    }
  }
}
