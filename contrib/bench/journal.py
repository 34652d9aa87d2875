"""What the journal costs: bytes a change, and the time to replay it. Needs only a release's gardend, no source.

    journal.py sizes   --built FOLDER [--days N]
    journal.py replay  --built FOLDER [--events N]
    journal.py compare --a FOLDER --b FOLDER [--rounds N]

`sizes` fills two journals on the virtual clock of `gardend simulate`: one of ordinary days (see DAY), one of
`timer.extend` alone. It divides the size of garden.sqlite after a clean stop by the number of changes. Changes are the
rows of the table `change`: requests that changed something, and what fell due. Sizes are exact: two runs of one release
give the same.

`replay` fills a journal of a million events with the same days and measures how long `journal.verify` takes, which
replays all of it, and a start after `kill -9`: with the snapshots that the release has kept by itself, and without any.

`compare` puts the same load on the releases of two folders, in alternating rounds of one run, and prints the ratio B/A
of each round's rates, and of the processor time a request takes. For rates more is better, for times less.

All data goes to a temporary folder inside `--data` and is removed at the end. `run.sh --only journal` measures sizes,
and the replay of a shorter journal. The gardend has to know `simulate --data`.
"""

import argparse
import collections
import contextlib
import datetime
import json
import math
import os
import random
import shutil
import signal
import sqlite3
import string
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import startup
from servers import Client, Programs

DAYS = 100
EXTENSIONS = 10_000
EVENTS = 1_000_000
EVENTS_BESIDE_OTHERS = 100_000
TRIES = 3
START = datetime.datetime(2026, 1, 1, 8, 0)

# The garden's content before the first day.
FURNITURE = [
    ("category.add", {"name": "Reading"}),
    ("category.add", {"name": "Writing"}),
    ("category.add", {"name": "Music"}),
    ("shop.add", {"name": "Coffee", "price": 150, "category": "Reading"}),
    ("shop.add", {"name": "Cake", "price": 300, "category": "Reading"}),
    ("shop.add", {"name": "Comic", "price": 400, "category": "Music"}),
    ("inventory.add", {"name": "Tickets", "icon": "🎟", "count": 20}),
    ("points.adjust", {"amount": 2000, "reason": "what was left"}),
]

# An ordinary day of 60 changes. Clients request 36, and 24 fall due: 12 focuses end (each grows a garden and begins a
# rest), 10 rests end (each begins the next focus), the day rolls over at 04:00, and its log is archived. Everything
# added is removed again, so that the garden is as large after ten years as after a day.
DAY = [
    ("08:50", "log.note", {"text": "slept well, rain in the morning"}),
    ("08:55", "points.adjust", {"amount": 1000, "reason": "pocket money"}),
    ("09:00", "timer.start", {"category": "Reading"}),
    ("09:27", "shop.buy", {"name": "Coffee"}),
    ("10:26", "inventory.adjust", {"name": "Tickets", "amount": -2}),
    ("10:40", "timer.pause", {}),
    ("10:41", "log.note", {"text": "the post came"}),
    ("10:50", "timer.resume", {}),
    ("11:20", "timer.extend", {"minutes": 5}),
    ("11:42", "timer.skip", {}),  # the rest
    ("12:10", "timer.stop", {}),
    ("12:30", "rate.add", {"amount": 1200, "note": "lunch at the market"}),
    ("12:31", "shop.buy", {"name": "Cake"}),
    ("12:35", "category.add", {"name": "Garden work"}),
    ("12:36", "category.edit", {"name": "Garden work", "color": "#3A7D44"}),
    ("13:00", "timer.start", {"category": "Writing", "minutes": 25}),
    ("13:40", "timer.extend", {"minutes": -5}),
    ("14:00", "timer.pause", {}),
    ("14:30", "timer.resume", {}),
    ("14:51", "inventory.adjust", {"name": "Tickets", "amount": 3}),
    ("15:21", "shop.buy", {"name": "Comic"}),
    ("15:23", "shop.refund", {}),  # of the Comic
    ("15:30", "timer.extend", {"minutes": 10}),
    ("15:45", "timer.extend", {"minutes": -5}),
    ("16:35", "timer.pause", {}),
    ("16:40", "timer.resume", {}),
    ("16:45", "timer.skip", {}),  # the focus
    ("16:47", "timer.stop", {}),
    ("18:00", "shop.add", {"name": "Concert", "price": 1800, "category": "Music"}),
    ("18:01", "shop.edit", {"name": "Concert", "price": 1650}),
    ("19:30", "rate.add", {"amount": 700, "note": "shoes mended"}),
    ("20:00", "inventory.set", {"name": "Tickets", "count": 20}),
    ("21:00", "points.adjust", {"amount": -50, "reason": "counted twice"}),
    ("22:00", "shop.remove", {"name": "Concert"}),
    ("22:01", "category.remove", {"name": "Garden work"}),
    ("22:30", "log.note", {"text": "finished chapter nine; tomorrow the letter to Mary"}),
]
# Every fourth day the first amount is this one, which raises the rate for two days.
LARGE_SUM = 3400
ROLLOVER = "04:00"

STATUS = '{"jsonrpc":"2.0","id":1,"method":"daemon.status"}'
LONGER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1}}'
SHORTER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1}}'
# The keys have numbers of twelve digits, like those of load.c; gardenctl's keys have 16 characters.
LONGER_ONCE = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1,"key":"%n"}}'
SHORTER_ONCE = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1,"key":"%n"}}'
COMPARISONS = [
    ("`daemon.status`, 50 connections", 50, [STATUS]),
    ("`daemon.status`, 1 connection", 1, [STATUS]),
    ("`timer.extend`, on disk, 50 connections", 50, [LONGER, SHORTER]),
    ("`timer.extend`, on disk, 1 connection", 1, [LONGER, SHORTER]),
    ("`timer.extend` with a `key`, on disk, 50 connections", 50, [LONGER_ONCE, SHORTER_ONCE]),
    ("`timer.extend` with a `key`, on disk, 1 connection", 1, [LONGER_ONCE, SHORTER_ONCE]),
]


# MARK: Scripts for the virtual clock

class Script:
    """Lines for `gardend simulate`. Each change has a key as gardenctl sends it, the same ones in each run."""

    def __init__(self):
        self.random = random.Random(1)
        self.purchases = 0

    def request(self, method, params):
        if method == "shop.buy":
            self.purchases += 1
        if method == "shop.refund":
            params = {"purchaseId": self.purchases}
        params = {**params, "key": "".join(self.random.choices(string.ascii_letters + string.digits, k=16))}
        return line({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    def furniture(self):
        for method, params in FURNITURE:
            yield self.request(method, params)

    def day(self, date, number):
        """A day of the calendar, up to its rollover.

        Time passes minute by minute while the timer runs: each end of a phase is a commit of its own, as in a daemon.
        """
        hours = {name: at(date, name) for name, _, _ in DAY}
        now, runs = at(date, "08:00"), False
        for name, method, params in DAY:
            while runs and now + datetime.timedelta(minutes=1) < hours[name]:
                now += datetime.timedelta(minutes=1)
                yield line({"at": f"{now.isoformat()}Z"})
            now = hours[name]
            yield line({"at": f"{now.isoformat()}Z"})
            if method == "rate.add" and number % 4 == 0 and params["amount"] == 1200:
                params = {**params, "amount": LARGE_SUM}
            yield self.request(method, params)
            runs = (runs or method == "timer.start") and method != "timer.stop"
        yield line({"at": f"{at(date + datetime.timedelta(days=1), ROLLOVER).isoformat()}Z"})
        # The archive is written after the commit of the rollover.
        yield line({"advance": 1})

    def days(self, first, count):
        yield from self.furniture()
        for number in range(count):
            yield from self.day(first + datetime.timedelta(days=number), number)

    def extensions(self, count):
        """One focus, alternately extended and shortened by a minute every four seconds."""
        yield self.request("timer.start", {"minutes": 1440})
        for number in range(count):
            yield line({"advance": 4})
            yield self.request("timer.extend", {"minutes": -1 if number % 2 == 0 else 1})


def line(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def at(date, name):
    hour, minute = name.split(":")
    return datetime.datetime(date.year, date.month, date.day, int(hour), int(minute))


def simulate(built, data, start, lines):
    """Runs a script on a data folder, to a clean stop.

    Returns the number of events in the journal.
    """
    command = [f"{built}/gardend", "simulate", "--data", data, "--start", f"{start.isoformat()}Z"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def write():
        with contextlib.suppress(BrokenPipeError), process.stdin:
            for text in lines:
                process.stdin.write(text)
            process.stdin.write(line({"jsonrpc": "2.0", "id": "last", "method": "daemon.hello"}))

    writer = threading.Thread(target=write)
    writer.start()
    seq = None
    with process.stdout:
        for text in process.stdout:
            if text.startswith(b'{"jsonrpc":"2.0","id":"last"'):
                seq = json.loads(text)["result"]["seq"]
            elif b'"error":{' in text[:60]:
                process.kill()
                raise RuntimeError(f"a request of the script is refused: {text.decode()}")
    writer.join()
    if process.wait() != 0 or seq is None:
        raise RuntimeError(f"{command[0]} simulate ended with {process.returncode}")
    # daemon.stopping is written after the last answer.
    return seq + 1


# MARK: Sizes

Size = collections.namedtuple("Size", "changes events bytes vacuumed tables")


def size_of(data, events):
    """The size of a cleanly stopped journal. Reads a copy, because reading leaves files behind."""
    path = f"{data}/garden.sqlite"
    if os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal") > 0:
        raise RuntimeError(f"{path} has a write-ahead log: it has not been stopped cleanly")
    with tempfile.TemporaryDirectory(dir=os.path.dirname(data)) as folder:
        copy, vacuumed = f"{folder}/copy.sqlite", f"{folder}/vacuumed.sqlite"
        shutil.copyfile(path, copy)
        with contextlib.closing(sqlite3.connect(copy)) as database:
            changes = database.execute("SELECT count(*) FROM change").fetchone()[0]
            database.execute("VACUUM INTO ?", (vacuumed,))
            try:
                tables = database.execute(
                    "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY sum(pgsize) DESC").fetchall()
            except sqlite3.OperationalError:
                tables = []  # Python's SQLite is built without that table
        return Size(changes, events, os.path.getsize(path), os.path.getsize(vacuumed), tables)


def size_of_days(built, data, days):
    return size_of(data, simulate(built, data, START, Script().days(START.date(), days)))


def size_of_extensions(built, data, count):
    return size_of(data, simulate(built, data, START, Script().extensions(count)))


def size_text(size):
    return (
        f"{size.bytes / size.changes:,.1f} bytes a change ({size.vacuumed / size.changes:,.1f} after VACUUM);"
        f" {size.changes:,} changes, {size.events:,} events ({size.events / size.changes:.2f} a change),"
        f" {size.bytes:,} bytes ({size.vacuumed:,})")


def print_tables(size):
    for name, count in size.tables:
        share = count / size.changes
        if share >= 1:
            print(f"    {name}: {share:,.1f} bytes a change")


def print_sizes(built, root, days):
    data = new_folder(root)
    empty = size_of(data, simulate(built, data, START, []))
    print(f"Nothing but a start and a stop: {empty.bytes:,} bytes, {empty.changes} changes")
    mixed = size_of_days(built, new_folder(root), days)
    print(f"Ordinary days, {days}: {size_text(mixed)}")
    print(f"    {(mixed.changes - empty.changes - len(FURNITURE)) / days:.2f} changes a day")
    print_tables(mixed)
    extensions = size_of_extensions(built, new_folder(root), EXTENSIONS)
    print(f"`timer.extend` alone: {size_text(extensions)}")
    print_tables(extensions)


# MARK: Replay

class Replay:
    """Fills a journal, and measures how long it takes to read it again."""

    def __init__(self, programs, data):
        self.programs = programs
        self.data = data

    def fill(self, events):
        """Fills it with ordinary days up to yesterday's rollover, so that a start has little to catch up with.

        Returns the size.
        """
        days = math.ceil(events / self.events_a_day())
        first = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=days + 1)
        written = simulate(self.programs.built, self.data, at(first, "08:00"), Script().days(first, days))
        return size_of(self.data, written)

    def events_a_day(self):
        written = []
        # Every fourth day raises the rate, so a full period has four days.
        for days in (4, 8):
            with tempfile.TemporaryDirectory(dir=os.path.dirname(self.data)) as trial:
                written.append(simulate(self.programs.built, trial, START, Script().days(START.date(), days)))
        return (written[1] - written[0]) / 4

    def settle(self):
        """Starts and stops the daemon once: it catches up with today and makes its backup."""
        with self.programs.garden(self.data) as garden:
            with Client(garden.socket) as client:
                client.call("daemon.hello")
            startup.await_children(garden, self.data)

    def forget_snapshots(self):
        """Removes the snapshots, so that the next start has only the journal. The daemon must not run.

        Returns whether there is such a table.
        """
        with contextlib.closing(sqlite3.connect(f"{self.data}/garden.sqlite")) as database:
            found = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'snapshot'").fetchone()[0]
            if found:
                with database:
                    database.execute("DELETE FROM snapshot")
        return bool(found)

    def starts(self, tries):
        """Seconds and processor seconds from exec to the first answer, each after `kill -9`."""
        # The first start follows another run.
        return [self.start() for _ in range(1 + tries)][1:]

    def start(self):
        read_through(f"{self.data}/garden.sqlite")
        server = self.programs.garden(self.data)
        begun = time.perf_counter()
        server.spawn()
        try:
            server.await_socket()
            with Client(server.socket) as client:
                client.call("daemon.hello")
                elapsed = time.perf_counter() - begun
            processor = processor_seconds(server.process.pid)
        finally:
            server.stop(signal.SIGKILL)
        return elapsed, processor

    def verifications(self, tries):
        """Seconds and processor seconds of `journal.verify`, each run in its own daemon, and the number of events."""
        took = []
        for _ in range(tries):
            with self.programs.garden(self.data) as garden, Client(garden.socket) as client:
                client.call("daemon.hello")
                before, begun = processor_seconds(garden.process.pid, ended=True), time.perf_counter()
                result = client.call("journal.verify")
                took.append((time.perf_counter() - begun, processor_seconds(garden.process.pid, ended=True) - before))
                if not result["ok"]:
                    raise RuntimeError(f"the journal is not sound: {result}")
        return took, result["events"]


def read_through(path):
    """Reads a file into the page cache."""
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 20):
            pass


def processor_seconds(pid, ended=False):
    """The processor time of a process, and with `ended` also that of its children that have ended: one of them verifies."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15 if ended else 13]) / os.sysconf("SC_CLK_TCK")


def seconds(took):
    walls, processors = zip(*took)
    return (
        f"{statistics.median(walls):,.2f} s ({min(walls):,.2f} – {max(walls):,.2f}),"
        f" processor {statistics.median(processors):,.2f} s ({min(processors):,.2f} – {max(processors):,.2f})")


def measure_replay(programs, data, events, tell):
    replay = Replay(programs, data)
    begun = time.perf_counter()
    size = replay.fill(events)
    tell(f"Journal of {size.events:,} events, ordinary days", size_text(size))
    print(f"  filled in {time.perf_counter() - begun:,.0f} s", file=sys.stderr)
    replay.settle()
    tell("Start after kill -9, with the snapshots that were kept", seconds(replay.starts(TRIES)))
    if replay.forget_snapshots():
        tell("Start after kill -9, without a snapshot", seconds(replay.starts(TRIES)))
    else:
        print("  there is no table `snapshot`: only journal.verify replays all", file=sys.stderr)
    took, count = replay.verifications(TRIES)
    tell(f"`journal.verify`, {count:,} events", seconds(took))


# MARK: Two releases

class Side:
    """One of the two releases, with a running daemon."""

    def __init__(self, server):
        self.server = server
        self.rates = []
        self.costs = []

    def load(self, tools, connections, requests, duration):
        """Puts load on it for one round."""
        with Client(self.server.socket) as client:
            # Starts in the middle of the allowed focus length, so that no request reaches a bound.
            client.call("timer.start", minutes=720, restart=True)
        command = [f"{tools}/load", "line", self.server.socket, connections, duration, 1, *requests]
        before, begun = processor_seconds(self.server.process.pid), time.perf_counter()
        output = subprocess.run([str(part) for part in command], check=True, capture_output=True).stdout
        spent, elapsed = processor_seconds(self.server.process.pid) - before, time.perf_counter() - begun
        result = json.loads(output)
        if result["errors"]:
            raise RuntimeError(f"{result['errors']} of the answers were errors: {requests}")
        self.rates.append(result["perSecond"])
        # The warm-up counts in both, and is assumed to be as fast as the rest.
        self.costs.append(spent * 1e6 / (result["perSecond"] * elapsed))


def compare(arguments, root, tools):
    print("| What | A | B | B/A | processor time a request, A | B | B/A |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(Programs(built, folder_in(folder, name)).garden(new_folder(root)))
            for name, built in (("a", arguments.a), ("b", arguments.b))]
        for what, connections, requests in COMPARISONS:
            a, b = sides = [Side(server) for server in servers]
            for number in range(arguments.rounds):
                # The order of the two alternates, too.
                for side in sides if number % 2 == 0 else reversed(sides):
                    side.load(tools, connections, requests, arguments.seconds)
            print(
                f"| {what} | {spread(a.rates, 0, '/s')} | {spread(b.rates, 0, '/s')} | {ratio(b.rates, a.rates)}"
                f" | {spread(a.costs, 1, ' µs')} | {spread(b.costs, 1, ' µs')} | {ratio(b.costs, a.costs)} |",
                flush=True)


def spread(values, digits, unit=""):
    """Median, lowest and highest."""
    def text(value):
        return f"{value:,.{digits}f}"
    return f"{text(statistics.median(values))}{unit} ({text(min(values))} – {text(max(values))})"


def ratio(values, others):
    return spread([value / other for value, other in zip(values, others)], 2)


# MARK: Command line

def new_folder(root):
    return tempfile.mkdtemp(prefix="data-", dir=root)


def folder_in(folder, name):
    os.mkdir(f"{folder}/{name}", 0o700)
    return f"{folder}/{name}"


def measure(run):
    """For bench.py: rows of its table."""
    mixed = size_of_days(run.built, run.new_data(), 10 if run.quick else DAYS)
    run.row("Bytes a change on disk, ordinary days", size_text(mixed))
    extensions = size_of_extensions(run.built, run.new_data(), 1000 if run.quick else EXTENSIONS)
    run.row("Bytes a change on disk, `timer.extend` alone", size_text(extensions))
    measure_replay(run.programs, run.new_data(), 10_000 if run.quick else EVENTS_BESIDE_OTHERS, run.row)


def main():
    # However the run ends, every started process is ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    sizes = commands.add_parser("sizes", help="bytes a change")
    replay = commands.add_parser("replay", help="start and journal.verify with a long journal")
    versus = commands.add_parser("compare", help="two releases beside each other")
    for command in (sizes, replay):
        command.add_argument("--built", required=True, help="the folder of gardend")
    sizes.add_argument("--days", type=int, default=DAYS)
    replay.add_argument("--events", type=int, default=EVENTS)
    versus.add_argument("--a", required=True, help="the folder of the one gardend")
    versus.add_argument("--b", required=True, help="the folder of the other")
    versus.add_argument("--rounds", type=int, default=7)
    versus.add_argument("--seconds", type=float, default=1.0, help="the length of a round")
    for command in (sizes, replay, versus):
        command.add_argument("--data", help="a folder on the disk to be measured; else that of temporary files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="garden-journal-", dir=arguments.data) as root:
        if arguments.command == "sizes":
            print_sizes(arguments.built, root, arguments.days)
        elif arguments.command == "replay":
            with tempfile.TemporaryDirectory() as folder:
                measure_replay(
                    Programs(arguments.built, folder), new_folder(root), arguments.events,
                    lambda what, text: print(f"{what}: {text}", flush=True))
        else:
            source = f"{os.path.dirname(os.path.abspath(__file__))}/load.c"
            subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-o", f"{root}/load", source], check=True)
            compare(arguments, root, root)


if __name__ == "__main__":
    main()
