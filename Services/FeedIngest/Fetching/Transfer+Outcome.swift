import CCurl
import Glibc

extension Transfer {
  /// What follows from a transfer that has ended.
  enum Next {
    /// Ask there.
    case follow(FetchJob)
    case end(FetchResult.Outcome)
  }

  /// The time that this transfer took.
  var duration: Duration { .microseconds(easy.number(CURLINFO_TOTAL_TIME_T)) }

  /// Reads the result of the transfer, of which libcurl says `code`.
  func next(after code: CURLcode) -> Next {
    do throws(FetchFailure) {
      if let ownFailure { throw ownFailure }
      let status = headers.status
      // Whatever becomes of a page that is no document, its head has said all that matters.
      let isDecided = headers.isComplete && (status >= 300 || (status >= 200 && job.request.form != nil))
      guard code == CURLE_OK || isDecided else { throw failure(code) }
      switch status {
      case 200..<300 where job.request.form != nil:
        return .end(.body([], response))
      case 200:
        return .end(.body(try wholeBody(), response))
      case 304 where job.conditions != (nil, nil):
        return .end(.notModified(response))
      case 301, 302, 303, 307, 308:
        var job = job
        guard let location = headers.location else {
          throw FetchFailure.status(status, from: job.url.host, retryAfter: nil)
        }
        job.spend(duration)
        try job.follow(location, status: status, atMost: configuration.maximumRedirects)
        return .follow(job)
      default:
        throw FetchFailure.status(status, from: job.url.host, retryAfter: retryAfter)
      }
    } catch {
      return .end(.failed(error))
    }
  }

  private var response: FetchResponse {
    FetchResponse(
      effectiveURL: job.url.address, permanentURL: job.permanentURL, contentType: headers.contentType,
      etag: headers.etag, lastModified: headers.lastModified, maxAge: headers.maxAge,
      hubURLs: headers.links.urls("hub", base: job.url), selfURL: headers.links.urls("self", base: job.url).first)
  }

  /// In seconds; nil where the server does not say, or names a time that is past.
  private var retryAfter: Int? {
    let seconds = easy.number(CURLINFO_RETRY_AFTER)
    return seconds > 0 ? seconds : nil
  }
}

// MARK: - Failures in words

extension Transfer {
  private func failure(_ code: CURLcode) -> FetchFailure {
    let host = job.url.host
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return FetchFailure(kind: .unresolved, message: "the name \(host) cannot be resolved")
    case CURLE_COULDNT_CONNECT:
      return connectFailure
    case CURLE_OPERATION_TIMEDOUT:
      return FetchFailure(kind: .timeout, message: timeoutMessage)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_INVALIDCERTSTATUS:
      return FetchFailure(kind: .insecure, message: "the certificate of \(host) is not trusted\(detail)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_CRL_BADFILE:
      return FetchFailure(kind: .insecure, message: "no secure connection to \(host)\(detail)")
    case CURLE_GOT_NOTHING:
      return FetchFailure(kind: .badAnswer, message: "the server closed the connection without an answer")
    case CURLE_PARTIAL_FILE:
      return FetchFailure(kind: .badAnswer, message: partialMessage)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      // The scheme was checked before; so this is an answer without a proper status line.
      return FetchFailure(kind: .badAnswer, message: "the answer is not HTTP")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return FetchFailure(kind: .badAnswer, message: "the connection broke\(detail)")
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT:
      return EasyHandle.failure(code)
    default:
      return FetchFailure(kind: .badAnswer, message: "the transfer failed\(detail)")
    }
  }

  /// libcurl's words, to follow ours.
  private var detail: String {
    let prefix = "SSL certificate problem: "
    let text = easy.errorText.hasPrefix(prefix) ? String(easy.errorText.dropFirst(prefix.count)) : easy.errorText
    return text.isEmpty ? "" : ": \(text)"
  }

  private var connectFailure: FetchFailure {
    let (host, port) = (job.url.host, job.url.port)
    if let (address, kind) = refusal {
      let subject = "\(address)" == host ? "the address \(host) is" : "\(host) has the address \(address), which is"
      return FetchFailure(
        kind: .refused,
        message:
          "\(subject) \(kind.rawValue); start feed-ingest, 'castwire up' or script/server with --allow-private to allow it"
      )
    }
    let code = Int32(truncatingIfNeeded: easy.longNumber(CURLINFO_OS_ERRNO))
    let message =
      switch code {
      case ECONNREFUSED: "connection refused by \(host) port \(port)"
      case ENETUNREACH, EHOSTUNREACH: "no route to \(host)"
      case 0: "no connection to \(host) port \(port)"
      default: "no connection to \(host) port \(port): \(String(cString: strerror(code)))"
      }
    return FetchFailure(kind: .unreachable, message: message)
  }

  private var timeoutMessage: String {
    let host = job.url.host
    let isAnswered = headers.isFinal
    if easy.number(CURLINFO_TOTAL_TIME_T) >= remainingMilliseconds * 1000 {
      let limit = Self.text(configuration.wholeLimit)
      return isAnswered ? "the transfer took longer than \(limit)" : "no answer within \(limit)"
    }
    if easy.number(CURLINFO_PRETRANSFER_TIME_T) == 0 {
      let limit = Self.text(configuration.connectLimit)
      if easy.number(CURLINFO_NAMELOOKUP_TIME_T) == 0 { return "the name \(host) was not resolved within \(limit)" }
      // libcurl knows the address as soon as there is a connection, and counts TLS as part of connecting.
      let secure = easy.text(CURLINFO_PRIMARY_IP) ?? "" != "" ? "secure " : ""
      return "no \(secure)connection to \(host) within \(limit)"
    }
    let limit = Self.text(configuration.stallLimit)
    return isAnswered
      ? "less than \(Self.leastSpeed) bytes a second came for \(limit)" : "no answer within \(limit)"
  }

  private var partialMessage: String {
    let length = easy.number(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    let received = easy.number(CURLINFO_SIZE_DOWNLOAD_T)
    return length > 0
      ? "the body broke off after \(received) of \(length) bytes" : "the body broke off after \(received) bytes"
  }

  static func text(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
