#!/usr/bin/env python3
"""What other programs read from exports: contrib/compare/exports/run.sh runs it."""

import argparse
import csv
import datetime
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import dateutil.rrule
import icalendar

TITLES = ["Buy milk", "x (A) 2026-01-01 done?", "=SUM(A1)", "a, b; c \\ d: \"e\"", "日本語" * 30, "due:never +no @no", "🌱 é́"]
NOTES = ["one\ntwo", "=1+1", "a \\ \"b\" # c", None]


class Garden:
    """A garden of its own, with its daemon, below a temporary folder."""

    def __init__(self, programs, folder):
        self.programs = programs
        (folder / "config").mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "TZ": "Europe/Berlin",
            "XDG_CONFIG_HOME": str(folder / "config")}
        self.daemon = subprocess.Popen(
            [programs / "gardend", "--data", folder / "data"], env=self.environment,
            stderr=subprocess.PIPE, text=True)
        if not any("serving" in line for line in self.daemon.stderr):
            sys.exit("gardend did not start")
        threading.Thread(target=self.daemon.stderr.read, daemon=True).start()

    def output(self, *words):
        done = subprocess.run(
            [self.programs / "gardenctl", *words], env=self.environment, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"gardenctl {' '.join(map(str, words))}: {done.stderr.decode()}")
        return done.stdout.decode()

    def call(self, method, params):
        return json.loads(self.output("call", method, json.dumps(params)))


def check(found, expected, what):
    if found != expected:
        sys.exit(f"wrong: {what}: {found!r} instead of {expected!r}")


def fill(garden):
    rules = ["weekly", "every 3 days", "monthly", "after 4d", "FREQ=WEEKLY;BYDAY=MO,FR"]
    for number, title in enumerate(TITLES):
        words = ["task", "add", "-c", ["Home", "Deep work"][number % 2], "--points", str(number * 10), "--tag", "phone"]
        note = NOTES[number % len(NOTES)]
        words += [f"--note={note.splitlines()[0]}"] if note else []
        words += ["--due", ["friday 18:00", "31 jan"][number % 2]] if number % 3 else []
        words += ["--repeat", rules[number % len(rules)]] if number % 3 == 1 else []
        garden.output(*words, "--", title)
    garden.output("task", "done", "3")
    garden.output("session", "add", "yesterday", "9:00-10:00", "-c", "Deep work", "--note", 'say "hi" \\ # there')
    garden.output("session", "add", "yesterday", "11:00-11:30", "-c", "Reading")
    tasks = [task for status in ["open", "done"] for task in garden.call("task.list", {"status": status})["tasks"]]
    check(len(tasks), len(TITLES), "the tasks of the garden")
    return tasks, garden.call("session.list", {})["sessions"]


def time(text):
    return datetime.datetime.fromisoformat(text).astimezone(datetime.timezone.utc).replace(microsecond=0)


def read_taskwarrior(garden, folder, tasks):
    (folder / "task").mkdir()
    (folder / "taskrc").write_text(f"data.location={folder}/task\nconfirmation=off\nhooks=off\n")
    environment = {**os.environ, "TASKRC": str(folder / "taskrc"), "TZ": "Europe/Berlin"}

    def task(*words, text=None):
        return subprocess.run(["task", *words], env=environment, input=text, capture_output=True, text=True, check=True).stdout

    exported = garden.output("export", "--tasks", "taskwarrior")
    for _ in range(2):
        task("import", "-", text=exported)
        # Those that it makes itself from recurring ones have a parent.
        read = [item for item in json.loads(task("export")) if "parent" not in item]
        titles = sorted(item["description"] for item in read)
        check(titles, sorted(item["title"] for item in tasks), "Taskwarrior's titles")
    for item in read:
        own = next(one for one in tasks if one["title"] == item["description"])
        check((item["project"], item["tags"]), (own["category"], own["tags"]), "Taskwarrior's project and tags")
        check(item["status"] == "completed", own["completedAt"] is not None, "Taskwarrior's status")
        check("due" in item, own["due"] is not None, "Taskwarrior's due date")


def read_timewarrior(garden, folder, sessions):
    (folder / "timew" / "data").mkdir(parents=True)
    lines = garden.output("export", "--sessions", "timewarrior").splitlines(keepends=True)
    for line in lines:
        with open(folder / "timew" / "data" / f"{line[4:8]}-{line[8:10]}.data", "a", encoding="utf-8") as month:
            month.write(line)
    done = subprocess.run(
        ["timew", "export"], env={**os.environ, "TIMEWARRIORDB": str(folder / "timew")}, capture_output=True, text=True, check=True)
    read = [(item["start"], item["end"], item["tags"], item.get("annotation")) for item in json.loads(done.stdout[done.stdout.index("["):])]
    form = "%Y%m%dT%H%M%SZ"
    own = [(time(one["start"]).strftime(form), time(one["end"]).strftime(form), [one["category"]], one["note"]) for one in sessions]
    check(sorted(read), sorted(own), "Timewarrior's intervals")


def read_calendars(garden, tasks, sessions):
    calendar = icalendar.Calendar.from_ical(garden.output("export", "--tasks", "ics"))
    check([part.errors for part in calendar.subcomponents], [[] for _ in tasks], "the errors of iCalendar")
    for part, own in zip(calendar.subcomponents, tasks, strict=True):
        check((str(part["summary"]), str(part["uid"])), (own["title"], own["uid"] + "@garden"), "iCalendar's summary")
        check(str(part["description"]) if "description" in part else None, own["note"], "iCalendar's description")
        if "rrule" in part:
            # On the wall clock, which is where the rule is.
            wall = datetime.datetime.fromisoformat(own["due"]).replace(tzinfo=None, microsecond=0)
            due = part["due"].dt
            check(due if isinstance(due, datetime.datetime) else datetime.datetime.combine(due, datetime.time()), wall, "iCalendar's due date")
            rule = dateutil.rrule.rrulestr(part["rrule"].to_ical().decode(), dtstart=wall)
            check(rule[0], wall, f"the first date of {own['repeat']}")
        elif own["due"] and "T" in own["due"]:
            check(part["due"].dt, time(own["due"]), "iCalendar's due time")
        elif own["due"]:
            check(part["due"].dt, datetime.date.fromisoformat(own["due"]), "iCalendar's due day")
        check("completed" in part, own["completedAt"] is not None, "iCalendar's status")
    events = icalendar.Calendar.from_ical(garden.output("export", "--sessions", "ics")).subcomponents
    found = sorted((part["dtstart"].dt, part["dtend"].dt, str(part["summary"])) for part in events)
    check(found, sorted((time(one["start"]), time(one["end"]), one["category"]) for one in sessions), "iCalendar's events")


def read_calendar_file(garden, folder, tasks, sessions):
    """The file of calendar write: due dates and sessions of the last days, the same bytes again."""
    path = folder / "garden.ics"
    garden.output("calendar", "write", path, "--notes")
    text = path.read_bytes()
    check(path.stat().st_mode & 0o777, 0o600, "the mode of the calendar file")
    path.unlink()
    garden.output("calendar", "write", path, "--notes")
    check(path.read_bytes(), text, "the second calendar file")
    calendar = icalendar.Calendar.from_ical(text)
    check([part.errors for part in calendar.subcomponents], [[] for _ in calendar.subcomponents], "the errors of the calendar file")
    parts = {str(part["uid"]): part for part in calendar.subcomponents}
    due = [one for one in tasks if one["due"] and not one["completedAt"]]
    check(sorted(parts), sorted(f"{one['uid']}@garden" for one in due + sessions), "the entries of the calendar file")
    for own in due:
        part = parts[f"{own['uid']}@garden"]
        check((str(part["summary"]), str(part.get("description", "")) or None), (own["title"], own["note"]), "a due date's texts")
        start = part["dtstart"].dt
        if not isinstance(start, datetime.datetime):
            check(start, datetime.date.fromisoformat(own["due"][:10]), "a due day")
        elif start.tzinfo:
            check(start, time(own["due"]), "a due time")
        else:
            check(start, datetime.datetime.fromisoformat(own["due"]).replace(tzinfo=None, microsecond=0), "a due time on the wall")


def read_tables(garden, tasks, sessions):
    rows = list(csv.DictReader(io.StringIO(garden.output("export", "--tasks", "csv"), newline="")))
    titles = [row["title"].removeprefix("'") if row["title"][:2] in {"'=", "'+", "'-", "'@"} else row["title"] for row in rows]
    check(titles, [one["title"] for one in tasks], "the titles of CSV")
    rows = list(csv.DictReader(io.StringIO(garden.output("export", "--sessions", "csv"), newline="")))
    check([row["id"] for row in rows], [str(one["id"]) for one in reversed(sessions)], "the sessions of CSV")
    lines = garden.output("export", "--tasks", "todo.txt").splitlines()
    for line, own in zip(lines, tasks, strict=True):
        check(own["title"] in line and line.endswith(f"uid:{own['uid']}"), True, f"todo.txt: {line}")
        check(line.startswith("x "), own["completedAt"] is not None, f"todo.txt: {line}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        garden = Garden(arguments.programs.resolve(), folder)
        try:
            tasks, sessions = fill(garden)
            read_taskwarrior(garden, folder, tasks)
            read_timewarrior(garden, folder, sessions)
            read_calendars(garden, tasks, sessions)
            read_calendar_file(garden, folder, tasks, sessions)
            read_tables(garden, tasks, sessions)
        finally:
            garden.daemon.terminate()
            garden.daemon.wait()
    print(f"{len(tasks)} tasks and {len(sessions)} sessions are read as they are by Taskwarrior, Timewarrior, icalendar and csv")


main()
