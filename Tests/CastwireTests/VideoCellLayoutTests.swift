import Foundation
import Testing

@testable import Castwire

@Suite struct VideoCellLayoutTests {
  @Test(
    arguments: [
      // A list's width; thumbnail's width and height; title's width; cell's height.
      (375.0, 343.0, 192.9375, 291.0, 296.9375),
      (320.0, 288.0, 162, 236, 266),
      (414, 382, 214.875, 330, 318.875),
      (1024, 992, 558, 940, 662),
      // Too narrow for a title, then for a thumbnail.
      (84, 52, 29.25, 0, 133.25),
      (32, 0, 0, 0, 104),
      (0, 0, 0, 0, 104),
      (-5, 0, 0, 0, 104),
      (.nan, 0, 0, 0, 104),
      (-.infinity, 0, 0, 0, 104),
      (100_000, 99_968, 56_232, 99_916, 56_336),
      (.infinity, 99_968, 56_232, 99_916, 56_336),
    ] as [(Double, Double, Double, Double, Double)])
  func `A cell's parts follow from the list's width`(
    _ width: Double, _ thumbnailWidth: Double, _ thumbnailHeight: Double, _ titleWidth: Double, _ height: Double
  ) {
    var asked: [Double] = []
    let layout = VideoCellLayout(width: width) { titleWidth in
      asked.append(titleWidth)
      return ["Blank Space"]
    }
    #expect(layout.thumbnailWidth == thumbnailWidth)
    #expect(layout.thumbnailHeight == thumbnailHeight)
    #expect(layout.titleWidth == titleWidth)
    #expect(layout.height == height)
    #expect(asked == [titleWidth])
  }

  @Test(
    arguments: [(["Blank Space"], 20.0), (["Bad Blood featuring", "Kendrick Lamar"], 44.0), ([""], 20.0)]
      as [([String], Double)])
  func `A title is 20 points high in one line and 44 in two`(_ lines: [String], _ height: Double) {
    let layout = VideoCellLayout(width: 375) { _ in lines }
    #expect(layout.titleHeight == height)
    #expect(layout.titleLines == lines)
  }

  @Test func `A layout is what it was after coding, at any width`() throws {
    for width in [375, .infinity, .nan] as [Double] {
      let layout = VideoCellLayout(width: width) { _ in ["שלום", "…"] }
      #expect(try JSONDecoder().decode(VideoCellLayout.self, from: JSONEncoder().encode(layout)) == layout)
    }
  }
}
