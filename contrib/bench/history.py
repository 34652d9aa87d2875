"""What statistics and corrections of the past cost with a long history: the same in a garden of one year and in one of ten.

    history.py --built FOLDER [--sessions N] [--tasks N]

Both gardens are filled on the virtual clock of `gardend simulate`: eleven sessions and sixty completed tasks a day, which
is a million events in ten years. A correction is of a day 300 days back in the first, and eight years back in the second. Each
question is asked 100 times, and each report is written 10 times; the row has the median of
each garden, the ratio, and the longest time that another client waited meanwhile.
"""

import argparse
import datetime
import itertools
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from servers import Client, Programs

ROUNDS = 100


def lines(days, end, sessions, tasks):
    def request(method, **params):
        return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    for name in ("Reading", "Writing", "Music"):
        yield request("category.add", name=name)
    for number in range(3):
        yield request("task.add", title=f"Habit {number}", points=10, standing=True, category="Music")
    yield request("shop.add", name="Coffee", price=10)
    for day in range(days, 0, -1):
        morning = end - datetime.timedelta(days=day)
        yield json.dumps({"at": morning.strftime("%Y-%m-%dT08:00:00Z")})
        for number in range(sessions):
            yield request("timer.start", category=("Reading", "Writing", "Music")[number % 3])
            yield json.dumps({"advance": 1500})
            yield request("timer.stop")
        for number in range(tasks):
            yield request("task.done", title=f"Habit {number % 3}")
        yield request("shop.buy", name="Coffee")


def fill(built, data, days, arguments):
    end = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    start = (end - datetime.timedelta(days=days + 1)).strftime("%Y-%m-%dT08:00:00Z")
    text = "\n".join(lines(days, end, arguments.sessions, arguments.tasks)) + "\n"
    subprocess.run(
        [f"{built}/gardend", "simulate", "--data", data, "--start", start], input=text, text=True, check=True,
        stdout=subprocess.DEVNULL)


def longest_wait(path, stop, longest):
    """Runs in a process of its own, so that it does not wait for this one's reading of answers."""
    with Client(path) as client:
        while not stop.is_set():
            began = time.perf_counter()
            client.call("timer.get")
            longest.value = max(longest.value, time.perf_counter() - began)
            time.sleep(0.0005)


def measure(path, ask, rounds=ROUNDS):
    times, longest, stop = [], multiprocessing.Value("d", 0), multiprocessing.Event()
    other = multiprocessing.Process(target=longest_wait, args=(path, stop, longest))
    ask()
    for _ in range(rounds):
        began = time.perf_counter()
        ask()
        times.append(time.perf_counter() - began)
    other.start()
    for _ in range(rounds):
        ask()
    stop.set()
    other.join()
    return statistics.median(times) * 1000, longest.value * 1000


def corrections(client, day):
    """Changes of a day, each of which takes back or varies what the one before did."""
    sessions = client.call("session.list", **{"from": day, "to": day})["sessions"]
    first = sessions[-1]
    categories = itertools.cycle(("Writing", "Reading"))
    amounts = itertools.cycle((100, -100))
    ends = itertools.cycle(("8:20", "8:25"))

    def add_and_remove():
        added = client.call("session.add", start=f"{day} 23:00", minutes=25)
        client.call("session.remove", id=added["id"])

    def buy_and_undo():
        client.call("shop.buy", name="Coffee", at=f"{day} 12:00")
        client.call("journal.undo")

    yield "edit, category", lambda: client.call("session.edit", id=first["id"], category=next(categories))
    yield "edit, end", lambda: client.call("session.edit", id=first["id"], end=f"{day} {next(ends)}")
    yield "add and remove", add_and_remove
    yield "money", lambda: client.call("rate.add", amount=next(amounts), at=f"{day} 12:00", force=True)
    yield "buy and undo", buy_and_undo
    yield "task", lambda: client.call("task.done", title="Habit 1", at=f"{day} 12:00")


def dated(client, day):
    """What was on a day that has ended."""
    for name, method in (
        ("points as of", "points.get"), ("rate as of", "rate.get"), ("gardens as of", "garden.list"),
        ("streak as of", "stats.streak"), ("trend as of", "stats.trend"), ("tasks as of", "task.list"),
        ("status as of", "daemon.status"),
    ):
        yield name, lambda method=method: client.call(method, asOf=day)


def report(built, path, day):
    """Writes a report from a day on."""
    subprocess.run(
        [f"{built}/gardenctl", "report", "--socket", path, "--from", day, "--html", "/dev/null"], check=True,
        stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--built", required=True)
    parser.add_argument("--data", default=None)
    parser.add_argument("--sessions", type=int, default=11)
    parser.add_argument("--tasks", type=int, default=60)
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(dir=arguments.data)
    programs = Programs(arguments.built, folder)
    today = datetime.date.today()
    year = str(today - datetime.timedelta(days=364))
    two = str(today - datetime.timedelta(days=731))
    questions = [
        ("heat map of a year", "stats.heatmap", {"from": year}),
        ("summary of a year", "stats.summary", {"from": year}),
        ("summary of a week", "stats.summary", {}),
        ("a day", "stats.day", {}),
        ("streak, all days", "stats.streak", {}),
        ("summary of 2 years", "stats.summary", {"from": two}),
        ("trend of a year", "stats.trend", {"from": year}),
        ("last 100 sessions", "session.list", {}),
    ]
    rows = {}
    try:
        for years in (1, 10):
            data = f"{folder}/{years}"
            fill(arguments.built, data, 365 * years, arguments)
            server = programs.garden(data)
            with server:
                with Client(server.socket) as client:
                    events = client.call("daemon.status")["seq"]
                print(f"{years:2} years: {events:,} events")
                for name, method, params in questions:
                    with Client(server.socket) as client:
                        row = measure(server.socket, lambda: client.call(method, **params))
                    rows.setdefault(name, []).append(row)
                back = str(today - datetime.timedelta(days=300 if years == 1 else 8 * 365))
                with Client(server.socket) as client:
                    for name, ask in itertools.chain(dated(client, back), corrections(client, back)):
                        rows.setdefault(name, []).append(measure(server.socket, ask))
                for name, day in ("report of a year", year), ("report of 2 years", two):
                    row = measure(server.socket, lambda: report(arguments.built, server.socket, day), 10)
                    rows.setdefault(name, []).append(row)
    finally:
        shutil.rmtree(folder)
    print(f"{'':20} {'1 year':>9} {'10 years':>9} {'ratio':>6}  longest wait of another client, 1 and 10 years")
    for name, ((one, wait), (ten, later)) in rows.items():
        print(f"{name:20} {one:6.2f} ms {ten:6.2f} ms {ten / one:6.2f}  {wait:6.2f} ms {later:6.2f} ms")


if __name__ == "__main__":
    main()
