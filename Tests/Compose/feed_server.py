"""Serves feeds: /feed/NAME/COUNT has so many episodes, and takes as many seconds as ?seconds= says to come."""
import http.server
import time
import urllib.parse

ITEM = """<item><guid>{name}-{number}</guid><title>Episode {number} of {name}</title>
<pubDate>{date}</pubDate><itunes:duration>1800</itunes:duration><description>What is said in {number}.</description>
<enclosure url="https://example.org/{name}/{number}.mp3" type="audio/mpeg" length="1000"/></item>
"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        _, name, count = url.path.strip("/").split("/")
        seconds = float(urllib.parse.parse_qs(url.query).get("seconds", ["0"])[0])
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.end_headers()
        parts = [f'<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>'
                 f"<title>Cast {name}</title><link>https://example.org/{name}</link>\n"]
        for number in range(int(count), 0, -1):
            date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(1_700_000_000 + 3600 * number))
            parts.append(ITEM.format(name=name, number=number, date=date))
        parts.append("</channel></rss>")
        # In twenty pieces, so that whoever is killed meanwhile has a part of it.
        size = max(1, len(parts) // 20)
        for start in range(0, len(parts), size):
            self.wfile.write("".join(parts[start:start + size]).encode())
            self.wfile.flush()
            if seconds:
                time.sleep(seconds / 20)

    def log_message(self, form, *words):
        print(form % words, flush=True)


http.server.ThreadingHTTPServer(("", 8000), Handler).serve_forever()
