#!/usr/bin/env python3
"""Lets a crowd of hostile clients loose on a gardend, beside well-behaved ones, and prints what came of it as a table.

Usage: hostile.py GARDEND CLIENTS FOLDER SECONDS EVENTS

CLIENTS is hostile.c, compiled; FOLDER is where the daemon keeps its data. EVENTS are in the journal before the crowd
comes, and as many pass while it is there. Ends with 1 when a bound is missed, or when anybody lost a line, got one out
of order, or lost a connection that was within the limit. How soon answers must come is bounded where a sync costs
nothing, on a tmpfs; elsewhere an answer may wait for a commit under way, and what a sync takes there is told beside it.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time

CONNECTIONS = 256
SURPLUS = 44
LINE_BYTES = 1 << 20
LISTENERS = 20
# The roles that measure time.
TIMED = ["ask", "alter"]
IDLE_SECONDS = 10
# Bounds of API §1 and of the project's targets.
FREE_SYNC_MICROSECONDS = 100
P99_MICROSECONDS, SLOWEST_MICROSECONDS = 5_000, 20_000
# The allocator's own granularity: blocks that a heap keeps between those in use.
MEMORY_TOLERANCE_KIB = 1 << 10


class Problem(Exception):
    """A violation that a client saw."""


def check(condition, problem):
    if not condition:
        raise Problem(problem)


class Client:
    """A connection that sends the given bytes."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.reader = self.socket.makefile("rb")

    def send(self, data):
        self.socket.sendall(data)

    def line(self):
        return self.reader.readline()

    def message(self):
        line = self.line()
        check(line, "the daemon closed a connection within the limit")
        return json.loads(line)

    def call(self, method, **params):
        self.send(request("call", method, **params))
        message = self.message()
        check(message.get("id") == "call" and "result" in message, f"{method} got {message}")
        return message["result"]

    def refusal(self, data):
        """Sends bytes and returns the code of the single refusal that answers them."""
        self.send(data)
        return self.message()["error"]["data"]["code"]

    def close(self):
        self.reader.close()
        self.socket.close()


def request(identifier, method, **params):
    message = {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


PROCESSORS = sorted(os.sched_getaffinity(0))


def keep_apart():
    """Reserves the first processor for the daemon and the clients that measure time, which have sessions of their own
    (like systemd units). Processes started from now on share the other processors. Otherwise the kernel's scheduling of
    the busy clients would be measured as well."""
    os.sched_setaffinity(0, PROCESSORS[1:] or PROCESSORS)


class Daemon:
    """A private gardend in its own folder."""

    def __init__(self, program, folder):
        os.makedirs(folder, mode=0o700)
        self.socket = f"{folder}/run/garden.sock"
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(f"{folder}/notify")
        notify.settimeout(60)
        environment = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "NOTIFY_SOCKET": f"{folder}/notify"}
        # Uses the default settings, from an existing file.
        open(f"{folder}/config.toml", "w").close()
        with open(f"{folder}/log", "wb") as log:
            self.process = subprocess.Popen(
                [program, "--socket", self.socket, "--data", f"{folder}/data", "--config", f"{folder}/config.toml"],
                env=environment, stdin=subprocess.DEVNULL, stderr=log, start_new_session=True)
        atexit.register(self.process.kill)
        os.sched_setaffinity(self.process.pid, PROCESSORS[:1])
        check(b"READY=1" in notify.recv(1 << 12), "the daemon did not come up")
        self.notify = notify

    def stop(self):
        self.process.terminate()
        check(self.process.wait(60) == 0, "the daemon did not end in good order")

    def memory(self):
        """Resident memory and its anonymous part, in KiB."""
        fields = self.status(self.process.pid)
        return int(fields["VmRSS"].split()[0]), int(fields["RssAnon"].split()[0])

    def switches(self):
        """The number of voluntary and involuntary context switches of all its threads."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            fields = self.status(f"{self.process.pid}/task/{thread}")
            total += int(fields["voluntary_ctxt_switches"]) + int(fields["nonvoluntary_ctxt_switches"])
        return total

    def rest(self):
        """Waits until it has been idle for a second."""
        before = -1
        while before != (before := self.switches()):
            time.sleep(1)

    @staticmethod
    def status(process):
        with open(f"/proc/{process}/status", encoding="utf-8") as file:
            return {name: value.strip() for name, _, value in (line.partition(":") for line in file)}


class Role:
    """A client of hostile.c, connected and waiting for its start signal."""

    def __init__(self, clients, name, path, number):
        self.name = name
        self.process = subprocess.Popen(
            [clients, name, path, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            start_new_session=name in TIMED)
        if name in TIMED:
            os.sched_setaffinity(self.process.pid, PROCESSORS[:1])
        check(self.process.stdout.readline() == b"ready\n", f"{name} did not come up")

    def begin(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.close()

    def numbers(self):
        """Its results, once it is done."""
        said = self.process.stdout.read()
        check(self.process.wait() == 0, f"{self.name} says that something is wrong")
        return [int(word) for word in said.split()]


# --- The rude clients; each ends with a valid request, which must be answered ---


def silent(client, until):
    time.sleep(until - time.monotonic())


def half_a_line(client, until):
    line = request("call", "timer.get")
    client.send(line[:20])
    time.sleep(until - time.monotonic())
    client.send(line[20:])
    check("result" in client.message(), "the second half was not answered")


def a_byte_a_second(client, until):
    line = request("call", "timer.get")
    sent = 0
    while sent < len(line) and time.monotonic() < until:
        client.send(line[sent:sent + 1])
        sent += 1
        time.sleep(1)
    client.send(line[sent:])
    check("result" in client.message(), "what came byte by byte was not answered")


def a_line_of_10_mib(client, until):
    line = b"x" * (10 * LINE_BYTES) + b"\n"
    while time.monotonic() < until:
        check(client.refusal(line) == "too_large", "a line of 10 MiB")


def invalid_utf8(client, until):
    line = request("call", "daemon.hello", client="?").replace(b"?", b"\xed\xa0\x80")
    while time.monotonic() < until:
        check(client.refusal(line) == "parse_error", "invalid UTF-8")


def depth_10_000(client, until):
    line = request("call", "timer.get", x=1).replace(b": 1}", b":" + b"[" * 10_000 + b"]" * 10_000 + b"}")
    while time.monotonic() < until:
        check(client.refusal(line) == "parse_error", "JSON 10,000 deep")


RUDE = {half_a_line: 5, a_byte_a_second: 5, a_line_of_10_mib: 2, invalid_utf8: 2, depth_10_000: 2}


def knock(path, until, count):
    """Opens too many connections, repeatedly: the daemon sends each one line and closes it. The last ones come while
    all other clients are still connected."""
    while time.monotonic() < until - 1:
        surplus = [Client(path) for _ in range(SURPLUS)]
        for client in surplus:
            message = json.loads(client.line())
            check(message["id"] is None and message["error"]["code"] == -32006
                  and message["error"]["data"]["code"] == "overloaded", f"one too many got {message}")
            check(client.line() == b"", "one too many got a second line")
            client.close()
        count[0] += SURPLUS
        time.sleep(0.1)


def listen(path):
    """A subscriber that is stopped and resumed: it reads missed events from the journal, and so sees every event."""
    client = Client(path)
    last = client.call("events.subscribe")["seq"]
    print("ready", flush=True)
    while True:
        message = client.message()
        seq = message["params"]["seq"]
        if message["method"] == "resync":
            break
        check(seq == last + 1, f"event {seq} came after {last}")
        last = seq
    resync = seq
    client.send(request("again", "events.subscribe", since=last))
    while "result" not in (message := client.message()):
        check(message["method"] == "event", "a second resync came")
        check(message["params"]["seq"] == seq + 1, "an event after the resync is missing")
        seq += 1
    head = message["result"]["seq"]
    missed = head - last
    while last < head:
        seq = client.message()["params"]["seq"]
        check(seq == last + 1, f"event {seq} came after {last}, read from the journal")
        last = seq
    client.call("events.unsubscribe")
    print(resync, missed, flush=True)


# --- The run ---


class Crowd:
    """All clients at once."""

    def __init__(self, daemon, clients, seconds, events):
        self.daemon, self.seconds, self.problems, self.surplus, self.peak = daemon, seconds, [], [0], 0
        path = daemon.socket
        self.listener = subprocess.Popen([sys.executable, __file__, path], stdout=subprocess.PIPE)
        atexit.register(self.listener.kill)
        check(self.listener.stdout.readline() == b"ready\n", "the subscriber did not come up")
        self.roles = {name: Role(clients, name, path, seconds)
                      for name in ["ask", "alter", "flood", "deaf", "follow", "list"]}
        self.roles["change"] = Role(clients, "change", path, events)
        self.rude = [(pest, Client(path)) for pest, count in RUDE.items() for _ in range(count)]
        silent_ones = CONNECTIONS - len(self.rude) - len(self.roles) - 1
        self.rude += [(silent, Client(path)) for _ in range(silent_ones)]
        # The daemon accepts all of them.
        for _, client in self.rude:
            client.call("timer.get")

    def run(self):
        os.kill(self.listener.pid, signal.SIGSTOP)
        until = time.monotonic() + self.seconds
        calls = [(pest, client, until) for pest, client in self.rude if pest is not silent]
        calls.append((knock, self.daemon.socket, until, self.surplus))
        threads = [threading.Thread(target=self.guarded, args=call) for call in calls]
        watch = threading.Thread(target=self.watch, args=(until,))
        for part in list(self.roles.values()) + threads + [watch]:
            part.begin() if isinstance(part, Role) else part.start()
        seen = {name: role.numbers() for name, role in self.roles.items()}
        for thread in threads + [watch]:
            thread.join()
        os.kill(self.listener.pid, signal.SIGCONT)
        seen["resync"] = [int(word) for word in self.listener.stdout.read().split()]
        check(self.listener.wait() == 0, "the woken subscriber lost something")
        for _, client in self.rude:
            self.guarded(client.call, "timer.get")
        check(not self.problems, "; ".join(self.problems))
        return seen

    def watch(self, until):
        while time.monotonic() < until:
            self.peak = max(self.peak, self.daemon.memory()[0])
            time.sleep(0.1)

    def guarded(self, body, *arguments):
        try:
            body(*arguments)
        except (Problem, OSError, ValueError, KeyError) as problem:
            self.problems.append(f"{getattr(body, '__name__', body)}: {problem!r}")

    def visit(self):
        """Connects all clients, runs them, and waits until the daemon is idle again."""
        seen = self.run()
        for _, client in self.rude:
            client.close()
        self.daemon.rest()
        return seen


def idle_switches(program, folder):
    """Context switches of a daemon with a focus running and subscribers listening, in IDLE_SECONDS."""
    # An existing garden already has today's backup.
    for name in ["born", "idle"]:
        if name == "idle":
            os.rename(f"{folder}/born/data", f"{folder}/data")
        daemon = Daemon(program, f"{folder}/{name}")
        daemon.rest()
        if name == "born":
            daemon.stop()
    listeners = [Client(daemon.socket) for _ in range(LISTENERS)]
    for listener in listeners:
        listener.call("events.subscribe")
    Client(daemon.socket).call("timer.start")
    daemon.rest()
    before = daemon.switches()
    time.sleep(IDLE_SECONDS)
    return daemon.switches() - before


def sync_times(folder):
    """The time of a sync of the disk, in microseconds: the 99th percentile and the maximum."""
    times = []
    with open(f"{folder}/sync", "wb", buffering=0) as file:
        for _ in range(300):
            file.write(b"x" * 8192)
            begin = time.monotonic()
            os.fdatasync(file.fileno())
            times.append(int((time.monotonic() - begin) * 1e6))
    return sorted(times)[-3], max(times)


def milliseconds(microseconds):
    return f"{microseconds / 1000:.1f} ms"


def mib(kib):
    return f"{kib / 1024:.1f} MiB"


def run(program, clients, folder, seconds, events):
    keep_apart()
    sync_p99, sync_slowest = sync_times(folder)
    daemon = Daemon(program, f"{folder}/crowd")
    client = Client(daemon.socket)
    for name in ["Changed", "Altered"]:
        client.call("category.add", name=name, color="blue")
    client.close()
    writer = Role(clients, "change", daemon.socket, events)
    writer.begin()
    writer.numbers()
    # A short first visit runs all code and fills all caches before memory is measured.
    Crowd(daemon, clients, seconds // 5, events // 2).visit()
    before = daemon.memory()
    crowd = Crowd(daemon, clients, seconds, events)
    seen = crowd.visit()
    after = daemon.memory()
    daemon.stop()
    switches = idle_switches(program, folder)

    rows = []
    missed = []

    def row(name, value, holds=None):
        rows.append(f"| {name} | {value} |")
        if holds is False:
            missed.append(name)

    for name, words in [("ask", "A query"), ("alter", "A change, on the disk before it is answered")]:
        count, median, p99, slowest = seen[name]
        bounded = name == "ask" and sync_p99 < FREE_SYNC_MICROSECONDS
        row(f"{words}: asked", f"{count:,} times")
        row(f"{words}: median, p99", f"{milliseconds(median)}, {milliseconds(p99)}",
            p99 < P99_MICROSECONDS if bounded else None)
        row(f"{words}: slowest", milliseconds(slowest), slowest < SLOWEST_MICROSECONDS if bounded else None)
    row("A sync of this disk alone: p99, slowest", f"{milliseconds(sync_p99)}, {milliseconds(sync_slowest)}")
    row("Resident memory before, at most, after", f"{mib(before[0])}, {mib(crowd.peak)}, {mib(after[0])}",
        after[0] - before[0] <= MEMORY_TOLERANCE_KIB)
    row("Anonymous memory before, after", f"{mib(before[1])}, {mib(after[1])}",
        after[1] - before[1] <= MEMORY_TOLERANCE_KIB)
    changed, spent = seen["change"]
    row("Changes of one client, hundreds ahead", f"{changed:,} in {spent / 1e6:.1f} s")
    row("Bad requests refused, read and unread", f"{seen['flood'][0]:,}, {seen['deaf'][0]:,}")
    row("Events read from the journal, followed and listed", f"{seen['follow'][0]:,}, {seen['list'][0]:,}")
    row("Connections within the limit, alive at the end", f"{CONNECTIONS} of {CONNECTIONS}")
    row("Connections over the limit, each answered once and closed", f"{crowd.surplus[0]:,}")
    resync, caught_up = seen["resync"]
    row("The stopped subscriber, resumed", f"`resync` {resync:,}, then all {caught_up:,} events it had not taken")
    row(f"Context switches in {IDLE_SECONDS} s, a focus running, {LISTENERS} subscribers", switches, switches == 0)
    print("| What | Seen |", "| --- | --- |", *rows, sep="\n")
    if missed:
        sys.exit(f"hostile.py: out of bounds: {'; '.join(missed)}")


def main():
    # If it is ended from outside, it still ends the processes it started.
    for number in [signal.SIGHUP, signal.SIGTERM]:
        signal.signal(number, lambda *_: sys.exit(1))
    if len(sys.argv) == 2:
        listen(sys.argv[1])
    elif len(sys.argv) == 6:
        program, clients, folder, seconds, events = sys.argv[1:]
        run(program, clients, folder, int(seconds), int(events))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except Problem as problem:
        sys.exit(f"hostile.py: {problem}")
