#!/usr/bin/env python3
"""Says which episodes are new, a line for each. Of what a feed had when it was followed it says nothing.

It is subscriber.py, which must lie beside it, with a table of what is to be said. A line is kept there in the transaction
that takes in the event, and deleted once it was printed: a kill loses none. One between the two has the line printed
again, which its number tells; whatever sends mails or wakes telephones takes that for the key of what it sends.

What is there at its own first start is no news either. It needs Python 3.8 and pyzmq."""
import json, signal, sys
sys.dont_write_bytecode = True
from subscriber import Subscriber, parser


class Notifier(Subscriber):
    def __init__(self, options):
        super().__init__(options)
        self.db.executescript("""CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, line);
            CREATE TABLE IF NOT EXISTS started (id PRIMARY KEY);""")
        self.started = self.db.execute("SELECT count(*) FROM started").fetchone() == (1,)

    def apply(self, body):
        super().apply(body)
        if self.started and (line := self.line(body)):
            self.db.execute("INSERT INTO outbox (line) VALUES (?)", (line,))

    def line(self, body):
        try:
            event = json.loads(body)
            if event["type"] != "castwire.episode.added.v1" or event["data"]["initial"]:
                return None
            episode = event["data"]["episode"]
            words = episode.get("title"), episode.get("link") or episode.get("enclosureURL")
        except Exception:  # it is set aside already
            return None
        # Another log tells anew of what was known.
        told = "SELECT 1 FROM entities WHERE family = 'episode' AND subject = ? AND told IS NOT NULL"
        if self.anew and self.db.execute(told, (event["subject"],)).fetchone():
            return None
        return "  ".join(" ".join(word.split()) for word in words if word)

    def replay(self):
        super().replay()
        if self.complete and not self.started:
            self.db.execute("INSERT INTO started VALUES (1)")
            self.started = True
            self.commit()

    def commit(self):
        self.news.clear()
        self.db.commit()
        if self.anew:  # until all of the other log is there, nothing is said
            return
        for number, line in self.db.execute("SELECT number, line FROM outbox ORDER BY number").fetchall():
            print(f"{number}  {line}", flush=True)
            self.db.execute("DELETE FROM outbox WHERE number = ?", (number,))
            self.db.commit()


if __name__ == "__main__":
    parser.description = __doc__.split("\n")[0]
    parser.set_defaults(cursor="notify.sqlite")
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        Notifier(options := parser.parse_args()).run()
    except Exception as error:
        sys.exit(f"{error!r}; it was told: {options}")
