"""How long the daemon takes from exec to its first answer, by how much it remembers and how it ended."""

import glob
import shutil
import signal
import statistics
import tempfile
import time

from servers import Client

LONGER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":1}}'
SHORTER = '{"jsonrpc":"2.0","id":1,"method":"timer.extend","params":{"minutes":-1}}'
MEMORY_FOLDER = "/dev/shm"
GENERATING_SECONDS = 0.2


def measure(run):
    sizes = (1, 10_000) if run.quick else (1, 100_000, 1_000_000)
    empty = milliseconds_to_answer(run, [run.new_data() for _ in range(run.rounds)])
    with tempfile.TemporaryDirectory(dir=MEMORY_FOLDER) as growing:
        for size in sizes:
            data = journal(run, growing, size)
            tries = run.rounds if size < 1_000_000 else min(run.rounds, 5)
            for how, number in (("a clean stop", signal.SIGTERM), ("kill -9", signal.SIGKILL)):
                took = milliseconds_to_answer(run, [data] * tries, number)
                report(run, f"Start with {size:,} event{'s' * (size > 1)}, after {how}", took, empty)
            shutil.rmtree(data)


def report(run, what, took, empty):
    def text(values):
        return f"{statistics.median(values):,.1f} ms ({min(values):,.1f} – {max(values):,.1f})"
    ratio = statistics.median(took) / statistics.median(empty)
    run.row(what, text(took), f"in a new folder: {text(empty)}", f"{ratio:.2f}")


def journal(run, growing, size):
    """A copy on the disk of a journal grown to that many events, with the backup of the day made."""
    if size > 1:
        grow(run, growing, size)
    data = run.new_data()
    shutil.copytree(growing, data, dirs_exist_ok=True, ignore=shutil.ignore_patterns("lock", "alive"))
    with run.programs.garden(data):
        await_backup(data)
    return data


def grow(run, data, size):
    with run.programs.garden(data) as garden:
        with Client(garden.socket) as client:
            while client.call("daemon.hello")["seq"] < size:
                client.call("timer.start", minutes=720, restart=True)
                run.load("line", garden, 2, LONGER, SHORTER, seconds=GENERATING_SECONDS, depth=128)


def await_backup(data):
    while not glob.glob(f"{data}/backups/*.sqlite"):
        time.sleep(0.05)


def milliseconds_to_answer(run, folders, number=signal.SIGTERM):
    """Starts the daemon in each of the folders once; the first start of several in one is not counted."""
    is_one = len(set(folders)) == 1
    took = []
    for data in folders[:1] * is_one + folders:
        server = run.programs.garden(data)
        begun = time.perf_counter()
        server.spawn()
        server.await_socket()
        with Client(server.socket) as client:
            client.call("daemon.hello")
        elapsed = time.perf_counter() - begun
        await_backup(data)
        server.stop(number)
        took.append(elapsed * 1000)
    return took[is_one:]
