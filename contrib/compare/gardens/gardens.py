#!/usr/bin/env python3
"""Random gardens, exported and imported into empty ones: contrib/compare/gardens/run.sh runs it."""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

# What is of one garden, or of one moment (RULES I3).
OWN = {"id", "uid", "categoryId", "categoryUid", "taskId", "gardenId", "seq", "updatedAt", "position"}
# What an import does not bring: the end counts the lines, the trash is of a person who removed something, and the rate and what
# drills taught follow from what was done in the garden itself.
NOT_TAKEN = {"end", "trashedVisit", "rate", "drillLevel", "drillEntry"}


class Garden:
    """A daemon with a data folder, and its client."""

    def __init__(self, programs, folder, data):
        self.programs = programs
        for name in ["home", "run"]:
            (folder / name).mkdir(mode=0o700, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder / "run"), "TZ": "Europe/Berlin"}
        self.daemon = subprocess.Popen(
            [programs / "gardend", "--data", data], env=self.environment, stderr=subprocess.PIPE, text=True)
        self.messages = []
        for line in self.daemon.stderr:
            self.messages.append(line)
            if "serving" in line:
                break
        else:
            sys.exit(f"gardend did not start: {''.join(self.messages)}")
        threading.Thread(target=lambda: self.messages.extend(self.daemon.stderr), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.daemon.terminate()
        self.daemon.wait()

    def run(self, *words):
        done = subprocess.run([self.programs / "gardenctl", *words], env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"gardenctl {' '.join(map(str, words))}: {done.returncode} {done.stderr}")
        return done.stdout


def bare(value, dropped=OWN):
    if isinstance(value, list):
        return [bare(one, dropped) for one in value]
    if isinstance(value, dict):
        return {name: bare(one, dropped) for name, one in value.items() if name not in dropped}
    return value


def lines(text):
    found = collections.defaultdict(list)
    for line in text.splitlines():
        ((name, value),) = json.loads(line).items()
        found[name].append(value)
    return found


def comparable(name, value):
    """What must be equal."""
    if name == "day":
        # The other sums are of points and the rate.
        return {part: value[part] for part in ["day", "minutes", "sessions", "interruptions", "tasks"]}
    if name == "visit":
        # The lines of the chain, and their signatures, are of the garden that has them. Photos are files.
        return {part: one for part, one in value["visit"].items() if part not in {"signed", "source", "photos"}}
    if name == "completion":
        # The task as it was at that time is not kept.
        return {part: value[part] for part in ["at", "day", "occurrence", "exp"]} | {"title": value["task"]["title"]}
    if name == "task" and value["completedAt"]:
        # What is done does not go on.
        return value | {"repeat": None, "occurrence": None, "start": None, "end": None, "remind": None, "remindBefore": None}
    if name == "task" and value["standing"] and not (value["due"] or value["remind"]):
        # It may have a rule of an earlier time, which it does not follow.
        return value | {"repeat": None}
    if name == "session":
        # Points come as the balance alone.
        return value | {"points": 0}
    if name == "points":
        return {part: value[part] for part in ["balance", "multiplier"]}
    if name == "export":
        return value["timezone"]
    return value


def taken(name, value):
    if name == "day" and not any(value[part] for part in ["minutes", "sessions", "interruptions", "tasks"]):
        return False
    return name not in NOT_TAKEN and not (name == "logLine" and value["kind"] == "import")


def differences(before, after):
    """By name: what only the first export has, and what only the second one has."""
    # A category that was removed is there again if its garden has grown.
    grown = {garden["category"] for garden in before["garden"] if garden["exp"]}
    kept = {category["name"] for category in before["category"]}
    after["category"] = [one for one in after["category"] if one["name"] in kept or one["name"] not in grown]
    for name in sorted(set(before) | set(after)):
        one, other = (
            [json.dumps(bare(comparable(name, value)), sort_keys=True) for value in lists[name] if taken(name, value)]
            for lists in (before, after))
        missing, extra = collections.Counter(one) - collections.Counter(other), collections.Counter(other) - collections.Counter(one)
        if missing or extra:
            yield name, sorted(missing.elements()), sorted(extra.elements())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200)
    arguments = parser.parse_args()
    programs = arguments.programs.resolve()
    with tempfile.TemporaryDirectory(prefix="g") as folder:
        folder = pathlib.Path(folder)
        environment = os.environ | {
            "SIMULATION_JOURNALS": str(folder), "SIMULATION_FIRST_SEED": str(arguments.first_seed),
            "SIMULATION_SEEDS": str(arguments.seeds), "SIMULATION_STEPS": str(arguments.steps)}
        made = subprocess.run(
            [".build/debug/gardenPackageTests.xctest", "--testing-library", "swift-testing", "--filter", "journalsOfRandomGardens"],
            env=environment, capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(made.stdout[-3000:])
        failed = 0
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
            place = folder / f"places{seed}"
            (place / "a").mkdir(parents=True)
            (place / "b").mkdir()
            with Garden(programs, place / "a", folder / str(seed)) as garden:
                exported = garden.run("export")
            (place / "garden.jsonl").write_text(exported)
            with Garden(programs, place / "b", place / "b" / "data") as garden:
                report = garden.run("import", "--yes", "--json", place / "garden.jsonl")
                again = garden.run("export")
            found = list(differences(lines(exported), lines(again)))
            left = json.loads(report)["leftOut"]
            if found or left:
                failed += 1
                print(f"seed {seed}: left out {left}")
                for name, missing, extra in found:
                    print(f"  {name}: -{len(missing)} +{len(extra)}")
                    for sign, texts in [("-", missing), ("+", extra)]:
                        for text in texts[:2]:
                            print(f"    {sign} {text[:1500]}")
    if failed:
        sys.exit(f"{failed} of {arguments.seeds} gardens differ")
    print(f"{arguments.seeds} gardens are as they were")


main()
