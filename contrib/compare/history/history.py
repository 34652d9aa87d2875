#!/usr/bin/env python3
"""Ten years of Taskwarrior and Timewarrior: what an import makes of them, and what it must not do."""

import argparse
import collections
import datetime
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import uuid

YEARS = 10
DAY = datetime.timedelta(days=1)


def basic(moment):
    return moment.strftime("%Y%m%dT%H%M%SZ")


def logical_day(moment):
    """The day that begins at 4:00; the garden's zone is UTC."""
    return (moment - datetime.timedelta(hours=4)).date()


def tasks_of(chance, now, count):
    """Tasks as Taskwarrior exports them, half of them completed, the open ones overdue."""
    tasks = []
    for number in range(count):
        entry = now - datetime.timedelta(minutes=chance.randrange(60, YEARS * 365 * 1440))
        task = {
            "uuid": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "description": f"Task {number}", "entry": basic(entry),
            "modified": basic(entry), "project": chance.choice(["Work", "Home", "Garden"]),
            "tags": ["next", "phone"][: chance.randrange(3)]}
        if number % 2:
            end = min(now, entry + datetime.timedelta(minutes=chance.randrange(1, 50000)))
            task |= {"status": "completed", "end": basic(end)}
        else:
            due = min(now - datetime.timedelta(hours=1), entry + datetime.timedelta(minutes=chance.randrange(1, 40000)))
            task |= {"status": "pending", "due": basic(due)}
        tasks.append(task)
    return tasks


def intervals_of(chance, now):
    """Intervals of working days, each within one logical day."""
    intervals = []
    day = logical_day(now) - YEARS * 365 * DAY
    while day < logical_day(now) - DAY:
        if day.weekday() < 5 and chance.random() < 0.9:
            begin = datetime.datetime.combine(day, datetime.time(8, chance.randrange(60), chance.randrange(60)))
            for _ in range(chance.randrange(1, 8)):
                end = begin + datetime.timedelta(seconds=chance.randrange(60, 7200))
                intervals.append((begin, end, chance.choice([["Work", "mail"], ["Work", "code"], ["Read"]])))
                begin = end + datetime.timedelta(seconds=chance.randrange(0, 1800))
        day += DAY
    return intervals


def longest_run(days):
    longest = run = 0
    last = None
    for day in sorted(days):
        run = run + 1 if last == day - DAY else 1
        longest, last = max(longest, run), day
    return longest


class Garden:
    """A garden of its own, with a hook that notes each event, below a temporary folder."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        hooks = folder / "config" / "garden" / "hooks"
        hooks.mkdir(parents=True)
        self.noted = folder / "hooks.log"
        (hooks / "all").write_text(f'#!/bin/sh\necho "$GARDEN_EVENT" >>"{self.noted}"\n')
        (hooks / "all").chmod(0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "TZ": "UTC",
            "XDG_CONFIG_HOME": str(folder / "config")}
        self.daemon = subprocess.Popen(
            [programs / "gardend", "--data", folder / "data"], env=self.environment, stderr=subprocess.PIPE, text=True)
        if not any("serving" in line for line in self.daemon.stderr):
            sys.exit("gardend did not start")
        self.messages = []
        threading.Thread(target=lambda: self.messages.extend(self.daemon.stderr), daemon=True).start()

    def output(self, *words):
        done = subprocess.run([self.programs / "gardenctl", *words], env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"gardenctl {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def call(self, method, params=None):
        return json.loads(self.output("call", "--timeout", "600", method, json.dumps(params or {})))

    def hooks(self):
        return collections.Counter(self.noted.read_text().split()) if self.noted.exists() else collections.Counter()


def check(found, expected, what):
    if found != expected:
        sys.exit(f"wrong: {what}: {str(found)[:2000]} instead of {str(expected)[:2000]}")


def seen(garden, first, today):
    """What a person sees of the history: gardens, streak, the sums of each day, the number of open tasks, the balance."""
    status = garden.call("daemon.status")
    days = {}
    while first <= today:
        last = min(first + 365 * DAY, today)
        for day in garden.call("stats.trend", {"from": str(first), "to": str(last)})["days"]:
            if day["sessions"] or day["tasks"] or day["minutes"]:
                days[day["day"]] = (day["sessions"], day["minutes"], day["tasks"], day["earned"])
        first = last + DAY
    return {
        "gardens": {one["category"]: (one["exp"], one["level"]) for one in status["gardens"] if one["exp"]},
        "longest": garden.call("stats.streak")["longest"], "days": days, "open": status["tasks"]["open"],
        "balance": status["points"]["balance"]}


def expected(tasks, intervals):
    experience, sessions, minutes, done = (collections.Counter() for _ in range(4))
    for begin, end, tags in intervals:
        seconds = int((end - begin).total_seconds())
        experience[tags[0]] += seconds // 60 // 25
        sessions[logical_day(begin)] += 1
        minutes[logical_day(begin)] += seconds
    for task in tasks:
        if task["status"] == "completed":
            done[logical_day(datetime.datetime.strptime(task["end"], "%Y%m%dT%H%M%SZ"))] += 1
    grown = {logical_day(begin) for begin, end, _ in intervals if (end - begin).total_seconds() >= 25 * 60}
    days = {str(day): (sessions[day], minutes[day] // 60, done[day], 0) for day in sessions.keys() | done.keys()}
    return {
        "gardens": {name: (exp, exp // 10) for name, exp in experience.items() if exp}, "longest": longest_run(grown), "days": days,
        "open": sum(task["status"] == "pending" for task in tasks), "balance": 0}


def follow(garden, folder, tasks, intervals):
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    first, today = logical_day(now) - (YEARS + 1) * 365 * DAY, logical_day(now)
    (folder / "tasks.json").write_text("[\n" + ",\n".join(map(json.dumps, tasks)) + "\n]\n")
    tracked = [{"id": len(intervals) - n, "start": basic(b), "end": basic(e), "tags": t} for n, (b, e, t) in enumerate(intervals)]
    (folder / "tracked.json").write_text("[\n" + ",\n".join(map(json.dumps, tracked)) + "\n]\n")
    before = seen(garden, first, today)
    lines = len(garden.call("log.list")["lines"])
    hooks = garden.hooks()
    imports = [["import", "--yes", folder / name] for name in ["tasks.json", "tracked.json"]]
    for words in imports:
        garden.output(*words)
    after = expected(tasks, intervals)
    found = seen(garden, first, today)
    for part, value in after.items():
        check(found[part], value, part)
    check(len(garden.call("log.list")["lines"]), lines + 2, "the lines of the log")
    seq = garden.call("daemon.status")["seq"]
    for words in imports:
        garden.output(*words)
    again = [event["type"] for event in garden.call("journal.list", {"since": seq})]
    check(again, ["request.changedNothing"] * len(imports), "the events of a second import")
    for _ in imports:
        garden.output("undo", "--yes")
    check(seen(garden, first, today), before, "the garden after undo")
    for _ in imports:
        garden.output("redo")
    check(seen(garden, first, today), found, "the garden after redo")
    garden.output("verify")
    started = garden.hooks() - hooks
    # None for a task, a session, a level or what is overdue.
    allowed = {"import.applied", "log.written", "request.changedNothing", "change.undone", "change.redone"}
    check(set(started) - allowed, set(), "the hooks")
    # Each import, undo and redo is a line of the log.
    check((started["import.applied"], started["log.written"]), (2, 6), "the hooks of imports")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0) - datetime.timedelta(minutes=1)
    tasks, intervals = tasks_of(chance, now, arguments.tasks), intervals_of(chance, now)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        garden = Garden(arguments.programs.resolve(), folder)
        try:
            found = follow(garden, folder, tasks, intervals)
        finally:
            garden.daemon.terminate()
            garden.daemon.wait()
    print(f"{len(tasks)} tasks and {len(intervals)} intervals of {len(found['days'])} days are counted as in Python")


main()
