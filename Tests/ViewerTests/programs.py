"""The daemon and the viewer as child processes with their own sockets and ports."""

import contextlib
import http.client
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import zmq

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))
import needs  # noqa: E402

BOOK = Path(__file__).parent / "book"
PROGRAMS = Path(os.environ.get("PAGERD_PROGRAMS", ROOT / ".build" / "debug"))
#: A pagerd with a kind of a sample package.
CAROUSELD = ROOT / ".build" / "debug" / "carouseld"
#: A pagerd with a container class that uses the UIKit API.
FIVEPAGESD = ROOT / ".build" / "debug" / "fivepagesd"
#: Seconds to wait before a test fails. They are many, as the machine may be busy.
PATIENCE = 60
CHROMIUM = needs.chromium()


def eventually(condition, what="", patience=PATIENCE):
    """Waits until a function returns a true value, and returns that value."""
    end, pause = time.monotonic() + patience, 0.005
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {patience} s: {what or condition}"
        pause = min(pause * 1.2, 0.1)
        time.sleep(pause)
    return found


#: Each call takes another port, and the tests of other languages take others.
_PORTS = itertools.cycle(random.sample(range(18_000, 26_000), 8_000))


def quiet_port():
    """Returns a free port that the system gives to no other program, so it stays free."""
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = next(_PORTS) if first > 26_000 else 0
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)) as found:
            return found.getsockname()[1]


def _first_line(process, wanted):
    """Returns the line that begins with `wanted`, the lines so far, and a thread that reads on.

    The thread reads all further output, so that the program never blocks on a full pipe.
    """
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith(wanted):
            break
    else:
        raise AssertionError(f"{process.args[0]} ended: {''.join(said)}")
    reader = threading.Thread(target=lambda: said.extend(process.stderr), daemon=True)
    reader.start()
    return line, said, reader


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.name = error.get("data", {}).get("name")


class Daemon:
    def __init__(self, *arguments, program=PROGRAMS / "pagerd"):
        self.folder = tempfile.mkdtemp(prefix="pagerd-viewer-")
        os.chmod(self.folder, 0o700)
        self.arguments = arguments
        self.environment = dict(os.environ, PAGERD_RUNTIME_DIR=self.folder)
        self.start(program)

    def start(self, program=PROGRAMS / "pagerd"):
        self.process = subprocess.Popen(
            [program, "--journal", "none", *self.arguments], env=self.environment, text=True,
            stderr=subprocess.PIPE)
        _first_line(self.process, "ready")
        self.socket = zmq.Context.instance().socket(zmq.REQ)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.RCVTIMEO, PATIENCE * 1000)
        self.socket.connect(f"ipc://{self.folder}/default/command")

    def __call__(self, method, **params):
        self.socket.send_json({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        reply = self.socket.recv_json()
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["result"]

    def hold(self, progress, **params):
        """Begins an interactive transition of the pager at a progress and returns its id."""
        method = "pager.select" if {"index", "page"} & params.keys() else "pager.next"
        transition = self(method, interactive=True, **params)["transition"]
        self("transition.update", id=transition, progress=progress)
        return transition

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        self.socket.close()
        shutil.rmtree(self.folder)


class View:
    """A pagerview that has the daemon's state."""

    def __init__(self, daemon, *arguments, program=PROGRAMS / "pagerview", files=None,
                 has_daemon=True):
        """
        :param files: The limit of open files, or None for that of the tests.
        :param has_daemon: Whether to wait until it has the state: not if no daemon runs, or if
            pagerview is on another machine.
        """
        self.daemon = daemon
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        self.process = subprocess.Popen(
            [program, *arguments], env=daemon.environment, text=True, stderr=subprocess.PIPE,
            preexec_fn=limit if files else None)
        line, self.said, self.reader = _first_line(self.process, "ready")
        self.address = line.split()[1]
        self.origin, self.token = re.fullmatch(r"(https?://[^/]+)/#token=(\w+)", self.address).groups()
        self.port = int(self.origin.rsplit(":", 1)[1])
        if has_daemon:
            try:
                self.until_health(200)
            except BaseException:
                self.stop()
                raise

    def health(self):
        """Returns the status of `/health`."""
        kind, more = http.client.HTTPConnection, {}
        if self.origin.startswith("https"):
            kind, more = http.client.HTTPSConnection, {"context": ssl._create_unverified_context()}
        with contextlib.closing(kind("localhost", self.port, timeout=60, **more)) as connection:
            connection.request("GET", "/health", headers={
                "Host": self.origin.partition("://")[2], "Connection": "close"})
            return connection.getresponse().status

    def until_health(self, status):
        """Waits until `/health` has a status: 200 with the daemon's state, 503 without a daemon."""
        eventually(lambda: self.health() == status, f"/health has the status {status}")

    @property
    def processor_time(self):
        """The seconds of processor time that the viewer has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def dial(self, port=None):
        return socket.create_connection(("127.0.0.1", port or self.port), timeout=60)

    @property
    def content_port(self):
        """The second port of the viewer, which serves contents."""
        inodes = set()
        for path in Path(f"/proc/{self.process.pid}/fd").iterdir():
            # pagerview may have closed the descriptor since it was listed.
            with contextlib.suppress(FileNotFoundError):
                inodes.add(os.readlink(path))
        ports = set()
        for line in open("/proc/net/tcp").readlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                ports.add(int(fields[1].split(":")[1], 16))
        port, = ports - {self.port}
        return port

    def handshake(self, **headers):
        """Returns the request that opens a WebSocket."""
        lines = {"Host": f"127.0.0.1:{self.port}", "Origin": self.origin, "Upgrade": "websocket",
                 "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                 "Sec-WebSocket-Version": "13", **headers}
        text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"GET /socket HTTP/1.1\r\n{text}\r\n".encode()

    @property
    def inspector(self):
        return f"{self.origin}/inspect#token={self.token}"

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


@contextlib.contextmanager
def serving(book, *options):
    """Runs a daemon with a book and further options, and a viewer of the same book."""
    daemon = Daemon("--book", str(book), *options)
    with contextlib.ExitStack() as stack:
        stack.callback(daemon.stop)
        view = View(daemon, "--book", str(book))
        stack.callback(view.stop)
        yield daemon, view


class Site:
    """A web server with one page for all paths. It fails at `/broken`, and `/loop0` redirects."""

    def __init__(self, page=b"<style>html{background:#006080}</style><p>site", listener=None):
        """
        :param listener: A bound socket to listen on, or None for any free port.
        """
        self.page, self.headers = page, {}
        #: The path and the user agent of each request.
        self.asked = []
        #: Responses wait until this event is set.
        self.open = threading.Event()
        self.open.set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append((self.path, self.headers["User-Agent"]))
                site.open.wait(PATIENCE)
                is_loop = self.path.startswith("/loop")
                self.send_response(503 if self.path == "/broken" else 302 if is_loop else 200)
                if is_loop:
                    self.send_header("Location", f"/loop{int(self.path[5:]) + 1}")
                for name, value in {"Content-Type": "text/html", **site.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(site.page)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=listener is None)
        if listener is not None:
            self.server.socket.close()
            self.server.socket = listener
            self.server.server_activate()
        # A browser may leave before the answer.
        self.server.handle_error = lambda *_: None
        self.address = "http://127.0.0.1:%d" % self.server.socket.getsockname()[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def paths(self):
        """The number of requests for each path."""
        return Counter(path for path, _ in self.asked)

    def stop(self):
        self.open.set()
        self.server.shutdown()
        self.server.server_close()


class WebSocket:
    """A WebSocket client without a browser."""

    def __init__(self, view):
        self.view = view
        #: The last event that `catch_up` has read, or None before a snapshot.
        self.seq = None
        self.connection = view.dial()
        self.connection.sendall(view.handshake())
        self.stream = self.connection.makefile("rb")
        assert b" 101 " in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.connection.close()

    def send(self, text):
        self.connection.sendall(frame(text))

    def catch_up(self):
        """Skips messages until those with all that the daemon has done so far have arrived."""
        seq = self.view.daemon("server.ping")["seq"]
        while self.seq is None or self.seq < seq:
            message = json.loads(self.message())
            if "snapshot" in message:
                self.seq = message["snapshot"]["seq"]
            elif self.seq is not None and message.get("events"):
                self.seq = message["events"][-1]["seq"]

    def message(self):
        """Returns the next message as text, or None for a close frame."""
        first, length = self.stream.read(2)
        if length == 126:
            length, = struct.unpack(">H", self.stream.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.stream.read(8))
        payload = self.stream.read(length)
        return None if first & 15 == 8 else payload.decode()


def frame(text):
    """Returns the WebSocket frame of a text."""
    bytes = text.encode()
    size = len(bytes)
    length = (bytes_of_length(size, 126, ">H") if size < 65536
              else bytes_of_length(size, 127, ">Q"))
    # A mask of zeros leaves the text unchanged.
    return b"\x81" + length + b"\0\0\0\0" + bytes


def bytes_of_length(size, mark, form):
    """Returns the length field of a masked frame."""
    return bytes([0x80 | mark]) + struct.pack(form, size) if size > 125 else bytes([0x80 | size])
