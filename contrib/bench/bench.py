"""Measures gardend and gardenctl beside redis, mpd and taskwarrior in one run, and prints a table in Markdown.

Called by run.sh. The programs alternate, round by round, and each ratio is of one round, so that other load of the
machine affects all alike. "median (lowest – highest)" is over the rounds.
"""

import argparse
import contextlib
import datetime
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import journal
import lateness
import machine
import startup
import tasks
import things
from servers import Client, Programs

TIMER = '{"jsonrpc":"2.0","id":1%n,"method":"timer.get"}'
STATUS = '{"jsonrpc":"2.0","id":1%n,"method":"daemon.status"}'
LONGER = '{"jsonrpc":"2.0","id":1%n,"method":"timer.extend","params":{"minutes":1}}'
SHORTER = '{"jsonrpc":"2.0","id":1%n,"method":"timer.extend","params":{"minutes":-1}}'
LONGER_ONCE = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1,"key":"%n"}}'
SHORTER_ONCE = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1,"key":"%n"}}'
VALUE = "a-value-of-thirty-two-characters"


class Run:
    """The state that all measurements share."""

    def __init__(self, arguments, folder):
        self.built = arguments.built
        self.tools = arguments.tools
        self.quick = arguments.quick
        self.data_root = arguments.data
        self.programs = Programs(arguments.built, folder)
        self.rounds = 3 if arguments.quick else 7
        self.seconds = 0.5 if arguments.quick else 1.0
        self.rows = []

    def new_data(self):
        return tempfile.mkdtemp(dir=self.data_root)

    def load(self, protocol, server, connections, *requests, seconds=None, depth=1):
        command = [
            f"{self.tools}/load", protocol, server.socket, connections, seconds or self.seconds, depth, *requests]
        output = subprocess.run([str(part) for part in command], check=True, capture_output=True).stdout
        result = json.loads(output)
        if result["errors"]:
            raise RuntimeError(f"{result['errors']} of the answers were errors: {requests}")
        return result

    def row(self, what, ours, reference="", ratio="", bound=""):
        print(f"  {what}: {ours} | {reference} | {ratio}", file=sys.stderr)
        self.rows.append(f"| {what} | {ours} | {reference} | {ratio} | {bound} |")

    def print_table(self):
        print("| What | Pocket Garden | Reference | Ratio | Wanted |")
        print("| --- | --- | --- | --- | --- |")
        print("\n".join(self.rows))


def spread(values, digits=0, unit=""):
    """Median, lowest and highest."""
    def text(value):
        return f"{value:,.{digits}f}"
    return f"{text(statistics.median(values))}{unit} ({text(min(values))} – {text(max(values))})"


def ratios(ours, theirs):
    return spread([a / b for a, b in zip(ours, theirs)], 2)


# A typical garden: a running focus and a few categories.
def furnish(server, minutes=25):
    with Client(server.socket) as client:
        for name in ("Reading", "Writing", "Music"):
            client.call("category.add", name=name)
        client.call("timer.start", category="Reading", minutes=minutes)


# MARK: Whole processes


def block_medians(microseconds, blocks):
    size = len(microseconds) // blocks
    return [statistics.median(microseconds[i * size:(i + 1) * size]) / 1000 for i in range(blocks)]


def measure_processes(run):
    with contextlib.ExitStack() as stack:
        garden = stack.enter_context(run.programs.garden(run.new_data()))
        redis = stack.enter_context(run.programs.redis(run.new_data(), durable=False))
        mpd = stack.enter_context(run.programs.mpd())
        furnish(garden)
        tasks = run.new_data()
        with open(f"{tasks}/rc", "w", encoding="utf-8") as settings:
            settings.write(f"data.location={tasks}\nconfirmation=no\nnews.version=2.6.0\n")
        os.environ.update(
            GARDEN_SOCKET=garden.socket, TASKRC=f"{tasks}/rc", TASKDATA=tasks, MPD_HOST=mpd.socket)
        for title in ("Water the garden", "Write to Mary", "Mend the fence", "Read two chapters", "Call home"):
            subprocess.run(["task", "add", title], check=True, capture_output=True)
        subprocess.run(["redis-cli", "-s", redis.socket, "set", "k", VALUE], check=True, capture_output=True)
        commands = [
            [f"{run.built}/gardenctl", "status"], ["redis-cli", "-s", redis.socket, "get", "k"], ["task", "list"],
            ["mpc", "status"]]
        # Read again, as after a boot: a file that was just written lies in larger pieces of memory, of which a process needs fewer.
        for program in ("redis-cli", f"{run.built}/gardenctl"):
            machine.forget(shutil.which(program))
        spawned = [word for command in commands for word in ["--", *command]]
        count = run.rounds * (10 if run.quick else 40)
        output = subprocess.run([f"{run.tools}/spawn", str(count), *spawned], check=True, capture_output=True).stdout
    status, get, task, mpc = (
        block_medians([float(word) for word in line.split()], run.rounds) for line in output.decode().splitlines())
    for name, theirs, bound in (("redis-cli get", get, "≤ 0.5"), ("task list", task, "< 1"), ("mpc status", mpc, "")):
        run.row("`gardenctl status`, exec to exit", spread(status, 2, " ms"), f"{name}: {spread(theirs, 2, ' ms')}",
                ratios(status, theirs), bound)


# MARK: Requests per second

def measure_queries(run):
    with contextlib.ExitStack() as stack:
        garden = stack.enter_context(run.programs.garden(run.new_data()))
        redis = stack.enter_context(run.programs.redis(run.new_data(), durable=False))
        mpd = stack.enter_context(run.programs.mpd())
        furnish(garden)
        run.load("resp", redis, 1, f"SET k {VALUE}", seconds=0.1)
        for connections, bound in ((50, "≥ 0.3"), (1, "≥ 0.45")):
            ours, mixed, get, status = [], [], [], []
            for _ in range(run.rounds):
                ours.append(run.load("line", garden, connections, STATUS))
                get.append(run.load("resp", redis, connections, "GET k"))
                mixed.append(run.load("line", garden, connections, STATUS, TIMER))
                status.append(run.load("mpd", mpd, connections, "status"))
            report_rate(run, "`daemon.status`", connections, ours, "redis GET", get, bound)
            report_rate(run, "`daemon.status`", connections, ours, "mpd status", status)
            report_rate(run, "`daemon.status`, `timer.get` in turn", connections, mixed, "redis GET", get)


def measure_changes(run):
    with contextlib.ExitStack() as stack:
        garden = stack.enter_context(run.programs.garden(run.new_data()))
        redis = stack.enter_context(run.programs.redis(run.new_data(), durable=True))
        furnish(garden)

        def change(connections, *requests):
            # Starts in the middle of the allowed focus length, so that no request of a round reaches a bound.
            with Client(garden.socket) as client:
                client.call("timer.start", minutes=720, restart=True)
            return run.load("line", garden, connections, *requests)

        for connections, bound in ((50, "≥ 0.6, with a journal 0.9"), (1, "≥ 0.85, with a journal 1.2")):
            ours, keyed, theirs = [], [], []
            for _ in range(run.rounds):
                ours.append(change(connections, LONGER, SHORTER))
                theirs.append(run.load("resp", redis, connections, f"SET k {VALUE}"))
                keyed.append(change(connections, LONGER_ONCE, SHORTER_ONCE))
            report_rate(run, "`timer.extend`, on disk", connections, ours, "redis SET, always", theirs, bound)
            report_rate(run, "the same with a `key`", connections, keyed, "redis SET, always", theirs)


def report_rate(run, what, connections, ours, name, theirs, bound=""):
    noun = "connection" if connections == 1 else "connections"
    run.row(f"{what}, {connections} {noun}", rate(ours), f"{name}: {rate(theirs)}",
            ratios([round["perSecond"] for round in ours], [round["perSecond"] for round in theirs]), bound)


def rate(rounds):
    """Answers per second, and the time of one answer."""
    milliseconds = statistics.median(round["p50"] for round in rounds) / 1000
    return f"{spread([round['perSecond'] for round in rounds], 0, '/s')}, {milliseconds:.2f} ms"


# MARK: Memory

def measure_memory(run):
    with contextlib.ExitStack() as stack:
        servers = {
            # As a service, but the watchdog's interval is 3 min there.
            "gardend": stack.enter_context(run.programs.garden(run.new_data(), {"WATCHDOG_USEC": "1000000"})),
            "redis": stack.enter_context(run.programs.redis(run.new_data(), durable=False)),
            "mpd": stack.enter_context(run.programs.mpd()),
        }
        furnish(servers["gardend"])
        used = servers["gardend"].memory()[0]
        # Two pings without a request.
        time.sleep(2.5)
        memory = {name: server.memory() for name, server in servers.items()}
    run.row("Resident memory, after the first requests", f"{used:.1f} MiB")
    for index, kind in enumerate(("Resident", "Anonymous")):
        ours = memory["gardend"][index]
        for name in ("redis", "mpd"):
            theirs = memory[name][index]
            run.row(f"{kind} memory, idle", f"{ours:.1f} MiB", f"{name}: {theirs:.1f} MiB", f"{ours / theirs:.2f}",
                    "≤ 22 MiB" if index == 0 else "")


def main():
    # However the run ends, every started process is ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser()
    parser.add_argument("--built", required=True, help="the folder of gardend and gardenctl")
    parser.add_argument("--tools", required=True, help="the folder of load and spawn")
    parser.add_argument("--data", required=True, help="an empty folder on the disk to be measured")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=list(MEASUREMENTS), action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = Run(arguments, folder)
        for name, measure in MEASUREMENTS.items():
            if not arguments.only or name in arguments.only:
                print(f"{name} …", file=sys.stderr)
                measure(run)
        print(machine.description(arguments.data, datetime.date.today()))
        run.print_table()


MEASUREMENTS = {
    "processes": measure_processes,
    "queries": measure_queries,
    "changes": measure_changes,
    "memory": measure_memory,
    "lateness": lateness.measure,
    "startup": startup.measure,
    "journal": journal.measure,
    "tasks": tasks.measure,
    "things": things.measure,
}

if __name__ == "__main__":
    main()
