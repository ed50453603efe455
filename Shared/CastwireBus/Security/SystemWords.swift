internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// The system's words for what has just failed.
func systemError() -> String {
  String(cString: strerror(errno))
}
