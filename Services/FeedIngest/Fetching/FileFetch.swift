import Glibc

/// Reads `file` URLs, which libcurl is not trusted with: it would also read devices and pipes.
struct FileFetch {
  let maximumSize: Int

  /// Compares the file with what the request knows, and reads it if it differs.
  func outcome(of request: FetchRequest, at url: FetchURL) -> FetchResult.Outcome {
    do {
      return try read(request, url)
    } catch {
      return .failed(error)
    }
  }

  private func read(_ request: FetchRequest, _ url: FetchURL) throws(FetchFailure) -> FetchResult.Outcome {
    // Non-blocking: opening a named pipe would wait for a writer.
    let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FetchFailure(kind: .unreadable, message: "the address names a folder, not a file")
    default: throw FetchFailure(kind: .unreadable, message: "the address names a device, not a file")
    }

    var response = FetchResponse(effectiveURL: url.address)
    // Last-Modified counts whole seconds; the tag also tells two writes within one second apart.
    response.etag = "\"\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)-\(status.st_size)\""
    response.lastModified = HTTPDate.text(status.st_mtim.tv_sec)
    let isKnown =
      if let etag = request.etag { etag == response.etag } else { request.lastModified == response.lastModified }
    if isKnown { return .notModified(response) }
    return .body(try contents(of: descriptor, size: Int(status.st_size)), response)
  }

  private func contents(of descriptor: Int32, size: Int) throws(FetchFailure) -> [UInt8] {
    guard size <= maximumSize else { throw .tooLarge(limit: maximumSize) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno) }
      if count == 0 { return bytes }
      // The file may have grown since its size was asked.
      guard bytes.count + count <= maximumSize else { throw .tooLarge(limit: maximumSize) }
      bytes += buffer[..<count]
    }
  }

  private func failure(_ code: Int32) -> FetchFailure {
    let message =
      switch code {
      case ENOENT, ENOTDIR: "the file does not exist"
      case EACCES, EPERM: "the file may not be read by this user"
      default: "the file cannot be read: \(String(cString: strerror(code)))"
      }
    return FetchFailure(kind: .unreadable, message: message)
  }
}
