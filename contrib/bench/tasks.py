"""Measures what tasks cost with many of them, beside a garden with few, in alternating rounds of one run."""

import json
import signal
import statistics
import time
from contextlib import ExitStack

import startup
from servers import Client

SIZES = (100, 10_000)
# One task in five has a daily reminder, as far away as the next morning.
REMINDER_EVERY = 5
# The first hundred tasks have a category of their own, the others share four.
TASKS_IN_FIRST = 100
BATCH = 64


def fill(server, count):
    """Adds tasks, the first hundred to a category of their own."""
    requests = []
    for number in range(count):
        category = 0 if number < TASKS_IN_FIRST else number % 4 + 1
        params = {
            "title": f"Task {number} of the garden", "category": f"Category {category}",
            "points": 10, "due": f"in {number % 300 + 2} days", "priority": number % 9 + 1}
        if number % REMINDER_EVERY == 0:
            params |= {"remind": "tomorrow 9:00", "due": "tomorrow 12:00", "repeat": "daily"}
        requests.append({"jsonrpc": "2.0", "id": number, "method": "task.add", "params": params})
    with Client(server.socket) as client:
        for start in range(0, count, BATCH):
            client.socket.sendall((json.dumps(requests[start:start + BATCH]) + "\n").encode())
            for answer in json.loads(client.file.readline()):
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])


def processor_microseconds(pid):
    with open(f"/proc/{pid}/schedstat", encoding="utf-8") as stat:
        return int(stat.read().split()[0]) / 1000


class Garden:
    """A daemon with so many tasks, and a connection to it."""

    def __init__(self, run, stack, count):
        self.data = run.new_data()
        self.server = stack.enter_context(run.programs.garden(self.data))
        fill(self.server, count)
        self.client = stack.enter_context(Client(self.server.socket))
        self.count = 0

    def measure(self, method, params, repetitions):
        """Microseconds of processor time and of waiting for one request."""
        pid = self.server.process.pid
        waits = []
        before = processor_microseconds(pid)
        for index in range(repetitions):
            begin = time.perf_counter()
            self.client.call(method, **params(self, index))
            waits.append((time.perf_counter() - begin) * 1e6)
        return (processor_microseconds(pid) - before) / repetitions, statistics.median(waits)


def added(garden, _):
    garden.count += 1
    return {"title": f"One more {garden.count}", "category": "Category 0", "points": 1}


def edited(garden, index):
    garden.count += 1
    return {"id": index % 100 + 1, "points": garden.count}


REQUESTS = (
    ("task.add", "task.add", added),
    ("task.done, a repeating task", "task.done", lambda _, index: {"id": index % 20 * REMINDER_EVERY + 1}),
    ("task.edit", "task.edit", edited),
    ("task.snooze", "task.snooze", lambda _, index: {"id": index % 100 + 1, "minutes": 600 + index % 60}),
    ("task.list of a category", "task.list", lambda _, index: {"category": "Category 0", "limit": 100 - index % 2}),
    ("task.next", "task.next", lambda _, index: {}),
    ("daemon.status", "daemon.status", lambda _, index: {}),
)


def measure(run):
    repetitions = 50 if run.quick else 300
    with ExitStack() as stack:
        few, many = (Garden(run, stack, count) for count in SIZES)
        for what, method, params in REQUESTS:
            rounds = [
                (few.measure(method, params, repetitions), many.measure(method, params, repetitions))
                for _ in range(run.rounds)]
            report(run, f"`{what}`", rounds)
        measure_reminders(run, few, many)
    measure_start(run, few.data, many.data)


def measure_start(run, few, many):
    """From exec to the first answer, and to the first list of tasks."""
    for number, how in ((signal.SIGTERM, "after a clean stop"), (signal.SIGKILL, "after `kill -9`")):
        for what, method in (("Start", "daemon.status"), ("The same, to a list of all tasks", "task.list")):
            # The last stop was as the next ones are.
            for data in (few, many):
                startup.milliseconds_to_answer(run, data, number, method)
            rounds = [
                [startup.milliseconds_to_answer(run, data, number, method) for data in (few, many)]
                for _ in range(run.rounds)]
            took = [statistics.median(pair[index] for pair in rounds) for index in range(2)]
            ratio = statistics.median(with_many / with_few for with_few, with_many in rounds)
            run.row(
                f"{what}, {how}, {SIZES[1]:,} tasks", f"{took[1]:,.1f} ms", f"{SIZES[0]} tasks: {took[0]:,.1f} ms",
                f"{ratio:.2f}", "≤ 1.5" if method == "daemon.status" else "")


def report(run, what, rounds):
    def text(values, unit):
        return f"{statistics.median(values):,.0f} {unit} ({min(values):,.0f} – {max(values):,.0f})"

    processor = [[garden[0] for garden in pair] for pair in rounds]
    ratio = statistics.median(many / few for few, many in processor)
    waits = [statistics.median(pair[index][1] for pair in rounds) for index in range(2)]
    run.row(
        f"{what}, {SIZES[1]:,} tasks", f"{text([many for _, many in processor], 'µs')}, answered in {waits[1]:,.0f} µs",
        f"{SIZES[0]} tasks: {text([few for few, _ in processor], 'µs')}, {waits[0]:,.0f} µs", f"{ratio:.2f}", "≤ 2")


def measure_reminders(run, few, many):
    """The processor time of reminders that fall due together."""
    count = 20
    for garden in (few, many):
        for index in range(count):
            garden.client.call("task.snooze", id=index + 1, minutes=1)
    due = (time.time() // 60 + 1) * 60 + 60
    with ExitStack() as stack:
        listeners = [stack.enter_context(Client(garden.server.socket)) for garden in (few, many)]
        for listener in listeners:
            listener.call("events.subscribe", topics=["task.reminded"])
        time.sleep(max(0, due - 62 - time.time()))
        before = [processor_microseconds(garden.server.process.pid) for garden in (few, many)]
        for listener in listeners:
            for _ in range(count):
                listener.file.readline()
        after = [processor_microseconds(garden.server.process.pid) for garden in (few, many)]
        costs = [(end - begin) / count for begin, end in zip(before, after)]
    run.row(
        f"A reminder that falls due, {SIZES[1]:,} tasks", f"{costs[1]:,.0f} µs", f"{SIZES[0]} tasks: {costs[0]:,.0f} µs",
        f"{costs[1] / costs[0]:.2f}", "≤ 2")
