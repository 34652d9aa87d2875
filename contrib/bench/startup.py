"""Measures the time from exec to the first answer, by the journal's size and by how the last run ended."""

import glob
import signal
import statistics
import time

from servers import Client

LONGER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1}}'
SHORTER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1}}'
GROWING_SECONDS = 0.2


def measure(run):
    sizes = (1, 10_000) if run.quick else (1, 100_000, 1_000_000)
    new = [milliseconds_to_answer(run, run.new_data(), signal.SIGTERM) for _ in range(run.rounds)]
    data = run.new_data()
    for size in sizes:
        grow(run, data, size)
        # A full check of the largest journal takes many seconds.
        tries = 3 if size > 100_000 else run.rounds
        for how, number in (("a clean stop", signal.SIGTERM), ("kill -9", signal.SIGKILL)):
            # The first start follows another run.
            took = [milliseconds_to_answer(run, data, number) for _ in range(1 + tries)][1:]
            report(run, f"Start with {size:,} event{'s' * (size > 1)}, after {how}", took, new)


def report(run, what, took, new):
    def text(values):
        return f"{statistics.median(values):,.1f} ms ({min(values):,.1f} – {max(values):,.1f})"
    ratio = statistics.median(took) / statistics.median(new)
    run.row(what, text(took), f"in a new directory: {text(new)}", f"{ratio:.2f}")


def grow(run, data, size):
    """Makes changes until the journal has about that many events."""
    with run.programs.garden(data) as garden:
        with Client(garden.socket) as client:
            while client.call("daemon.hello")["seq"] < size:
                client.call("timer.start", minutes=720, restart=True)
                run.load("line", garden, 2, LONGER, SHORTER, seconds=GROWING_SECONDS, depth=128)
        await_backup(data)


def milliseconds_to_answer(run, data, number):
    """Starts the daemon once, and ends it with that signal."""
    server = run.programs.garden(data)
    begun = time.perf_counter()
    server.spawn()
    server.await_socket()
    with Client(server.socket) as client:
        client.call("daemon.hello")
    elapsed = time.perf_counter() - begun
    await_backup(data)
    server.stop(number)
    return elapsed * 1000


def await_backup(data):
    """Waits for the backup of the day, which must not run during the next measurement."""
    while not glob.glob(f"{data}/backups/*.sqlite"):
        time.sleep(0.02)
