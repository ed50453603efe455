#!/usr/bin/env python3
"""A subscriber that misses nothing and says nothing twice. It prints each event as one line of JSON.

One SQLite file (--cursor) holds the state of what it follows and the place in the log; both change in one transaction.
Only then lines are printed, and a kill may lose some: `apply` writes what must not be lost. Python 3.8 and pyzmq."""
import argparse, contextlib, json, re, signal, sqlite3, sys, time, zmq

START, SILENCE = "0" * 20, 6  # a position: 20 digits; seconds without $head that tell a dead connection
# libzmq up to 4.3.5 aborts when a peer goes away: with HEARTBEAT_IVL here and a full queue, with IMMEDIATE in a reply.
LIVE = {"RCVHWM": 2000, "RECONNECT_IVL": 100, "RECONNECT_IVL_MAX": 5000, "CONNECT_TIMEOUT": 3000, "TCP_KEEPALIVE": 1,
        "MAXMSGSIZE": (1 << 20) + 4096, "LINGER": 0}
REQUEST = {"SNDTIMEO": 5000, "RCVTIMEO": 5000, "HEARTBEAT_IVL": 2000, "LINGER": 0}
TYPE = (r"castwire\.(feed|item|podcast|episode|channel|video|photostream|photo|cell)\.(?:added|updated|viewed|withdrawn|"
        r"restored|seen|followed|failing|recovered|throttled|moved|gone|(removed|left|unfollowed))\.v1")


class Subscriber:
    def __init__(self, options):
        self.options, self.family, self.news, self.complete, self.curve = options, options.family, [], False, {}
        if options.keys:
            keys = json.load(options.keys)
            self.curve = {"CURVE_PUBLICKEY": keys["publicKey"].encode(), "CURVE_SECRETKEY": keys["secretKey"].encode(),
                          "CURVE_SERVERKEY": keys["services"][options.service].encode()}
        self.db = sqlite3.connect(options.cursor)
        self.db.executescript("""CREATE TABLE IF NOT EXISTS cursor (id PRIMARY KEY, family, log, sequence, time, anew);
            CREATE TABLE IF NOT EXISTS entities (family, subject, content, told, event, PRIMARY KEY (family, subject));
            CREATE TABLE IF NOT EXISTS set_aside (error, event);""")
        row = self.db.execute("SELECT * FROM cursor").fetchone() or (1, self.family, None, START, None, False)
        _, family, self.log, self.sequence, self.time, self.anew = row
        if family != self.family:
            sys.exit(f"{options.cursor} is of --family '{family}', not '{self.family}': give each a file of its own")

    def commit(self):
        self.db.commit()
        while self.news:
            print(json.dumps(self.news.pop(0), ensure_ascii=False), flush=True)

    def move(self, log, sequence, time):
        self.log, self.sequence, self.time = place = log, sequence, time
        self.db.execute("INSERT OR REPLACE INTO cursor VALUES (1, ?, ?, ?, ?, ?)", (self.family, *place, self.anew))

    def apply(self, body):
        try:
            event = json.loads(body)
            if not (known := re.fullmatch(TYPE, event["type"])):  # such as castwire.episode.added.v2: passed over
                return
            kind, ends = known.groups()
            key = ".".join(filter(None, [kind, event["data"].get("locale")])), event["subject"]
            content = None if ends else json.dumps(event["data"].get(kind))
        except Exception as error:  # one bad event never stops the line
            return self.db.execute("INSERT INTO set_aside VALUES (?, ?)", (repr(error), body))
        told, kept = (None, body) if self.anew else (content, None)
        self.db.execute("""INSERT OR REPLACE INTO entities VALUES (?1, ?2, ?3, ifnull(?4,
            (SELECT told FROM entities WHERE family = ?1 AND subject = ?2)), ?5)""", (*key, content, told, kept))
        if not self.anew:
            self.news.append(event)
            self.db.execute("DELETE FROM entities WHERE family = ? AND subject = ? AND content IS NULL", key)

    def ask(self, question):
        while True:
            try:  # a socket for each question: the answer to an earlier one cannot come in between
                with self.connect(zmq.DEALER, self.options.requests, REQUEST) as requests:
                    requests.send_json({**question, "id": 1})
                    first, *events = requests.recv_multipart()
            except zmq.Again:
                print(f"no answer from {self.options.requests}: does it run, with keys that fit?", file=sys.stderr)
                continue
            reply = json.loads(first)
            if reply["status"] != "error":
                return reply["status"], reply["result"], events
            if reply["code"] not in ("busy", "unavailable", "internal"):
                sys.exit(f"{self.options.requests}: {reply['code']}: {reply['message']}")
            time.sleep(1)

    def replay(self):
        more = True
        while more:
            question = {"request": "replay", "after": self.sequence, "afterTime": self.time, "log": self.log,
                        "families": self.family and [self.family], "limit": 5000, "service": self.options.service}
            status, result, events = self.ask({key: value for key, value in question.items() if value})
            if status == "truncated":  # another log, or away for too long: from the beginning, by content
                self.anew = self.db.execute("UPDATE entities SET content = NULL, event = NULL").rowcount > 0
                self.move(result["log"], START, None)
            else:
                for body in events:
                    self.apply(body)
                more, self.complete = result["more"], result["complete"]  # complete: the service itself has caught up
                if self.anew and self.complete and not more:  # what differs is news, what did not appear is no more
                    rows = self.db.execute("SELECT * FROM entities WHERE content IS NOT told ORDER BY rowid")
                    self.news = [json.loads(event) if event else {"type": f"example.{family}.dropped", "subject": name}
                                 for family, name, _, _, event in rows]
                    self.db.execute("DELETE FROM entities WHERE content IS NULL")
                    self.db.execute("UPDATE entities SET told = content, event = NULL")
                    self.anew = False
                self.move(result["log"], result["scannedTo"], result.get("scannedTime"))
            self.commit()

    def take(self, topic, body):  # False means that something is missing, which a replay will bring
        try:
            message = json.loads(body)
            if topic == b"$head":
                self.deadline = time.monotonic() + SILENCE
                head = message["heads"].get(self.family, START) if self.family else message["head"]
                return message["log"] == self.log and head <= self.sequence and self.complete
            log, sequence, at = message["source"].split("/")[-1], message["sequence"], message["time"]
            follows = message["previous"] <= self.sequence if self.family else int(sequence) == int(self.sequence) + 1
        except Exception:  # the replay sets it aside
            return False
        if log == self.log and sequence > self.sequence and follows:
            self.apply(body)
            self.move(log, sequence, at)
        return log == self.log and sequence <= self.sequence

    def connect(self, kind, address, options):
        socket = zmq.Context.instance().socket(kind)
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
            while whole and events.poll(max(0, self.deadline - time.monotonic()) * 1000):
                with contextlib.suppress(zmq.Again):
                    whole = all(self.take(*events.recv_multipart(zmq.NOBLOCK)) for _ in range(1000))
                self.commit()  # once for all that has arrived
            if whole:  # nothing was heard
                events.disconnect(self.options.events)
                events.connect(self.options.events)


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--events", default="tcp://127.0.0.1:5711", help="the service's event socket")
parser.add_argument("--requests", default="tcp://127.0.0.1:5712", help="its request socket, one port up")
parser.add_argument("--cursor", default=":memory:", metavar="FILE", help="where state and cursor are kept")
parser.add_argument("--keys", type=argparse.FileType(), metavar="FILE.key", help="this client's keys, to encrypt")
parser.add_argument("--service", default="catalog", help="the service's name, catalog unless said")
parser.add_argument("--family", default="episode", help="episode, podcast, cell.en_US …; '' for the whole log")
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        Subscriber(options := parser.parse_args()).run()
    except Exception as error:
        sys.exit(f"{error!r}; it was told: {options}")
