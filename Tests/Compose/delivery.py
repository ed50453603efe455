"""From a feed to a subscriber, who gets in, and what it costs."""
import calendar
import json
import re
import time

from crashes import opml
from stack import SERVICES, docker, expect, mebibytes, run, wait

FEED = "http://feeds:8000/feed/first/20"


def first_cell(stack, figures):
    """One command brings all up, and the first cell comes."""
    stack.up("feeds", "keys")  # The keys are made, and somebody serves a feed; the system is still to start.
    wait("the feeds are served", 30, lambda: docker("exec", stack.container("feeds"), "python3", "-c", PROBE))
    with open(f"{stack.folder}/feeds.opml", "w") as file:
        file.write(opml([FEED]))
    stack.environment["CASTWIRE_FEEDS"] = f"{stack.folder}/feeds.opml"
    start = time.time()
    stack.up(profiles=["dev"])
    up = time.time() - start
    line = wait("the first cell", 60, lambda: cell_lines(stack))[0]
    at, cell = line.split(" ", 1)
    cell = json.loads(cell)["data"]
    expect(cell["cell"]["title"].endswith("of first"), f"this is no cell of the feed: {cell}")
    moment = calendar.timegm(time.strptime(at[:19], "%Y-%m-%dT%H:%M:%S")) + float("0" + at[19:].rstrip("Z"))
    figures["seconds from `up` to the first cell"] = round(moment - start, 1)
    figures["seconds that `up` itself takes"] = round(up, 1)
    stack.wait_healthy()
    return moment - start


PROBE = "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:8000/feed/x/1').status)"


def cell_lines(stack):
    lines = docker("logs", "--timestamps", stack.container("tail")).splitlines()
    return [line for line in lines if '"castwire.cell.updated.v1"' in line]


def costs(stack, figures):
    """What it costs: the size of the image, and memory at rest."""
    # What an engine calls an image's size may be that of what is compressed.
    size = int(run(["bash", "-c", f"docker export {stack.container('catalog')} | wc --bytes"]).stdout) / 1e6
    figures["megabytes of the image"] = round(size)
    expect(size < 200, f"the image has {size:.0f} MB")
    for service in SERVICES:
        usage = docker("stats", "--no-stream", "--format", "{{.MemUsage}}", stack.container(service))
        figures[f"MiB of {service} at rest"] = round(mebibytes(usage.split(" / ")[0]), 1)


def admission(stack, figures):
    """Cells reach who has a key, in another container and through CURVE; who has none gets nothing."""
    stack.make_key("alert", "subscribe")
    for service in SERVICES:  # As a restart does; it ends no connection.
        docker("restart", stack.container(service))
    stack.wait_healthy()
    stack.up("cells", "episodes", "plain", "stranger", profiles=["subscribers"])
    wait("20 cells at the subscriber", 60, lambda: len(stack.lines("cells")) >= 20)
    wait("20 episodes at the subscriber", 60, lambda: len(stack.lines("episodes")) >= 20)
    expect(len({line["subject"] for line in stack.lines("cells")}) == 20, "cells came twice")
    wait("the stranger is done", 30, lambda: "done" in stack.logs("stranger"))
    expect(stack.logs("stranger").strip() == "done", f"a key that is not listed hears: {stack.logs('stranger')}")
    wait("who does not encrypt is refused", 30, lambda: "no answer" in stack.logs("plain"))
    expect(docker("logs", stack.container("plain")) in ("", PLAIN), f"it hears: {stack.logs('plain')}")
    log = stack.logs("catalog")
    expect(re.search(r"refused|not in the allow-list", log), f"the catalog does not say whom it refuses:\n{log}")


PLAIN = "no answer from tcp://catalog:5712: does it run, with keys that fit?"


def confinement(stack, figures):
    """Each service has no more than it needs: its own key, its own data, no port on this machine."""
    users = {"feed-ingest": "10001", "catalog": "10002", "formatter": "10003"}
    for service, user in users.items():
        look = stack.look(service)
        host = look["HostConfig"]
        expect(look["Config"]["User"] == f"{user}:{user}", f"{service} runs as {look['Config']['User']}")
        expect(host["ReadonlyRootfs"] and host["CapDrop"] == ["ALL"] and not host["CapAdd"], f"{service}: {host}")
        expect("no-new-privileges:true" in host["SecurityOpt"] and host["Init"], f"{service}: {host}")
        expect(0 < host["Memory"] <= 2 << 30 and 0 < host["PidsLimit"] <= 256, f"{service} has no limits")
        expect(not host["PortBindings"], f"{service} has ports on this machine: {host['PortBindings']}")
        networks = {name.removeprefix(f"{stack.project}_") for name in look["NetworkSettings"]["Networks"]}
        expect(networks == ({"bus", "outside"} if service == "feed-ingest" else {"bus"}), f"{service}: {networks}")
        names = [*SERVICES, "castwire"]
        readable = docker(
            "run", "--rm", "--network", "none", "--user", f"{user}:{user}", "--volumes-from", stack.container(service),
            f"{stack.image}-tools", "sh", "-c",
            f"cd /etc/castwire/keys; for name in {' '.join(names)}; do cat $name.key >/dev/null 2>&1 && echo $name; "
            "done; ls 2>/dev/null; touch x 2>/dev/null && echo written; true")
        expect(readable == service, f"{service} can read the keys of: {readable}")
    expect("internal" in docker("network", "inspect", f"{stack.project}_bus", "--format",
                                "{{if .Internal}}internal{{end}}"), "the bus reaches outside")


def backtrace(stack, figures):
    """A crash is told with a backtrace, and the service is back."""
    before = stack.look("catalog")["RestartCount"]
    stack.beside("catalog", "python3", "/crash.py", capability="SYS_PTRACE")
    wait("the catalog is started again", 60, lambda: stack.look("catalog")["RestartCount"] > before)
    log = stack.logs("catalog")
    found = re.search(r"Program crashed: Illegal instruction.*ServiceLoop\.run\(\)", log, re.S)
    expect(found, f"the log has no backtrace:\n{log[-3000:]}")
    stack.wait_healthy()


PARTS = [first_cell, costs, admission, confinement, backtrace]
