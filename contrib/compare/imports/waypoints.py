#!/usr/bin/env python3
"""Counts the waypoints of files and those that an import takes: contrib/compare/imports/run.sh runs it."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import xml.parsers.expat


class Garden:
    """A garden of its own, with its daemon, below a temporary folder."""

    def __init__(self, programs, folder):
        self.programs, self.socket = programs, folder / "garden.sock"
        (folder / "config").mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
        self.daemon = subprocess.Popen(
            [programs / "gardend", "--data", folder / "data", "--socket", self.socket], env=self.environment,
            stderr=subprocess.PIPE, text=True)
        if not any("serving" in line for line in self.daemon.stderr):
            sys.exit("gardend did not start")
        threading.Thread(target=self.daemon.stderr.read, daemon=True).start()

    def dry_run(self, file):
        words = ["import", "gpx", file, "--dry-run", "--json", "--at", "2020-01-01", "--socket", self.socket]
        return subprocess.run([self.programs / "gardenctl", *words], env=self.environment, capture_output=True, text=True)


def waypoints(content):
    """How many waypoints there are, and how many of them have a valid place, as far as expat reads."""
    counts = [0, 0]

    def start(name, attributes):
        if name.split(":")[-1] != "wpt":
            return
        counts[0] += 1
        try:
            latitude, longitude = float(attributes["lat"]), float(attributes["lon"])
        except (KeyError, ValueError):
            return
        counts[1] += abs(latitude) <= 90 and abs(longitude) <= 180 and (latitude, longitude) != (0, 0)

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        parser.Parse(content.lstrip(), True)
    except xml.parsers.expat.ExpatError:
        pass
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    files = sorted(file for folder in arguments.folders for file in folder.rglob("*.gpx"))
    read, refused, wrong, sums = 0, 0, 0, [0, 0, 0]
    with tempfile.TemporaryDirectory() as folder:
        garden = Garden(arguments.programs.resolve(), pathlib.Path(folder))
        for file in files:
            count, valid = waypoints(file.read_bytes())
            if count == 0:
                continue
            done = garden.dry_run(file)
            if done.returncode != 0:
                refused += 1
                print(f"refused: {file}: {done.stderr.strip()}")
                continue
            read += 1
            answer = json.loads(done.stdout)
            taken = answer["wouldAdd"] + answer["alreadyThere"]
            sums = [sums[0] + count, sums[1] + valid, sums[2] + taken]
            if taken + len(answer["leftOut"]) != count or taken < valid:
                reasons = {part["reason"] for part in answer["leftOut"]}
                print(f"{file}: {count} waypoints, {valid} valid; {taken} taken, {len(answer['leftOut'])} left out: {reasons}")
                wrong += taken + len(answer["leftOut"]) != count
        garden.daemon.terminate()
        garden.daemon.wait()
    print(f"{read} files read, {refused} refused; {sums[0]} waypoints, {sums[1]} valid, {sums[2]} taken; {wrong} miscounted")
    sys.exit(1 if wrong or sums[2] < 0.95 * sums[1] else 0)


main()
