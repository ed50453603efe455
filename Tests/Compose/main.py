"""script/test-compose: the system in containers, from a clean clone.

    main.py CLONE FOLDER COMPOSE...

CLONE is the checkout that the image is built from, FOLDER is for what comes up on the way, and COMPOSE is the command.
The logs of what failed are kept in FOLDER/failed; all else goes."""
import os
import signal
import subprocess
import sys
import time

import crashes
import delivery
import faults
from stack import Failure, Stack, run


class Test:
    def __init__(self, clone, folder, compose):
        # Numbers of processes repeat where several containers share an engine.
        name = "castwire-test-" + os.path.basename(folder).lower().replace(".", "-")
        self.clone, self.folder, self.image = clone, folder, name
        self.figures, self.passed, self.failed = {}, 0, 0
        self.main = Stack(name, clone, compose, folder, name)
        self.other = Stack(f"{name}-faults", clone, compose, folder, name, ["Tests/Compose/docker-compose.full.yml"])

    def build(self):
        start = time.monotonic()
        print("==> Build the image", flush=True)
        # What the build says goes to whoever waits for it.
        subprocess.run([*self.main.command, "build", "keys"], cwd=self.clone, env=self.main.environment, check=True,
                       timeout=3600)
        run(["docker", "build", "--tag", f"{self.image}-tools", "--file", "Tests/Compose/Dockerfile",
             *(["--build-arg", f"RUN_IMAGE={os.environ['CASTWIRE_RUN_IMAGE']}"]
               if os.environ.get("CASTWIRE_RUN_IMAGE") else []), "."],
            cwd=self.clone, timeout=900, env={**os.environ, "DOCKER_BUILDKIT": "1"})
        print(f"==> Build the image: done in {time.monotonic() - start:.0f} s", flush=True)

    def parts(self, stack, parts):
        """In order, up to the first that fails: those after it would start from what it left."""
        for part in parts:
            start = time.monotonic()
            words = (part.__doc__ or part.__name__).strip()
            try:
                part(stack, self.figures)
            except (Failure, subprocess.TimeoutExpired) as error:
                self.failed += 1
                print(f"FAILED ({time.monotonic() - start:.0f} s) {words}\n{error}", flush=True)
                stack.keep_logs(f"{self.folder}/failed")
                return False
            self.passed += 1
            print(f"ok ({time.monotonic() - start:.0f} s) {words}", flush=True)
        return True

    def run(self):
        self.build()
        start = time.monotonic()
        # One system waits for what is started a minute later, while the other is tried.
        early = self.parts(self.other, faults.EARLY)
        self.parts(self.main, delivery.PARTS + crashes.PARTS)
        self.main.down()
        if early:
            time.sleep(max(0, start + 60 - time.monotonic()))
            self.parts(self.other, faults.PARTS)
        for name, figure in self.figures.items():
            print(f"    {figure:>8}  {name}")

    def clean_up(self):
        for stack in (self.main, self.other):
            try:
                stack.down()
            except (Failure, subprocess.TimeoutExpired) as error:
                print(f"{stack.project} is not removed: {error}", flush=True)
        for image in (self.image, f"{self.image}-tools"):
            subprocess.run(["docker", "image", "rm", image], capture_output=True, check=False)


def main():
    clone, folder, *compose = sys.argv[1:]
    # Else it would end at once, and leave all that it has started.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    test = Test(clone, folder, compose)
    try:
        test.run()
    finally:
        test.clean_up()
    print(f"{test.passed} passed, {test.failed} failed")
    sys.exit(1 if test.failed else 0)


main()
