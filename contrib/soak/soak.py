#!/usr/bin/env python3
"""Days in the life of one gardend, in minutes: load, faults and kills under shifted clocks.

Usage: soak.py --gardend PROGRAM --clocks LIBRARY --folder FOLDER [--hours 72] [--seed N] [--plot FILE]

Each step lets a minute of the daemon's time pass (Clock/clockshim.c), and then clients make changes and queries.
In between, at random: kill -9, a clean restart, a suspended machine, a clock that is set, a daemon that is stopped for a
moment, a full disk (if FOLDER is a file system of its own), hostile clients and clients that vanish.

One counter is only raised by keyed changes, which are repeated until they are answered. At the end it must show exactly what
was asked for: nothing lost, nothing counted twice. Memory, descriptors and files are recorded each minute; the last hours
must not need more than the first, and the journal not more bytes per event. Exits with 1 otherwise.
"""

import argparse
import collections
import contextlib
import glob
import json
import os
import random
import re
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import time

WAIT_SECONDS = 60
# What a process may need more at its end than in its first hours: blocks that the allocator keeps.
MEMORY_TOLERANCE_MIB = 4
FULL_DISK = "no room"


class Unanswered(Exception):
    """The daemon went away before it answered."""


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(WAIT_SECONDS)
        try:
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            raise Unanswered from error
        self.file = self.socket.makefile("r", encoding="utf-8")
        self.count = 0

    def close(self):
        self.file.close()
        self.socket.close()

    def ask(self, method, **params):
        """The answer, with its error if it has one."""
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
            while True:
                line = self.file.readline()
                if not line:
                    raise Unanswered
                message = json.loads(line)
                if message.get("id") == self.count:
                    return message
        except ConnectionError as error:
            raise Unanswered from error


class Clocks:
    """The clocks of the daemon, by what they are ahead of the machine's."""

    def __init__(self, page):
        self.page = page
        self.wall = self.boot = self.awake = 0
        self.write()

    def move(self, wall=0, boot=0, awake=0):
        self.wall += wall
        self.boot += boot
        self.awake += awake
        self.write()

    def write(self):
        numbers = struct.pack("<qqq", *(int(seconds * 1e9) for seconds in (self.wall, self.boot, self.awake)))
        with open(self.page, "r+b" if os.path.exists(self.page) else "wb") as page:
            page.write(numbers)


class Daemon:
    def __init__(self, program, library, folder):
        self.folder = folder
        self.data = f"{folder}/data"
        self.socket = f"{folder}/s"
        self.clocks = Clocks(f"{folder}/clocks")
        config = f"{folder}/config.toml"
        open(config, "w", encoding="utf-8").close()
        self.command = [program, "--socket", self.socket, "--data", self.data, "--config", config]
        self.environment = {
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "LD_PRELOAD": library, "CLOCKSHIM": self.clocks.page,
            "PATH": os.environ["PATH"]}
        self.process = None
        self.kinds = []
        self.log = open(f"{folder}/log", "ab")

    def start(self):
        """Starts the daemon and waits until it answers; it may refuse while the disk is full."""
        end = time.monotonic() + WAIT_SECONDS
        while True:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
            with contextlib.suppress(Unanswered):
                client = Client(self.socket)
                client.ask("daemon.hello")
                return client
            if time.monotonic() > end:
                raise RuntimeError("the daemon does not start")
            time.sleep(0.01)

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(WAIT_SECONDS)

    def sample(self):
        """Private memory in MiB, and how many descriptors and threads there are; the kinds of the descriptors are kept."""
        process = f"/proc/{self.process.pid}"
        with open(f"{process}/smaps_rollup", encoding="utf-8") as rollup:
            anonymous = next(int(line.split()[1]) for line in rollup if line.startswith("Anonymous:"))
        kinds = collections.Counter()
        for number in os.listdir(f"{process}/fd"):
            with contextlib.suppress(FileNotFoundError):
                kinds[re.sub("[0-9]+", "", os.readlink(f"{process}/fd/{number}"))] += 1
        self.kinds.append(kinds)
        return anonymous / 1024, kinds.total(), len(os.listdir(f"{process}/task"))

    def sizes(self):
        """The bytes of the database, of its log, and of everything else in the data folder, in MiB."""
        sizes = {}
        for path in glob.glob(f"{self.data}/**", recursive=True):
            with contextlib.suppress(FileNotFoundError):
                if os.path.isfile(path):
                    sizes[os.path.relpath(path, self.data)] = os.path.getsize(path) / (1 << 20)
        database, log = (sizes.pop(name, 0) for name in ("garden.sqlite", "garden.sqlite-wal"))
        return database, log, sum(sizes.values())


class Soak:
    def __init__(self, daemon, seed, is_own_file_system):
        self.daemon = daemon
        self.random = random.Random(seed)
        self.is_own_file_system = is_own_file_system
        self.ballast = f"{daemon.folder}/ballast"
        self.full_until = None
        self.wanted = 0
        self.keys = 0
        self.unanswered = None
        self.faults = []
        self.rows = []
        self.refused = 0
        self.client = daemon.start()
        self.counter = self.client.ask("inventory.add", name="Stones")["result"]["id"]
        for index in range(20):
            self.client.ask("shop.add", name=f"Thing {index}", price=index)
            self.client.ask("task.add", title=f"Chore {index}", points=10, standing=True)
        self.listeners = []

    # MARK: Load

    def raise_counter(self):
        """A change that is repeated under its key until it is answered."""
        if self.unanswered is None:
            self.keys += 1
            self.unanswered = (self.random.randint(1, 9), f"stone-{self.keys}")
        amount, key = self.unanswered
        answer = self.client.ask("inventory.adjust", id=self.counter, amount=amount, key=key)
        if "error" not in answer:
            self.wanted += amount
            self.unanswered = None
        elif answer["error"]["data"]["code"] == "storage_failed":
            self.refused += 1
        else:
            raise RuntimeError(f"the counter was refused: {answer['error']['message']}")

    def ask_anything(self):
        choice = self.random.choice
        queries = [
            ("daemon.status", {}), ("timer.get", {}), ("shop.list", {}), ("task.list", {}), ("log.list", {"limit": 50}),
            ("journal.explain", {"what": "balance"}), ("journal.undoable", {}), ("category.list", {}),
            ("daemon.doctor", {}), ("rate.get", {}), ("day.get", {})]
        changes = [
            ("timer.start", {"category": choice(["Reading", "Piano"])}), ("timer.toggle", {}), ("timer.stop", {}),
            ("timer.extend", {"minutes": choice([-2, 5])}), ("task.done", {"id": self.random.randint(1, 20)}),
            ("shop.buy", {"id": self.random.randint(1, 20)}), ("log.note", {"text": "something to remember"}),
            ("points.adjust", {"amount": 3, "reason": "found"}), ("daemon.reload", {})]
        method, params = choice(changes if self.random.random() < 0.1 else queries)
        answer = self.client.ask(method, **params)
        if "error" in answer and answer["error"]["data"]["code"] == "storage_failed":
            self.refused += 1

    def listen(self):
        """Subscribers: some read, some never do and leave after an hour or two."""
        if self.listeners and self.random.random() < 0.01:
            for listener in self.listeners:
                listener.close()
            self.listeners = []
        while len(self.listeners) < 10:
            listener = Client(self.daemon.socket)
            listener.ask("events.subscribe")
            listener.isDeaf = len(self.listeners) < 3
            self.listeners.append(listener)
        for listener in self.listeners:
            if not listener.isDeaf:
                listener.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while listener.socket.recv(1 << 16):
                        pass

    def annoy(self):
        """Clients that send half a line, nonsense, or nothing, and leave."""
        for _ in range(self.random.randint(1, 40)):
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
                client.connect(self.daemon.socket)
                client.sendall(self.random.choice([
                    b"", b'{"jsonrpc":"2.0","id":1,"meth', b"[" * 5000 + b"\n", b"\xff\xfe\n", b"x" * 200_000,
                    b'{"jsonrpc":"2.0","id":1,"method":"log.list"}\n' * 50]))

    # MARK: Faults

    def reconnect(self):
        for client in [self.client, *self.listeners]:
            client.close()
        self.listeners = []
        self.client = self.daemon.start()

    def inject(self, minute):
        """Perhaps a fault; returns its name."""
        chance = self.random.random()
        clocks = self.daemon.clocks
        if self.full_until is not None and minute >= self.full_until:
            os.unlink(self.ballast)
            self.full_until = None
            return "room again"
        if chance < 0.004:
            self.daemon.end(signal.SIGKILL)
            self.reconnect()
            return "kill -9"
        if chance < 0.005:
            self.daemon.end(signal.SIGTERM)
            self.reconnect()
            return "restart"
        if chance < 0.009:
            seconds = self.random.randint(60, 1800)
            clocks.move(wall=seconds, boot=seconds)
            return "suspended"
        if chance < 0.012:
            clocks.move(wall=self.random.choice([-3600, -90, 90, 3600]))
            return "clock set"
        if chance < 0.016:
            self.daemon.process.send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            self.daemon.process.send_signal(signal.SIGCONT)
            return "stopped a moment"
        if chance < 0.02 and self.is_own_file_system and self.full_until is None:
            self.fill_disk()
            self.full_until = minute + self.random.randint(20, 120)
            return FULL_DISK
        if chance < 0.1:
            self.annoy()
            return "hostile clients"
        return None

    def fill_disk(self):
        with open(self.ballast, "wb") as ballast:
            block = b"\0" * (1 << 20)
            with contextlib.suppress(OSError):
                while True:
                    ballast.write(block)
                    ballast.flush()
            with contextlib.suppress(OSError):
                while True:
                    ballast.write(block[:4096])
                    ballast.flush()

    # MARK: The run

    def step(self, minute):
        self.daemon.clocks.move(wall=60, boot=60, awake=60)
        fault = self.inject(minute)
        if fault:
            self.faults.append((minute, fault))
        try:
            self.listen()
            for _ in range(self.random.randint(5, 60)):
                if self.random.random() < 0.05:
                    self.raise_counter()
                else:
                    self.ask_anything()
        except Unanswered:
            self.faults.append((minute, "gone"))
            self.reconnect()
        status = self.client.ask("daemon.status")["result"]
        self.rows.append((minute, *self.daemon.sample(), *self.daemon.sizes(), status["seq"]))

    def finish(self):
        """The problems, in words."""
        if self.full_until is not None:
            os.unlink(self.ballast)
            self.daemon.clocks.move(wall=90, boot=90, awake=90)
        while self.unanswered is not None:
            self.raise_counter()
        problems = []
        counters = self.client.ask("inventory.list")["result"]
        count = next(counter["count"] for counter in counters if counter["id"] == self.counter)
        if count != self.wanted:
            problems.append(f"the counter shows {count}, but {self.wanted} was acknowledged")
        verified = self.client.ask("journal.verify")
        if not verified.get("result", {}).get("ok"):
            problems.append(f"the journal is not sound: {verified}")
        left_over = self.descriptors_left_over()
        if left_over:
            problems.append(f"without clients, there are descriptors that a new process does not have: {left_over}")
        counters = self.client.ask("inventory.list")["result"]
        if next(counter["count"] for counter in counters if counter["id"] == self.counter) != self.wanted:
            problems.append("the counter changed with a restart")
        self.daemon.end(signal.SIGTERM)
        return problems + self.growth()

    def descriptors_left_over(self):
        """The kinds of descriptors that the process has and the one after it does not, with one client each; restarts it."""
        kinds = []
        for is_first in (True, False):
            if not is_first:
                self.daemon.end(signal.SIGTERM)
            self.reconnect()
            # What a process opens when it is needed is open in both.
            for method in ("daemon.status", "journal.verify", "log.list", "stats.trend"):
                self.client.ask(method)
            self.daemon.sample()
            kinds.append(self.daemon.kinds.pop())
        return dict(kinds[0] - kinds[1])

    def growth(self):
        quarter = len(self.rows) // 4
        # What a process needs once is needed after a few minutes.
        early, late = self.rows[quarter // 4:quarter], self.rows[-quarter:]
        problems = []
        memory = [statistics.median(row[1] for row in rows) for rows in (early, late)]
        if memory[1] > memory[0] + MEMORY_TOLERANCE_MIB:
            problems.append(f"memory grew from {memory[0]:.1f} to {memory[1]:.1f} MiB")
        # How many clients are connected differs: those that never read are dropped, and come back.
        descriptors = [statistics.median(row[2] for row in rows) for rows in (early, late)]
        log, at = max((row[5], row[0]) for row in self.rows)
        print(f"memory: median {memory[0]:.1f} MiB in the first quarter, {memory[1]:.1f} in the last, most "
              f"{max(row[1] for row in self.rows):.1f}; descriptors: median {descriptors[0]:.0f} and {descriptors[1]:.0f}; "
              f"the log at most {log:.1f} MiB")
        first, last = early[0], self.rows[-1]
        perEvent = (last[4] - first[4]) * (1 << 20) / (last[7] - first[7])
        print(f"{last[7]:,} events; the database has {last[4]:.1f} MiB, {perEvent:.0f} bytes per event then; archives and backups {last[6]:.1f} MiB")
        if perEvent > 1000:
            problems.append(f"the database needs {perEvent:.0f} bytes per event")
        if log > 8:
            near = [f"{name} {minute - at:+}" for minute, name in self.faults if abs(minute - at) <= 60]
            sizes = ", ".join(f"{row[5]:.1f}" for row in self.rows if abs(row[0] - at) <= 15)
            problems.append(
                f"the log has {log:.1f} MiB in minute {at}; around it, by the minute: {sizes}; faults: {', '.join(near)}")
        return problems

    def plot(self, path):
        from matplotlib import pyplot
        hours = [row[0] / 60 for row in self.rows]
        figure, axes = pyplot.subplots(4, 1, figsize=(11, 10), sharex=True, constrained_layout=True)
        for axis, title, columns in (
                (axes[0], "private memory, MiB", {"": 1}), (axes[1], "descriptors, threads", {"descriptors": 2, "threads": 3}),
                (axes[2], "files, MiB", {"database": 4, "write-ahead log": 5, "archives, backups": 6}),
                (axes[3], "events, thousands", {"": 7})):
            for label, column in columns.items():
                scale = 1000 if column == 7 else 1
                axis.plot(hours, [row[column] / scale for row in self.rows], label=label, linewidth=1)
            axis.set_ylabel(title)
            axis.set_ylim(bottom=0)
            axis.grid(alpha=0.3)
            if len(columns) > 1:
                axis.legend(loc="upper left")
            for fault, color in (("kill -9", "red"), ("restart", "green"), (FULL_DISK, "orange"), ("suspended", "grey")):
                for index, minute in enumerate(minute for minute, name in self.faults if name == fault):
                    axis.axvline(minute / 60, color=color, linewidth=0.8, label=fault if index == 0 else None, alpha=0.7)
        axes[0].legend(loc="lower right", ncols=4)
        axes[3].set_xlabel("hours of the daemon's time")
        figure.savefig(path, dpi=90)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser()
    parser.add_argument("--gardend", required=True)
    parser.add_argument("--clocks", required=True, help="Clock/clockshim.c, compiled")
    parser.add_argument("--folder", required=True, help="an empty folder")
    parser.add_argument("--hours", type=int, default=72)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--plot", help="a picture, with matplotlib")
    arguments = parser.parse_args()
    if arguments.plot:
        # Before the run, which would be lost.
        try:
            import matplotlib
        except ImportError:
            parser.error("--plot needs matplotlib (Debian: python3-matplotlib)")
        matplotlib.use("Agg")
    isMount = os.path.ismount(arguments.folder)
    # A file system of its own has a folder that is not the daemon's.
    folder = f"{arguments.folder}/home"
    os.mkdir(folder, 0o700)
    daemon = Daemon(arguments.gardend, arguments.clocks, folder)
    print(f"{arguments.hours} hours with seed {arguments.seed}" + ("" if isMount else "; without full disks"))
    try:
        soak = Soak(daemon, arguments.seed, isMount)
        for minute in range(arguments.hours * 60):
            soak.step(minute)
        problems = soak.finish()
        counts = {}
        for _, fault in soak.faults:
            counts[fault] = counts.get(fault, 0) + 1
        print(", ".join(f"{count} × {fault}" for fault, count in sorted(counts.items())))
        print(f"the counter was raised {soak.keys:,} times to {soak.wanted:,}; {soak.refused:,} requests were refused "
              "by the full disk")
        if arguments.plot:
            soak.plot(arguments.plot)
    finally:
        if daemon.process and daemon.process.poll() is None:
            daemon.process.kill()
            daemon.process.wait()
    for problem in problems:
        print(f"PROBLEM: {problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
