"""Measures long lists, and what they cost others: how long the loop is held.

A client asks for the list, and another for the timer, every millisecond. The slowest answer of the other is what the list
holds up.
"""

import contextlib
import json
import statistics
import threading
import time

from servers import Client

TIMER = b'{"jsonrpc":"2.0","id":1,"method":"timer.get"}\n'


def measure(run):
    count = 1000 if run.quick else 10_000
    with run.programs.garden(run.new_data()) as garden:
        with Client(garden.socket) as client:
            fill(client, count)
            for method, params in (
                    ("shop.list", {}), ("log.list", {}), ("task.list", {}), ("category.list", {}),
                    ("journal.explain", {"what": "balance", "limit": 1000}), ("daemon.status", {})):
                report(run, garden, client, method, params, count)
            count = 100 if run.quick else 1000
            with open(garden.command[-1], "w", encoding="utf-8") as settings:
                settings.write(f"[server]\nmax_connections = {count + 10}\n")
            client.call("daemon.reload")
            subscribers(run, garden, client, count)


def fill(client, count):
    for index in range(900):
        client.call("category.add", name=f"Category {index}")
    batch(client, [("shop.add", {"name": f"Item {index}", "price": 5}) for index in range(count)])
    batch(client, [("points.adjust", {"amount": 1, "reason": "gift"}) for index in range(count)])


def batch(client, requests):
    for begin in range(0, len(requests), 100):
        lines = [
            json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
            for method, params in requests[begin:begin + 100]]
        client.socket.sendall(("\n".join(lines) + "\n").encode())
        for _ in lines:
            if "error" in json.loads(client.file.readline()):
                raise RuntimeError("a thing was refused")


def report(run, garden, client, method, params, count):
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"

    def ask():
        # The answer is not parsed: that would take longer than the daemon, and hold up the other client's thread.
        client.socket.sendall(request)
        while not client.socket.recv(1 << 20).endswith(b"\n"):
            pass

    waits, took = beside(garden, ask, run.rounds * 5)
    run.row(
        f"`{method}` beside {count:,} items and lines, 900 categories",
        f"{statistics.median(took):,.1f} ms (– {max(took):,.1f})",
        f"others wait {statistics.median(waits):,.2f} ms (– {max(waits):,.1f})", "", "others ≤ 20 ms")


def beside(garden, action, repetitions):
    """The waits of another client while an action is repeated, and how long the action took, in milliseconds."""
    waits, isOver = [], threading.Event()

    def other():
        with Client(garden.socket) as client:
            while not isOver.is_set():
                begin = time.perf_counter()
                client.socket.sendall(TIMER)
                client.file.readline()
                waits.append((time.perf_counter() - begin) * 1000)
                time.sleep(0.001)

    thread = threading.Thread(target=other)
    thread.start()
    took = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        action()
        took.append((time.perf_counter() - begin) * 1000)
    isOver.set()
    thread.join()
    return waits, took


def subscribers(run, garden, client, count):
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(Client(garden.socket)) for _ in range(count)]
        for listener in listeners:
            listener.call("events.subscribe", topics=["log.written"])

        def change():
            client.call("log.note", text="a note")
            for listener in listeners:
                listener.file.readline()

        waits, took = beside(garden, change, run.rounds * 5)
    run.row(
        f"A note, read by {count:,} subscribers", f"{statistics.median(took):,.1f} ms (– {max(took):,.1f})",
        f"others wait {statistics.median(waits):,.2f} ms (– {max(waits):,.1f})", "", "others ≤ 20 ms")
