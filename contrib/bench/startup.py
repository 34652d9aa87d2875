"""Measures the time from exec to the first answer, by the journal's size and by how the last run ended.

Each start alternates with one of an empty garden that was killed, too. The journal that was killed before it was ever
stopped is the usual case after a power cut; with the files out of the page cache, so is the cold start. A start after a
clean stop is the best case.
"""

import contextlib
import glob
import signal
import statistics
import time

import machine
from servers import Client

LONGER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1}}'
SHORTER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1}}'
GROWING_SECONDS = 0.2


def measure(run):
    sizes = (1, 10_000) if run.quick else (1, 110_000, 1_000_000)
    new = [milliseconds_to_answer(run, run.new_data(), signal.SIGKILL) for _ in range(run.rounds)]
    empty, data = run.new_data(), run.new_data()
    milliseconds_to_answer(run, empty, signal.SIGKILL)
    print_row(run, "Start of an empty garden, after `kill -9`", alternating(run, empty, empty), new, "")
    for size in sizes:
        events = f"{size:,} event{'s' * (size > 1)}"
        grow(run, data, size)
        for how, is_cold in (("killed, never stopped", False), ("the same, cold cache", True)):
            print_row(run, f"Start with {events}, {how}", *zip(*alternating(run, data, empty, is_cold)), "≤ 1.5")
        milliseconds_to_answer(run, data, signal.SIGTERM)
        took = [milliseconds_to_answer(run, data, signal.SIGTERM) for _ in range(run.rounds)]
        print_row(run, f"Start with {events}, after a clean stop (best case)", took, new, "")


def print_row(run, what, took, reference, bound):
    def text(values):
        return f"{statistics.median(values):,.1f} ms ({min(values):,.1f} – {max(values):,.1f})"
    if isinstance(took[0], tuple):
        took = [pair[0] for pair in took]
    name = "an empty garden" if bound else "a new directory"
    ratio = statistics.median(took) / statistics.median(reference)
    run.row(what, text(took), f"{name}: {text(reference)}", f"{ratio:.2f}", bound if "cold" not in what else "")


def alternating(run, data, empty, is_cold=False):
    """The times of a garden that is killed again and again, each with that of an empty one."""
    rounds = []
    for _ in range(run.rounds):
        if is_cold:
            drop_cache(data)
        took = milliseconds_to_answer(run, data, signal.SIGKILL)
        rounds.append((took, milliseconds_to_answer(run, empty, signal.SIGKILL)))
    return rounds


def drop_cache(data):
    for path in glob.glob(f"{data}/garden.sqlite*"):
        machine.forget(path)


def grow(run, data, size):
    """Makes changes until the journal has about that many events, and kills the daemon."""
    server = run.programs.garden(data)
    server.spawn()
    server.await_socket()
    with Client(server.socket) as client:
        while client.call("daemon.hello")["seq"] < size:
            client.call("timer.start", minutes=720, restart=True)
            run.load("line", server, 2, LONGER, SHORTER, seconds=GROWING_SECONDS, depth=128)
    await_children(server, data)
    server.stop(signal.SIGKILL)


def milliseconds_to_answer(run, data, number, method="daemon.hello"):
    """Starts the daemon once, and ends it with that signal."""
    server = run.programs.garden(data)
    begun = time.perf_counter()
    server.spawn()
    server.await_socket()
    with Client(server.socket) as client:
        client.call(method)
    elapsed = time.perf_counter() - begun
    await_children(server, data)
    server.stop(number)
    return elapsed * 1000


def await_children(server, data):
    """Waits for the backup and the check, which must not run during the next measurement."""
    while not glob.glob(f"{data}/backups/*.sqlite"):
        time.sleep(0.02)
    pid = server.process.pid
    with contextlib.suppress(FileNotFoundError):
        while open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8").read():
            time.sleep(0.02)
