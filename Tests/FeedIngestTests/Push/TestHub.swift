import Foundation
import TestSupport
import Testing

/// A hub over TLS in a process of its own, which takes what is posted to it and writes it down before it answers.
final class TestHub: Sendable {
  private static let script = """
    import http.server, ssl, sys
    class Hub(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            forms.write(body + "\\n")
            forms.flush()
            self.send_response(int(self.path[1:]))
            self.end_headers()
        def log_message(self, *arguments):
            pass
    forms = open(sys.argv[3], "w")
    server = http.server.HTTPServer(("127.0.0.1", 0), Hub)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print("PORT", server.server_port, flush=True)
    server.serve_forever()
    """

  /// What a hub was asked.
  struct Form {
    private let fields: [String: String]

    init(_ body: Substring) {
      let pairs = body.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
      fields = Dictionary(
        pairs.map { (String($0[0]), $0[1].removingPercentEncoding ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> String? { fields[name] }

    /// The last part of the callback's address.
    var token: String { self["hub.callback"].flatMap { $0.split(separator: "/").last.map(String.init) } ?? "" }
  }

  let files: TestCertificate
  /// Where it writes down what it was asked.
  private let log: String
  private let process: ServiceProcess
  private let port: Int

  init() async throws {
    files = try await TestCertificate()
    log = files.directory.path(of: "forms")
    process = try ServiceProcess(
      "/usr/bin/env", arguments: ["python3", "-c", Self.script, files.certificate, files.key, log])
    let line = try #require(await process.line { $0.hasPrefix("PORT") })
    port = try #require(Int(line.dropFirst(5)))
  }

  /// The hub's address, where it answers with that status.
  func url(_ status: Int = 202) -> String { "https://localhost:\(port)/\(status)" }

  /// All that it was asked so far.
  var forms: [Form] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { Form($0) }
  }
}
