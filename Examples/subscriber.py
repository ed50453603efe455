#!/usr/bin/env python3
"""A subscriber that misses nothing and says nothing twice. It prints each event as one line of JSON.

One SQLite file (--cursor) holds the state of what it follows and how far into the log that is. Both change in one
transaction, so that it may be killed at any instant; then the lines are printed. It needs Python 3.8 and pyzmq."""
import argparse, contextlib, json, sqlite3, sys, time
import zmq

START, SILENCE = "0" * 20, 6  # a position: 20 digits; seconds without $head that tell a dead connection
# libzmq up to 4.3.5 aborts when a peer goes away: with HEARTBEAT_IVL here and a full queue, with IMMEDIATE below in a reply.
LIVE = {"RCVHWM": 2000, "RECONNECT_IVL": 100, "RECONNECT_IVL_MAX": 5000, "CONNECT_TIMEOUT": 3000, "TCP_KEEPALIVE": 1,
        "MAXMSGSIZE": (1 << 20) + 4096, "LINGER": 0}
REQUEST = {"SNDTIMEO": 5000, "RCVTIMEO": 5000, "HEARTBEAT_IVL": 2000, "LINGER": 0}
UNFIT = (ValueError, KeyError, TypeError, AttributeError, IndexError)  # what a malformed message raises


class Subscriber:
    def __init__(self, options):
        self.options, self.family, self.context = options, options.family, zmq.Context()
        self.requests, self.asked, self.news, self.complete = None, 0, [], False
        keys, self.curve = options.keys and json.load(options.keys), {}
        if keys:
            self.curve = {"CURVE_PUBLICKEY": keys["publicKey"].encode(), "CURVE_SECRETKEY": keys["secretKey"].encode(),
                          "CURVE_SERVERKEY": keys["services"][options.service].encode()}
        self.db = sqlite3.connect(options.cursor)
        self.db.executescript("""CREATE TABLE IF NOT EXISTS cursor (id PRIMARY KEY, log, sequence, time, round);
            CREATE TABLE IF NOT EXISTS entities (family, subject, content, round, PRIMARY KEY (family, subject));
            CREATE TABLE IF NOT EXISTS set_aside (error, event);""")
        row = self.db.execute("SELECT log, sequence, time, round FROM cursor").fetchone()
        self.log, self.sequence, self.time, self.round = row or (None, START, None, 0)

    @contextlib.contextmanager
    def transaction(self):
        with self.db:
            yield
        while self.news:
            print(json.dumps(self.news.pop(0), ensure_ascii=False), flush=True)

    def move(self, log, sequence, time):
        self.log, self.sequence, self.time = log, sequence, time
        self.db.execute("INSERT OR REPLACE INTO cursor VALUES (1, ?, ?, ?, ?)", (log, sequence, time, self.round))

    def apply(self, body):
        try:
            event = json.loads(body)
            kind, verb = event["type"].split(".")[1:3]  # castwire.episode.added.v1
            key = ".".join(filter(None, [kind, event["data"].get("locale")])), event["subject"]
            content = json.dumps(event["data"].get(kind))
        except UNFIT as error:  # one bad event never stops the line
            self.db.execute("INSERT INTO set_aside VALUES (?, ?)", (repr(error), body))
            return
        old = self.db.execute("SELECT content, round FROM entities WHERE family = ? AND subject = ?", key).fetchone()
        if verb in ("removed", "left", "unfollowed"):  # the subject is no more
            self.db.execute("DELETE FROM entities WHERE family = ? AND subject = ?", key)
        else:
            self.db.execute("INSERT OR REPLACE INTO entities VALUES (?, ?, ?, ?)", (*key, content, self.round))
        if old is None or old[0] != content or old[1] == self.round:  # in a new round, what is known is no news
            self.news.append(event)

    def ask(self, question):
        while True:
            self.requests = self.requests or self.connect(zmq.DEALER, self.options.requests, REQUEST)
            self.asked += 1
            try:
                self.requests.send_json({**question, "id": self.asked})
                reply = {}
                while reply.get("id") != self.asked:  # the answer to an earlier question comes too late
                    first, *events = self.requests.recv_multipart()
                    reply = json.loads(first)
            except zmq.Again:
                print(f"no answer from {self.options.requests}: does it run, with keys that fit?", file=sys.stderr)
                self.requests = self.requests.close()  # None
                continue
            if reply["status"] != "error":
                return reply["status"], reply["result"], events
            if reply["code"] not in ("busy", "unavailable", "internal"):
                sys.exit(f"{self.options.requests}: {reply['code']}: {reply['message']}")
            time.sleep(1)

    def replay(self):
        more = True
        while more:
            question = {"request": "replay", "after": self.sequence, "afterTime": self.time, "log": self.log,
                        "families": self.family and [self.family], "limit": 5000}
            status, result, events = self.ask({key: value for key, value in question.items() if value})
            with self.transaction():
                if status == "truncated":  # another log, or away for too long: from the beginning, by content
                    self.round += 1
                    self.move(result["log"], START, None)
                    continue
                for body in events:
                    self.apply(body)
                self.move(result["log"], result["scannedTo"], result.get("scannedTime"))
                more, self.complete = result["more"], result["complete"]  # complete: the service itself has caught up
                if self.complete and not more:  # what did not appear in this round is no more
                    old = self.db.execute("SELECT family, subject FROM entities WHERE round < ?", (self.round,))
                    self.news += [{"type": f"example.{family}.dropped", "subject": subject} for family, subject in old]
                    self.db.execute("DELETE FROM entities WHERE round < ?", (self.round,))

    def take(self, topic, body):  # False means that something is missing, which a replay will bring
        try:
            message = json.loads(body)
            if topic == b"$head":
                self.deadline = time.monotonic() + SILENCE
                head = message["heads"].get(self.family, START) if self.family else message["head"]
                return message["log"] == self.log and head <= self.sequence and self.complete
            log, sequence, at = message["source"].split("/")[-1], message["sequence"], message["time"]
            follows = message["previous"] <= self.sequence if self.family else int(sequence) == int(self.sequence) + 1
        except UNFIT:  # the replay sets it aside
            return False
        if log == self.log and sequence > self.sequence and follows:
            self.apply(body)
            self.move(log, sequence, at)
        return log == self.log and sequence <= self.sequence

    def connect(self, kind, address, options):
        socket = self.context.socket(kind)
        for name, value in {**options, **self.curve}.items():
            socket.setsockopt(getattr(zmq, name), value)
        socket.connect(address)
        return socket

    def run(self):
        events = self.connect(zmq.SUB, self.options.events, LIVE)  # before the replay: what comes meanwhile waits here
        for prefix in ("$head", f"{self.family}.") if self.family else ("",):
            events.setsockopt_string(zmq.SUBSCRIBE, prefix)
        while True:
            self.replay()
            whole, self.deadline = True, time.monotonic() + SILENCE
            while whole:
                if not events.poll(max(0, self.deadline - time.monotonic()) * 1000):
                    events.disconnect(self.options.events)
                    events.connect(self.options.events)
                    break
                with self.transaction(), contextlib.suppress(zmq.Again):  # one for all that has arrived
                    for _ in range(1000):
                        if not (whole := self.take(*events.recv_multipart(zmq.NOBLOCK))):
                            break


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--events", default="tcp://127.0.0.1:5711", help="the service's event socket")
parser.add_argument("--requests", default="tcp://127.0.0.1:5712", help="its request socket, one port up")
parser.add_argument("--cursor", default=":memory:", metavar="FILE", help="where state and cursor are kept")
parser.add_argument("--keys", type=argparse.FileType(), metavar="FILE.key", help="this client's keys, to encrypt")
parser.add_argument("--service", default="catalog", help="the service's name in that file")
parser.add_argument("--family", default="episode", help="episode, podcast, cell.en_US …; '' for the whole log")
with contextlib.suppress(KeyboardInterrupt):
    Subscriber(parser.parse_args()).run()
