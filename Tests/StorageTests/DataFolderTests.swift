import Foundation
import Storage
import TestSupport
import Testing

struct DataFolderTests {
  @Test func `a folder is made with those above it, and one that is there is left`() throws {
    let scratch = try TemporaryDirectory()
    let path = scratch.path(of: "a/b//c/")
    try DataFolder.make(path)
    try scratch.write([1], to: "a/b/c/file")
    try DataFolder.make(path)
    #expect(FileManager.default.contents(atPath: scratch.path(of: "a/b/c/file")) == Data([1]))
    try DataFolder.make("/")
  }

  @Test func `a file in the way is told, with the whole path`() throws {
    let scratch = try TemporaryDirectory()
    let file = try scratch.write([], to: "file")
    for path in [file, "\(file)/data"] {
      let error = #expect(throws: DataFolderError.self) { try DataFolder.make(path) }
      #expect(error?.description == "the folder \(path) for data cannot be made: Not a directory")
    }
  }

  @Test func `a name that is too long is told`() throws {
    let scratch = try TemporaryDirectory()
    let error = #expect(throws: DataFolderError.self) {
      try DataFolder.make(scratch.path(of: String(repeating: "x", count: 300)))
    }
    #expect(error?.reason == "File name too long")
  }
}
