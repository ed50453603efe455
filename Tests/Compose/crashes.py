"""Services that are killed, restarted, removed and made again: nothing is lost, nothing is said twice."""
import collections
import time

from stack import SERVICES, docker, expect, wait

FEEDS, EPISODES = 10, 500


def opml(urls):
    outlines = "".join(f'<outline type="rss" xmlUrl="{url}"/>' for url in urls)
    return f'<opml version="2.0"><body>{outlines}</body></opml>'


def counts(stack, subscriber, kind):
    """How often each thing came, of those that the import brings."""
    events = (line for line in stack.lines(subscriber) if line["type"] == kind)
    return collections.Counter(event["subject"] for event in events)


def kills(stack, figures):
    """Each service is killed twice while 5,000 episodes are imported: each comes once to each subscriber."""
    known = {subscriber: len(stack.lines(subscriber)) for subscriber in ("cells", "episodes")}
    # Each feed takes longer than the one before, so that the import goes on while services are killed.
    done = stack.castwire("import", "-", input=opml(
        f"http://feeds:8000/feed/kill{number}/{EPISODES}?seconds={number}" for number in range(FEEDS)))
    expect(done.stdout.startswith(f"{FEEDS} feeds followed"), done.stdout)
    start, killed = time.monotonic(), 0
    for service in SERVICES * 2:
        before = stack.look(service)["RestartCount"]
        stack.signal(service, "KILL")
        wait(f"{service} is started again", 60, lambda: stack.look(service)["RestartCount"] > before)
        killed += 1
    figures["kills during the import"] = killed
    stack.wait_healthy()
    for subscriber, kind in (("cells", "castwire.cell.updated.v1"), ("episodes", "castwire.episode.added.v1")):
        total = known[subscriber] + FEEDS * EPISODES
        wait(f"all of {subscriber}", 120, lambda: len(counts(stack, subscriber, kind)) >= total)
    figures["seconds until all 5,000 cells were there"] = round(time.monotonic() - start, 1)
    for subscriber, kind in (("cells", "castwire.cell.updated.v1"), ("episodes", "castwire.episode.added.v1")):
        found = counts(stack, subscriber, kind)
        expect(len(found) == known[subscriber] + FEEDS * EPISODES, f"{subscriber}: {len(found)}")
        twice = [subject for subject, count in found.items() if count > 1]
        expect(not twice, f"{len(twice)} of {subscriber} came more than once")
    check(stack)


def check(stack):
    for service in SERVICES:
        done = stack.exec(service, service, "check")
        expect(done.returncode == 0, f"{service} check: {done.stdout}{done.stderr}")


def heads(stack):
    """Log and last position of each service; None while one is not there or has something to do."""
    status = stack.status()
    if any("error" in status[name] or not status[name]["complete"] or any(peer["lag"] for peer in status[name]["peers"])
           for name in SERVICES):
        return None
    return {name: (status[name]["log"], status[name]["head"]) for name in SERVICES}


def wait_quiet(stack):
    """The heads, once nothing is to be done."""
    return wait("all have caught up", 60, lambda: heads(stack))


def engine_kill(stack, figures):
    """`docker kill` is taken for a wish: the engine does not start that one again, and `up` does."""
    before = wait_quiet(stack)
    docker("kill", "--signal", "KILL", stack.container("catalog"))
    wait("the catalog has ended", 30, lambda: stack.look("catalog")["State"]["Status"] == "exited")
    wait("castwire says so", 30, lambda: "does not run" in stack.status()["catalog"].get("error", ""))
    expect(stack.look("catalog")["State"]["Status"] == "exited", "the engine started what it was told to kill")
    stack.up("catalog")
    stack.wait_healthy()
    expect(wait_quiet(stack) == before, "something was said anew")


def restart(stack, figures):
    """`restart` keeps the state, and says nothing anew."""
    before, told = wait_quiet(stack), len(stack.lines("cells"))
    stack.compose("restart", *SERVICES)
    stack.wait_healthy()
    expect(wait_quiet(stack) == before, f"heads were {before} and are {heads(stack)}")
    expect(len(stack.lines("cells")) == told, "cells were told anew")


def down_and_up(stack, figures):
    """`down` ends in time and all well, and `up` goes on where it was."""
    before = wait_quiet(stack)
    took, ends = stack.down(volumes=False)
    figures["seconds that `down` takes"] = round(took, 1)
    expect({name: ends.get(name) for name in SERVICES} == dict.fromkeys(SERVICES, 0), f"exit statuses: {ends}")
    # As a person does who has just changed something; here nothing has, and nothing is built.
    stack.up("--build", profiles=["dev"])
    stack.wait_healthy()
    after = wait_quiet(stack)
    expect(after == before, f"heads were {before} and are {after}")
    check(stack)


PARTS = [kills, engine_kill, restart, down_and_up]
