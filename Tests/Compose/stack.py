"""A system in containers: what `docker compose` does with the files of a checkout, under a project name of its own."""
import json
import os
import re
import subprocess
import time

SERVICES = ["feed-ingest", "catalog", "formatter"]
BASES = ["CASTWIRE_BUILD_IMAGE", "CASTWIRE_RUN_IMAGE", "COMPOSE_DOCKER_CLI_BUILD"]


class Failure(Exception):
    """Something is not as it should be."""


def expect(condition, words):
    if not condition:
        raise Failure(words)


def run(words, check=True, timeout=120, **options):
    done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, **options)
    if check and done.returncode != 0:
        raise Failure(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


def docker(*words, **options):
    return run(["docker", *words], **options).stdout.strip()


def wait(words, seconds, question):
    """Asks until the answer is true, and gives it. An engine tells nobody when a service's own state changes."""
    end = time.monotonic() + seconds
    while True:
        answer = question()
        if answer:
            return answer
        expect(time.monotonic() < end, f"waited {seconds} s in vain: {words}")
        time.sleep(0.1)


class Stack:
    def __init__(self, name, checkout, compose, folder, image, overlays=()):
        self.project, self.checkout, self.folder, self.image = name, checkout, folder, image
        files = ["docker-compose.yml", "Tests/Compose/docker-compose.test.yml", *overlays]
        self.command = [*compose, "--project-name", name, *(word for file in files for word in ("--file", file))]
        # What somebody has set for a system of their own is not for this one.
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("CASTWIRE_", "COMPOSE_")) or name in BASES}
        self.environment = {**kept, "CASTWIRE_IMAGE": image, "CASTWIRE_TEST_FOLDER": folder}

    def compose(self, *words, **options):
        return run([*self.command, *words], cwd=self.checkout, env=self.environment, **options)

    def up(self, *words, profiles=(), timeout=180):
        options = [word for profile in profiles for word in ("--profile", profile)]
        return self.compose(*options, "up", "--detach", *words, timeout=timeout)

    def container(self, service):
        found = docker("ps", "--all", "--quiet", "--filter", f"label=com.docker.compose.project={self.project}",
                       "--filter", f"label=com.docker.compose.service={service}",
                       "--filter", "label=com.docker.compose.oneoff=False").split()
        expect(len(found) == 1, f"{service} has {len(found)} containers")
        return found[0]

    def look(self, service):
        return json.loads(docker("inspect", self.container(service)))[0]

    def health(self, service):
        return self.look(service)["State"]["Health"]["Status"]

    def wait_healthy(self, *services, seconds=60):
        for service in services or SERVICES:
            wait(f"{service} is healthy", seconds, lambda: self.health(service) == "healthy")

    def logs(self, service):
        done = run(["docker", "logs", self.container(service)])
        return done.stdout + done.stderr

    def lines(self, service):
        """What a subscriber has printed: a line of JSON for each event."""
        return [json.loads(line) for line in docker("logs", self.container(service)).splitlines()]

    def castwire(self, *words, check=True, **options):
        """The command line, beside `castwire tail`, which has its key."""
        words = ["docker", "exec", "--interactive", self.container("tail"), "castwire", *words]
        return run(words, check=check, **options)

    def status(self):
        """What each service says of itself; for one that does not answer, why."""
        text = self.castwire("status", "--json", check=False).stdout
        return {line["service"]: line for line in map(json.loads, text.splitlines())}

    def status_words(self):
        return self.castwire("status", check=False, env={**os.environ, "COLUMNS": "300"}).stdout

    def exec(self, service, *words):
        return run(["docker", "exec", self.container(service), *words], check=False)

    def beside(self, service, *words, capability="KILL", **options):
        """Runs a command of the tools' image as root among the processes of a service's container."""
        container = self.container(service)
        return docker("run", "--rm", "--pid", f"container:{container}", "--network", "none", "--cap-add", capability,
                      "--volumes-from", container, f"{self.image}-tools", *words, **options)

    def signal(self, service, name):
        """Sends a signal to the service's process itself, as the kernel does to one that has no memory left."""
        # All but the container's first process, which is only there to start the other, and the one that sends.
        self.beside(service, "sh", "-c", f"kill -{name} -1", check=False)

    def make_key(self, name, roles):
        """Makes a key for a client and gives it out, as Guide/containers.md says."""
        words = ["castwire", "keys", "new", name, "/etc/castwire/keys", "--roles", roles]
        self.compose("run", "--rm", "-T", "keys", *words)
        docker("cp", f"{self.container('keys')}:/etc/castwire/keys/{name}.key", self.folder)

    def down(self, volumes=True):
        """Ends and removes all. Gives how long it took and with which status each container ended."""
        # Times of the engine, which may be on another machine.
        since = json.loads(docker("info", "--format", "{{json .SystemTime}}"))
        start = time.monotonic()
        options = ["--profile", "dev", "--profile", "subscribers"]
        self.compose(*options, "down", "--remove-orphans", *(["--volumes"] if volumes else []))
        took = time.monotonic() - start
        until = json.loads(docker("info", "--format", "{{json .SystemTime}}"))
        ends = {}
        for line in docker("events", "--since", since, "--until", until, "--filter", "event=die", "--filter",
                           f"label=com.docker.compose.project={self.project}", "--format", "{{json .}}").splitlines():
            attributes = json.loads(line)["Actor"]["Attributes"]
            ends[attributes["com.docker.compose.service"]] = int(attributes["exitCode"])
        return took, ends

    def keep_logs(self, folder):
        os.makedirs(folder, exist_ok=True)
        for line in docker("ps", "--all", "--format", "{{.ID}} {{.Names}}", "--filter",
                           f"label=com.docker.compose.project={self.project}").splitlines():
            identifier, name = line.split()
            done = run(["docker", "logs", "--timestamps", identifier], check=False)
            with open(f"{folder}/{name}.log", "w") as file:
                file.write(done.stdout + done.stderr)
            with open(f"{folder}/{name}.json", "w") as file:
                file.write(docker("inspect", identifier))


def mebibytes(text):
    number, unit = re.fullmatch(r"([\d.]+)(\w+)", text).groups()
    return float(number) * {"B": 1 / (1 << 20), "KiB": 1 / 1024, "MiB": 1, "GiB": 1024}[unit]
