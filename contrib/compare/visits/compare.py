#!/usr/bin/env python3
"""Compares the distances of visits with geopy's, and searches by place with a look at every visit (RULES V5).

contrib/compare/visits/run.sh runs it. Both run in `gardend simulate`: a garden in memory, with the same engine and tables as the daemon's.
"""

import argparse
import json
import math
import random
import subprocess
import sys
import time

import numpy
from geopy.distance import great_circle

RADIUS_KM = 6371.0


class Garden:
    def __init__(self, gardend):
        self.process = subprocess.Popen(
            [gardend, "simulate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0

    def ask(self, method, **params):
        """The result of a request, and the seconds until it was read."""
        self.count += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        start = time.perf_counter()
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while True:
            answer = self.process.stdout.readline()
            if f'"id":{self.count},' in answer[:40]:
                break
        seconds = time.perf_counter() - start
        answer = json.loads(answer)
        if "error" in answer:
            sys.exit(f"{line}: {answer}")
        return answer["result"], seconds

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def point(random_):
    """Anywhere on the sphere; also poles, the date line, and decimals of the smallest unit."""
    kind = random_.randrange(6)
    if kind == 0:
        return (random_.choice([90.0, -90.0, 89.999999, -89.999999]), round(random_.uniform(-180, 180), 6))
    if kind == 1:
        return (round(random_.uniform(-90, 90), 6), random_.choice([180.0, -180.0, 179.999999, -179.999999]))
    return (round(math.degrees(math.asin(random_.uniform(-1, 1))), 6), round(random_.uniform(-180, 180), 6))


def partner(random_, first):
    """Anywhere, close by, or near the antipode."""
    kind = random_.randrange(3)
    if kind == 0:
        return point(random_)
    (latitude, longitude) = first
    spread = 10 ** random_.uniform(-6, 0)
    if kind == 2:
        (latitude, longitude) = (-latitude, longitude + (180 if longitude <= 0 else -180))
    latitude = min(90, max(-90, latitude + random_.uniform(-spread, spread)))
    longitude += random_.uniform(-spread, spread)
    longitude = longitude - 360 if longitude > 180 else longitude + 360 if longitude < -180 else longitude
    return (round(latitude, 6), round(longitude, 6))


def compare_distances(gardend, pairs, random_):
    garden = Garden(gardend)
    worst = (0, None)
    for _ in range(pairs):
        first = point(random_)
        second = partner(random_, first)
        if first == (0, 0) or second == (0, 0):
            continue
        garden.ask("visit.add", latitude=first[0], longitude=first[1])
        found, _ = garden.ask(
            "visit.near", latitude=second[0], longitude=second[1], radius=20_020_000, limit=1)
        expected = great_circle(first, second, radius=RADIUS_KM).meters
        worst = max(worst, (abs(found[0]["meters"] - expected), (first, second)))
    garden.close()
    print(f"distances: {pairs} pairs, greatest difference {worst[0] * 1000:.3f} mm at {worst[1]}")
    return worst[0] <= 0.001


def meters_to_all(center, places):
    (north, east) = numpy.radians(places).T
    (north0, east0) = (math.radians(center[0]), math.radians(center[1]))
    across = numpy.cos(north) * numpy.sin(east - east0)
    along = math.cos(north0) * numpy.sin(north) - math.sin(north0) * numpy.cos(north) * numpy.cos(east - east0)
    inner = math.sin(north0) * numpy.sin(north) + math.cos(north0) * numpy.cos(north) * numpy.cos(east - east0)
    return RADIUS_KM * 1000 * numpy.arctan2(numpy.hypot(across, along), inner)


def compare_searches(gardend, visits, searches, random_):
    garden = Garden(gardend)
    places = []
    for _ in range(visits):
        (latitude, longitude) = (35.68 + random_.gauss(0, 0.05), 139.76 + random_.gauss(0, 0.06))
        if random_.random() < 0.1:
            (latitude, longitude) = point(random_)
        place = (round(latitude, 6), round(longitude, 6))
        places.append(place)
        garden.ask("visit.add", latitude=place[0], longitude=place[1])
    places = numpy.array(places)
    times = {100: [], 1000: []}
    for _ in range(searches):
        limit = random_.choice(list(times))
        center = tuple(places[random_.randrange(visits)])
        radius = random_.choice([50, 100, 100, 300, 1000, 20_000, 1_000_000])
        found, seconds = garden.ask(
            "visit.near", latitude=center[0], longitude=center[1], radius=radius, limit=limit)
        times[limit].append(seconds)
        distances = meters_to_all(center, places)
        expected = [int(i) + 1 for i in numpy.flatnonzero(distances <= radius)][::-1][:limit]
        if [near["visit"]["id"] for near in found] != expected:
            print(f"another answer at {center} within {radius} m")
            return False
    garden.close()
    print(f"searches: {searches} in {visits} visits, as a look at each")
    for limit, took in times.items():
        took.sort()
        middle, high, most = (took[len(took) // 2], took[len(took) * 99 // 100], took[-1])
        print(f"pages of {limit}: {middle * 1000:.2f} ms, p99 {high * 1000:.2f} ms, at most {most * 1000:.2f} ms, with the pipe")
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gardend", default="gardend")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--visits", type=int, default=50_000)
    parser.add_argument("--searches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random_ = random.Random(options.seed)
    good = compare_distances(options.gardend, options.pairs, random_) if options.pairs else True
    if options.visits:
        good = compare_searches(options.gardend, options.visits, options.searches, random_) and good
    sys.exit(0 if good else 1)


main()
