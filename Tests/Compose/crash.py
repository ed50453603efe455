"""Makes a service crash for real, in its own code: whoever is told of a crash by a signal from outside lives on.

The service's main thread waits in the system. An instruction that there is none of is written to where it will return
to, the first address on its stack that lies in the program's own code."""
import os
import platform
import re
import struct

process = next(pid for pid in os.listdir("/proc") if pid.isdigit() and pid != "1" and
               "castwire-all" in os.path.basename(os.readlink(f"/proc/{pid}/exe")))
code = []
with open(f"/proc/{process}/maps") as maps:
    for line in maps:
        if found := re.match(r"(\w+)-(\w+) r.xp .*/castwire-all$", line):
            code.append(range(int(found[1], 16), int(found[2], 16)))
with open(f"/proc/{process}/syscall") as file:
    stack = int(file.read().split()[-2], 16)
with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
    memory.seek(stack)
    words = [word for (word,) in struct.iter_unpack("<Q", memory.read(4096))]
    address = next(word for word in words if any(word in part for part in code))
    memory.seek(address)
    memory.write({"x86_64": b"\x0f\x0b", "aarch64": b"\0\0\0\0"}[platform.machine()])
print(f"{hex(address)} in process {process}")
