internal import CastwireCommand
internal import Catalog
internal import FeedIngest
internal import Formatter
internal import Foundation

// All programs in one file, each by the name that it is called by: a program that carries its standard library has 60 MB,
// nearly all of them the same in each.
let path = CommandLine.arguments.first ?? ""
switch path.split(separator: "/").last {
case "feed-ingest": FeedIngestProgram.main()
case "catalog": CatalogProgram.main()
case "formatter": FormatterProgram.main()
case "castwire": CastwireProgram.main()
default:
  FileHandle.standardError.write(
    Data("\(path): call it by the name of a program: feed-ingest, catalog, formatter or castwire\n".utf8))
  exit(2)
}
