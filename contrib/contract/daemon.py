"""A gardend in a temporary home, and connections to it."""

import collections
import contextlib
import datetime
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import time

# After this time without an answer the run ends.
WAIT_SECONDS = 300
BUSES = ("DBUS_SESSION_BUS_ADDRESS", "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
         "WATCHDOG_PID")
# The first bytes of a JPEG are one, for the daemon.
PHOTO = b"\xff\xd8\xff\xe0contract"
NOTIFICATION = b'{"jsonrpc":"2.0","method":'
CRASH = ("Fatal error", "Crash:", "backtrace", "Backtrace", "Sanitizer")


class NoAnswer(Exception):
    """The daemon does not answer, takes no more changes, or has ended."""


class Connection:
    """Lines in both directions, without blocking."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.setblocking(False)
        self.out = collections.deque()
        self.parts = []
        # The answers, and the notifications between them.
        self.lines, self.events = collections.deque(), collections.deque()
        self.is_open = True

    def send(self, data):
        self.out.append(memoryview(data))

    def write(self):
        while self.out:
            try:
                sent = self.socket.send(self.out[0][:1 << 20])
            except BlockingIOError:
                return
            except OSError:
                self.is_open = False
                return
            if sent == len(self.out[0]):
                self.out.popleft()
            else:
                self.out[0] = self.out[0][sent:]

    def read(self):
        try:
            data = self.socket.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.is_open = False
            return
        *complete, rest = data.split(b"\n")
        for part in complete:
            line = b"".join([*self.parts, part]) + b"\n"
            (self.events if line.startswith(NOTIFICATION) else self.lines).append(line)
            self.parts = []
        if rest:
            self.parts.append(rest)

    def close(self):
        self.is_open = False
        self.socket.close()


def pump(connections, is_done, seconds=WAIT_SECONDS):
    """Sends and receives on all connections until a condition holds."""
    poll = select.poll()
    end = time.monotonic() + seconds
    while not is_done():
        alive = {}
        for connection in connections:
            connection.write()
            if connection.is_open:
                alive[connection.socket.fileno()] = connection
                poll.register(connection.socket, select.POLLIN | (select.POLLOUT if connection.out else 0))
        if not alive:
            raise NoAnswer("the daemon has closed the connection")
        ready = poll.poll(1000)
        for descriptor, _ in ready:
            alive[descriptor].read()
        for descriptor in alive:
            poll.unregister(descriptor)
        if time.monotonic() > end:
            raise NoAnswer(f"no answer for {seconds} s")


class Daemon:
    """The program and its home. It can be killed and started again."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.socket = str(self.folder / "run/garden.sock")
        self.log = self.folder / "log"
        self.process = None
        self.starts = 0
        for part in ("run", "data", "config/garden"):
            (self.folder / part).mkdir(parents=True, mode=0o700)
        self.data = self.folder / "data/garden"
        place = self.folder / "place"
        place.write_text('#!/bin/sh\nprintf \'{"latitude":35.681236,"longitude":139.767125,"accuracy":12}\'\n')
        place.chmod(0o700)
        # No new day begins during a run: it is noon in this zone.
        hours = 12 - datetime.datetime.now(datetime.timezone.utc).hour
        (self.folder / "config/garden/config.toml").write_text(
            f'[day]\ntimezone = "Etc/GMT{-hours:+d}"\n[visits]\nlocate = ["{place}"]\n')

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name not in BUSES and not name.startswith("GARDEN_")}
        home = str(self.folder)
        return kept | {
            "HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_CONFIG_HOME": f"{home}/config",
            "XDG_STATE_HOME": f"{home}/state", "XDG_CACHE_HOME": f"{home}/cache", "XDG_RUNTIME_DIR": f"{home}/run",
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={home}/run/no-system-bus", "GARDEN_SOCKET": self.socket}

    def start(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.socket)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program], env=self.environment(), cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        self.starts += 1
        end = time.monotonic() + WAIT_SECONDS
        while True:
            with contextlib.suppress(OSError):
                return Connection(self.socket)
            if self.process.poll() is not None or time.monotonic() > end:
                raise NoAnswer(f"{self.program} does not serve: {self.last_words()}")
            time.sleep(0.002)

    def kill(self):
        """Ends the process at once; returns how it had ended by itself before, or None."""
        ended = self.process.poll()
        if ended is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        return ended

    def stop(self):
        """Ends the process in good order; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return "none"

    def put_uploads(self):
        """Copies of photos where clients put them."""
        incoming = self.data / "photos/incoming"
        names = [f"upload-{number}.jpg" for number in range(4)]
        if incoming.is_dir():
            for name in names:
                if not (incoming / name).exists():
                    (incoming / name).write_bytes(PHOTO + name.encode())
                    (incoming / name).chmod(0o600)
        return names

    def drop_backups(self):
        for backup in (self.data / "backups").glob("garden-before-*"):
            backup.unlink()

    def last_words(self):
        return self.log.read_text(errors="replace")[-500:]

    def crash(self):
        """The line of the log that says that the program crashed; None without one."""
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return next((line.strip() for line in log if any(word in line for word in CRASH)), None)

    def remove(self):
        if self.process is not None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
