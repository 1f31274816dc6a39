"""What the tests of the house share: a server process, a PostgreSQL of its own, and a client that never gives up."""

import asyncio
import atexit
import contextlib
import json
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

IS_LONG = os.environ.get("OSTERIA_LONG") == "1"
FAST = {"OSTERIA_PAUSE_LEAST": "0", "OSTERIA_PAUSE_MOST": "0", "OSTERIA_RATE": "", "OSTERIA_NEW_TABLES": ""}
BYTECODE = tempfile.mkdtemp(prefix="osteria-bytecode-")
"""Compiled modules of the servers that the tests start, so that starting again is quick."""
atexit.register(shutil.rmtree, BYTECODE, ignore_errors=True)
QUIET = {
    **FAST,
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": BYTECODE,
    "OSTERIA_INTERPRETED": "1",
    "OSTERIA_LOG_LEVEL": "warning",
    "OSTERIA_SOCKETS": "5000",
    "OSTERIA_WAITS": "5000",
    "OSTERIA_METRICS": "",
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`osteria serve` in a process of its own, always on the same port."""

    def __init__(self, folder: Path, database: str = "", port: int = 0, **settings: str):
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **QUIET, **settings, "OSTERIA_DATA": str(folder)}
        if database:
            self._environment["OSTERIA_DATABASE"] = database
        self._folder = folder
        self.process = None

    def start(self):
        command = [sys.executable, "-m", "osteria.cli", "serve", "--port", str(self.port)]
        with (self._folder / f"log-{self.port}.txt").open("a") as log:
            self.process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        return self

    def wait_ready(self, seconds=240):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with contextlib.suppress(OSError), urllib.request.urlopen(self.address + "/readyz", timeout=2):
                return self
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}: {self.log()}")
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log()}")

    def log(self):
        return (self._folder / f"log-{self.port}.txt").read_text()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self.start().wait_ready()

    def __exit__(self, *_):
        self.stop()

    def call(self, path, body=None, key=None, method=None):
        """(status, answer) of one HTTP call."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        data = None if body is None else json.dumps(body).encode()
        method = method or ("POST" if body is not None else "GET")
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode()


class Postgres:
    """A PostgreSQL server of the tests' own, run by an unprivileged user in a temporary folder."""

    def __init__(self):
        self._bin = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
        found = shutil.which("initdb")
        if self._bin is None and found:
            self._bin = Path(found).parent
        if self._bin is None:
            raise AssertionError(
                "PostgreSQL is not installed: run ./test --setup (Debian: apt-get install postgresql)."
            )
        self._folder, self.port = Path(tempfile.mkdtemp(prefix="osteria-postgres-")), free_port()
        self._user = "nobody" if os.getuid() == 0 else None
        self.url = f"postgresql://osteria@127.0.0.1:{self.port}/postgres"

    def _run(self, *command):
        result = subprocess.run(command, user=self._user, cwd="/", capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr

    def start(self):
        data = self._folder / "data"
        data.mkdir()
        self._folder.chmod(0o755)
        if self._user:
            account = pwd.getpwnam(self._user)
            os.chown(data, account.pw_uid, account.pw_gid)
        self._run(self._bin / "initdb", "-D", data, "-U", "osteria", "-A", "trust", "-E", "UTF8", "--locale=C")
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data} -c max_connections=60"
        )
        self._run(self._bin / "pg_ctl", "-D", data, "-w", "-l", data / "log", "-o", options, "start")
        return self

    def cut_connections(self):
        """Ends every connection of every house, as a database does that restarts."""
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        self._psql(f"{others} AND backend_type = 'client backend'")

    def _psql(self, sql):
        psql = [self._bin / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "osteria", "-d", "postgres"]
        self._run(*psql, "-qc", sql)

    def new_database(self):
        """The URL of an empty database."""
        name = "house_" + uuid.uuid4().hex[:12]
        self._psql(f"CREATE DATABASE {name}")
        return f"postgresql://osteria@127.0.0.1:{self.port}/{name}"

    def stop(self):
        self._run(self._bin / "pg_ctl", "-D", self._folder / "data", "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)


class Nats:
    """A NATS server of the tests' own."""

    def __init__(self):
        self._program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        assert Path(self._program).exists(), "NATS is not installed: run ./test --setup (Debian: nats-server)."
        self.port, self._process = free_port(), None
        self.url = f"nats://127.0.0.1:{self.port}"

    def start(self):
        command = [self._program, "-a", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return self
            time.sleep(0.02)
        raise AssertionError("NATS did not start")

    def stop(self):
        self._process.kill()
        self._process.wait()


class Player:
    """A client as the protocol wants it: resends until answered, resumes after every break, checks what it is sent."""

    def __init__(self, addresses, table, key, rng=None, most_moves=None, patience=0.5):
        self.addresses = [address.replace("http", "ws", 1) for address in addresses]
        self.table, self.key = table, key
        self.rng = rng or random.Random()
        self.most_moves, self.patience = most_moves, patience
        self.frame, self.view, self.question, self.info = None, None, 0, None
        self.pending = None
        self.failures = self.silences = 0
        """Lines that could not be opened, and waits in which nothing came, in a row."""
        self.acked = []
        """(id, question, moves, frame) of every acknowledged message, in order."""
        self.breaks = 0
        self.events = []
        self.latencies = []

    @property
    def is_over(self):
        return bool(self.info and self.info["status"] == "over")

    async def play(self, until=None):
        """Plays to the end of the game (or until `until` is set, or the moves are made)."""
        turn = 0
        while not self._is_done(until):
            address = self.addresses[turn % len(self.addresses)]
            turn += 1
            try:
                async with connect(f"{address}/ws/tables/{self.table}", open_timeout=5, compression=None) as line:
                    await self._talk(line, until)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                self.breaks += 1
                await asyncio.sleep(min(0.05 * 2**self.failures, 1.0))
                self.failures += 1

    def _is_done(self, until):
        enough = self.most_moves is not None and len(self.acked) >= self.most_moves
        return (self.is_over and self.pending is None) or enough or bool(until and until.is_set())

    async def _talk(self, line, until):
        await line.send(json.dumps({"type": "hello", "key": self.key, "since": self.frame}))
        welcomed = False
        while not self._is_done(until):
            try:
                text = await asyncio.wait_for(line.recv(), self._patience())
                self.silences = 0
            except TimeoutError:
                self.silences += 1
                if not welcomed:
                    return
                if self.pending:
                    await self._send(line)
                elif self.patience < 0.5:
                    return  # on a line that loses messages, silence may be a lost frame
                continue
            message = json.loads(text)
            if message["type"] == "welcome":
                if welcomed:
                    continue  # a copy of it that frames have overtaken
                welcomed, self.failures = True, 0
            if message["type"] == "frame" and not welcomed:
                return  # it overtook the welcome
            if not self._take(message):
                return
            if welcomed and self.pending is None and self._is_asked():
                self._compose()
                await self._send(line)
            elif message["type"] == "welcome" and self.pending:
                await self._send(line)
            if message["type"] == "frame":
                await line.send(json.dumps({"type": "seen", "frame": self.frame}))

    def _patience(self):
        """Seconds to wait for a message; longer each time nothing came, or many impatient players stop a slow house."""
        return (1 if self.pending else 4) * self.patience * 2 ** min(self.silences, 3)

    async def _send(self, line):
        await line.send(json.dumps(self.pending))

    def _is_asked(self):
        decision = self.view and self.view["decision"]
        return bool(decision and "options" in decision)

    def _compose(self):
        move = self.rng.choice(self.view["decision"]["options"])
        self.pending = {"type": "play", "id": uuid.uuid4().hex, "question": self.question, "moves": [move]}
        self._sent_at = time.monotonic()

    def _take(self, message):
        """False: something is missing; open a new line."""
        kind = message["type"]
        if kind == "welcome":
            assert self.frame is None or message["frame"] >= self.frame, "the house forgot a frame"
            self._position(message)
            self.frame = message["frame"]
        elif kind == "frame":
            if self.frame is None:
                return False  # the welcome was lost
            if message["number"] <= self.frame:
                return True
            if message["number"] != self.frame + 1:
                return False
            self.frame = message["number"]
            self.events += message.get("events", [])
            self._position(message)
        elif kind == "ack" and self.pending and message["id"] == self.pending["id"]:
            self.acked.append((message["id"], self.pending["question"], self.pending["moves"], message["frame"]))
            self.latencies.append(time.monotonic() - self._sent_at)
            self.pending = None
        elif kind == "refused" and self.pending and message["id"] == self.pending["id"]:
            assert message["problem"]["key"] in ("move.stale", "move.not-asked", "table.over", "house.trouble"), message
            self.pending = None
        elif kind == "bye":
            raise AssertionError(message)
        return True

    def _position(self, message):
        self.question = message["question"]
        if message.get("view"):
            self.view = message["view"]
        if message.get("table"):
            self.info = message["table"]


def make_table(server, game="roll-for-soles", people=2, bots=0, level="random", **settings):
    """A table with people (all keys ours) and bots, begun."""
    seats = [{"kind": "me", "name": f"P{n}"} for n in range(people)]
    seats += [{"kind": "bot", "level": level}] * bots
    status, made = server.call("/api/tables", {"game": game, "seats": seats, "start": True, "settings": settings})
    assert status == 200, made
    return made["table"], made["keys"]
