"""What may be wrong around a container, and that it is well again once it is not. The catalog's disk is small here."""
from crashes import check, opml
from stack import SERVICES, docker, expect, wait


def alone(stack, figures):
    """One that is started long before the others says whom it waits for."""
    stack.up("formatter", "tail", "feeds", profiles=["dev"])
    stack.wait_healthy("formatter")


def others_follow(stack, figures):
    """The others are started a minute later, and it is well."""
    words = wait("the formatter misses the catalog", 60, lambda: trouble_of(stack, "formatter"))
    expect("cannot reach tcp://catalog" in words, f"its trouble is: {words}")
    stack.up(profiles=["dev"])
    stack.wait_healthy()
    stack.castwire("follow", "http://feeds:8000/feed/late/20")
    wait_cells(stack, 20)
    expect(not trouble_of(stack, "formatter"), stack.status_words())


def trouble_of(stack, service):
    """Its own, or what it says of whom it follows."""
    status = stack.status()[service]
    troubles = [status.get("error"), status.get("trouble"), *(peer.get("trouble") for peer in status.get("peers", []))]
    return next((words for words in troubles if words), None)


def wait_cells(stack, count):
    def arrived():
        log = docker("logs", stack.container("tail"))
        return log.count('"castwire.cell.updated.v1"') >= count
    wait(f"{count} cells", 120, arrived)


def full_disk(stack, figures):
    """A disk that becomes full: the service waits, says why, and goes on when there is room."""
    stack.exec("disk", "sh", "-c", "cat /dev/zero >/disk/ballast")
    # Unlike `follow` it does not wait for what becomes of the feed, which is nothing yet.
    stack.castwire("import", "-", input=opml(["http://feeds:8000/feed/full/2000"]))
    words = wait("the catalog says that its disk is full", 60, lambda: stack.status()["catalog"].get("trouble"))
    expect("cannot be written" in words and "free some space" in words, f"its trouble is: {words}")
    expect("cannot be written" in stack.status_words(), stack.status_words())
    expect(stack.health("catalog") == "healthy", "one that waits for room is not to be killed for it")
    # Nor does a start on a full disk end for good.
    docker("restart", stack.container("catalog"))
    expect(stack.exec("disk", "rm", "/disk/ballast").returncode == 0, "the disk is another after a restart")
    stack.wait_healthy("catalog", seconds=120)
    wait("the trouble is over", 60, lambda: not trouble_of(stack, "catalog"))
    wait_cells(stack, 2020)


def no_bus(stack, figures):
    """One that loses the network to the others is missed, and catches up."""
    container, network = stack.container("catalog"), f"{stack.project}_bus"
    docker("network", "disconnect", network, container)
    wait("the catalog is missed", 60, lambda: "error" in stack.status()["catalog"])
    wait("the formatter says so", 60, lambda: trouble_of(stack, "formatter"))
    stack.castwire("follow", "http://feeds:8000/feed/apart/20", check=False)
    docker("network", "connect", "--alias", "catalog", network, container)
    wait_cells(stack, 2040)
    wait("all is well", 60, lambda: not any(trouble_of(stack, name) for name in SERVICES))


def no_outside(stack, figures):
    """Without the network that feeds come over, their list says so; with it they come."""
    container, network = stack.container("feed-ingest"), f"{stack.project}_outside"
    docker("network", "disconnect", network, container)
    stack.castwire("follow", "http://feeds:8000/feed/outside/20", check=False)
    wait("the feed fails", 60, lambda: "failing" in stack.castwire("feeds", check=False).stdout)
    docker("network", "connect", network, container)
    wait("it comes once it is asked for", 60, lambda: stack.castwire("refresh", check=False).returncode == 0 and
         "failing" not in stack.castwire("feeds").stdout)
    wait_cells(stack, 2060)
    stack.wait_healthy()
    check(stack)


EARLY, PARTS = [alone], [others_follow, full_disk, no_bus, no_outside]
