import Foundation
import TestSupport
import Testing

/// The real program in a network of its own, whose name server gives a name one address and then another.
@Suite(
  .enabled(
    if: SilentNames.isPermitted && FileManager.default.isExecutableFile(atPath: "/usr/sbin/ip"),
    "a network of a process's own takes root and iproute2"))
struct RebindingTests {
  /// A public address, which this network has on its loopback interface.
  private static let address = "8.8.4.4"

  /// A name server, two web servers and the program that is told to follow a feed there.
  private static let script = """
    import http.server, os, socket, subprocess, sys, threading

    PUBLIC, PRIVATE = "\(address)", "127.0.0.1"

    def say(*words):
        print(*words, flush=True)

    def names(server):
        asked = 0
        while True:
            query, client = server.recvfrom(512)
            end = query.index(0, 12) + 5
            is_address = query[end - 4:end - 2] == bytes([0, 1])
            answer = query[:2] + bytes([0x84, 0, 0, 1, 0, int(is_address), 0, 0, 0, 0]) + query[12:end]
            if is_address:
                asked += 1
                address = PUBLIC if asked == 1 else PRIVATE
                say("named", address)
                answer += bytes([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]) + socket.inet_aton(address)
            server.sendto(answer, client)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            say("asked", *self.server.server_address)
            self.send_response(302)
            self.send_header("Location", "http://feeds.example:81/secret")
            self.send_header("Content-Length", "0")
            self.end_headers()

    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.53", 53))
    threading.Thread(target=names, args=(server,), daemon=True).start()
    for place in [(PUBLIC, 80), (PRIVATE, 81)]:
        web = http.server.ThreadingHTTPServer(place, Handler)
        threading.Thread(target=web.serve_forever, daemon=True).start()
    program, folder = sys.argv[1:]
    # It ends with this one.
    child = subprocess.Popen([program, "run", "--data", folder, "--feeds", folder + "/feeds.opml"])
    child.wait()
    """

  @Test func `a name that leads elsewhere at the second hop is looked at again`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("nameserver 127.0.0.53\n".utf8), to: "resolv.conf")
    try folder.write(Array(Self.script.utf8), to: "servers.py")
    try folder.write(
      Array("<opml version=\"2.0\"><body><outline xmlUrl=\"http://feeds.example/feed\"/></body></opml>".utf8),
      to: "feeds.opml")
    let commands = [
      "ip link set lo up", "ip address add \(Self.address)/32 dev lo",
      "mount --bind '\(folder.path(of: "resolv.conf"))' /etc/resolv.conf",
      "exec /usr/bin/env python3 \"$@\"",
    ]
    let process = try ServiceProcess(
      "/usr/bin/unshare",
      arguments: [
        "--net", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", commands.joined(separator: " && "),
        "sh",
        folder.path(of: "servers.py"), try BuildFolder.path(of: "feed-ingest"), folder.path,
      ])
    let line = await process.line { $0.contains("feeds.example") && $0.contains("127.0.0.1") }
    #expect(line?.contains("feeds.example has the address 127.0.0.1, which is loopback") == true, "\(process.lines)")
    #expect(process.lines.filter { $0.hasPrefix("asked ") } == ["asked \(Self.address) 80"])
    #expect(process.lines.contains("named 127.0.0.1"))
  }
}
