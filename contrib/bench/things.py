"""Measures long lists and other heavy requests, and what they cost others: how long the loop is held.

A client asks for the list, and another for the timer, every millisecond. The slowest answer of the other is what the list
holds up.
"""

import contextlib
import json
import multiprocessing
import statistics
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
            hostile_settings(run, garden, client)
            count = 100 if run.quick else 1900
            with open(garden.command[-1], "w", encoding="utf-8") as settings:
                settings.write(f"[server]\nmax_connections = {count + 10}\n")
            client.call("daemon.reload")
            subscribers(run, garden, client, count)
    long_day(run, 3200 if run.quick else 320_000)


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
    waits, took = beside(garden, asking(client, method, params), run.rounds * 5)
    print_row(run, f"`{method}` beside {count:,} items and lines, 900 categories", waits, took)


def asking(client, method, params):
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"

    def ask():
        # The answer is not parsed: that would take longer than the daemon, and hold up the other client's thread.
        client.socket.sendall(request)
        while not client.socket.recv(1 << 20).endswith(b"\n"):
            pass

    return ask


def print_row(run, what, waits, took):
    run.row(
        what, f"{statistics.median(took):,.1f} ms (– {max(took):,.1f})",
        f"others wait {statistics.median(waits):,.2f} ms (– {max(waits):,.1f})", "", "others ≤ 20 ms")


def hostile_settings(run, garden, client):
    """Files of 64 KiB, each another one: a name that is nested too deeply, more values than a file may have, and as many as it may."""
    count = 0

    def reload():
        nonlocal count
        count += 1
        text = f"# {count}\n" + ['"#"' + ".a" * 30_000 + " = 1\n", sections(4000), sections(249)][count % 3]
        with open(garden.command[-1], "w", encoding="utf-8") as settings:
            settings.write(text + "#" * ((1 << 16) - len(text)))
        ask()

    ask = asking(client, "daemon.reload", {})
    print_row(run, "A hostile settings file of 64 KiB", *beside(garden, reload, run.rounds * 5))


def sections(most):
    """At most so many sections with four values each, counted as the daemon does, in less than 64 KiB."""
    text = ""
    for index in range(most):
        section = f'[t{index}.b]\nc = {{ d = "{index}" }}\n'
        if len(text) + len(section) >= (1 << 16) - 20:
            break
        text += section
    return text


def long_day(run, count):
    """A day with hundreds of thousands of lines in its log."""
    note = '{"jsonrpc":"2.0","id":1%n,"method":"log.note","params":{"text":"a line of the log of a long day"}}'
    with run.programs.garden(run.new_data()) as garden, Client(garden.socket) as client:
        while client.call("daemon.hello")["seq"] < count:
            run.load("line", garden, 2, note, seconds=0.5, depth=128)
        lines = client.call("daemon.hello")["seq"]
        for method, params in (("log.list", {}), ("journal.explain", {"what": "balance", "limit": 1000}), ("day.get", {})):
            waits, took = beside(garden, asking(client, method, params), run.rounds * 5)
            print_row(run, f"`{method}` in a day of {lines:,} lines", waits, took)


def beside(garden, action, repetitions):
    """The waits of another client while an action is repeated, and how long the action took, in milliseconds.

    The other client is a process of its own: a thread would wait for this one to give up the interpreter.
    """
    is_ready, is_over = multiprocessing.Event(), multiprocessing.Event()
    reader, writer = multiprocessing.Pipe(duplex=False)
    other = multiprocessing.Process(target=ask_for_the_timer, args=(garden.socket, is_ready, is_over, writer))
    other.start()
    is_ready.wait()
    took = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        action()
        took.append((time.perf_counter() - begin) * 1000)
    is_over.set()
    waits = reader.recv()
    other.join()
    return waits, took


def ask_for_the_timer(socket, is_ready, is_over, writer):
    waits = []
    with Client(socket) as client:
        while not is_over.is_set():
            begin = time.perf_counter()
            client.socket.sendall(TIMER)
            client.file.readline()
            waits.append((time.perf_counter() - begin) * 1000)
            is_ready.set()
            time.sleep(0.001)
    writer.send(waits)


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
    print_row(run, f"A note, read by {count:,} subscribers", waits, took)
