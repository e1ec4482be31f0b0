"""Network namespaces that stand for the machines of a site, and the cables between them."""

import os
import subprocess
from pathlib import Path


def ip(*words):
    subprocess.run(["ip", *words], check=True)


class Machine:
    """A network namespace with its own loopback, which no other network reaches."""

    def __init__(self, name):
        self.name = f"viewer-{os.getpid()}-{name}"
        ip("netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words):
        ip("-netns", self.name, *words)

    def command(self, *words):
        """Returns a command line that runs a program on this machine."""
        return ["ip", "netns", "exec", self.name, *words]

    def remove(self):
        ip("netns", "delete", self.name)


def connect(machine, address, other, other_address, port):
    """Connects two machines by a cable. An end without an address becomes a port of a switch."""
    ip("link", "add", port, "netns", machine.name, "type", "veth",
       "peer", "name", port, "netns", other.name)
    for end, its_address in ((machine, address), (other, other_address)):
        if its_address:
            end.ip("address", "add", f"{its_address}/24", "dev", port)
        else:
            end.ip("link", "set", port, "master", "switch")
        # An IPv6 address would appear a second later, and browsers would then abort requests.
        end.ip("link", "set", port, "addrgenmode", "none", "up")


class Switch(Machine):
    """A machine that joins its cables to one network."""

    def __init__(self, name):
        super().__init__(name)
        # Without the forward delay, a port passes packets on as soon as it is up.
        self.ip("link", "add", "switch", "type", "bridge", "stp_state", "0", "forward_delay", "0")
        self.ip("link", "set", "switch", "up")


def listens(process, port):
    """Returns whether a program listens at a port on the machine of a process."""
    lines = [line.split() for table in ("tcp", "tcp6")
             for line in Path(f"/proc/{process.pid}/net/{table}").read_text().splitlines()[1:]]
    return any(state == "0A" and local.endswith(f":{port:04X}") for _, local, _, state, *_ in lines)
