#!/usr/bin/env python3
"""Writes random rules with their occurrences according to python-dateutil, one JSON object a line.

Usage: generate.py [--seed N] [--count N] > cases.jsonl
"""

import argparse
import datetime
import itertools
import json
import random
import sys

import reference

ZONES = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo",
    "Africa/Casablanca", "America/Santiago", "Antarctica/Troll", "Asia/Tokyo",
]
YEARS = 5
# At most this many occurrences of a rule are compared; more than a rule every five minutes has in a day.
LIMIT = 400
# No gap or overlap is longer.
LONGEST_SHIFT_MINUTES = 52 * 60


def numbers(rng, low, high, most, negative=False):
    values = [rng.randint(low, high) for _ in range(rng.randint(1, most))]
    if negative:
        values = [value * rng.choice([1, 1, -1]) for value in values]
    return sorted(set(values))


def random_rule(rng, anchor, is_day):
    """A random rule that RFC 5545 allows, with a tendency to parts that agree with the anchor."""
    frequencies = reference.FREQUENCIES[:4] if is_day else reference.FREQUENCIES
    frequency = rng.choice(frequencies)
    subdaily = frequency in ("HOURLY", "MINUTELY")
    parts = {"FREQ": frequency}

    if frequency == "MINUTELY":
        parts["INTERVAL"] = rng.choice([5, 7, 10, 15, 30, 45, 60, 90, 100, 333, 1439, 1441, 10007])
    elif frequency == "HOURLY" and rng.random() < 0.7:
        parts["INTERVAL"] = rng.choice([2, 3, 5, 6, 7, 11, 12, 23, 25, 36, 100, 1000])
    elif rng.random() < 0.4:
        parts["INTERVAL"] = rng.choice([1, 2, 2, 3, 4, 5, 7, 10, 13, 60])
    if rng.random() < 0.01:
        parts["INTERVAL"] = 999999999

    if rng.random() < 0.3:
        parts["BYMONTH"] = numbers(rng, 1, 12, 4)
    if frequency == "YEARLY" and rng.random() < 0.25:
        parts["BYWEEKNO"] = numbers(rng, 1, 53, 4, True) if rng.random() < 0.5 else rng.sample(
            [1, 52, 53, -1, -52, -53], rng.randint(1, 3))
    if (subdaily or frequency == "YEARLY") and rng.random() < 0.15:
        parts["BYYEARDAY"] = numbers(rng, 1, 366, 30, True)
    if frequency != "WEEKLY" and rng.random() < 0.25:
        parts["BYMONTHDAY"] = numbers(rng, 1, 31, 12, True)
    if rng.random() < 0.4:
        days = rng.sample(reference.WEEKDAYS, rng.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and rng.random() < 0.6:
            most = 53 if frequency == "YEARLY" and "BYMONTH" not in parts else 5
            days = [f"{rng.choice([1, -1]) * rng.randint(1, most)}{day}" for day in days]
        parts["BYDAY"] = days
    if not is_day and rng.random() < 0.25:
        parts["BYHOUR"] = numbers(rng, 0, 23, 6)
        if subdaily and rng.random() < 0.7:
            parts["BYHOUR"] = sorted(set(parts["BYHOUR"]) | {anchor.hour})
    if not is_day and rng.random() < 0.25:
        minutes = [anchor.minute] if frequency == "MINUTELY" else []
        if frequency != "MINUTELY" or rng.random() < 0.5:
            step = rng.choice([6, 6, 6, 1])
            minutes += [value * step for value in numbers(rng, 0, 59 // step, 4)]
        parts["BYMINUTE"] = sorted(set(minutes))
    others = [part for part in parts if part.startswith("BY")]
    if others and rng.random() < 0.25:
        most = rng.choice([1, 3, 5, 31, 366])
        parts["BYSETPOS"] = numbers(rng, 1, most, 4, True)

    end = rng.random()
    if end < 0.2:
        parts["COUNT"] = rng.choice([1, 2, 3, 10, 50, 1000000])
    elif end < 0.4:
        until = anchor + datetime.timedelta(minutes=rng.randint(-1000, rng.choice([10000, 100000, 2000000])))
        form = "%Y%m%d" if is_day else rng.choice(["%Y%m%d", "%Y%m%dT%H%M00", "%Y%m%dT%H%M59Z"])
        parts["UNTIL"] = until.strftime(form)
    if rng.random() < 0.2:
        parts["WKST"] = rng.choice(reference.WEEKDAYS)

    names = list(parts)
    rng.shuffle(names)
    return ";".join(
        f"{name}={','.join(map(str, parts[name])) if isinstance(parts[name], list) else parts[name]}"
        for name in names)


def backward_rule(rng, anchor, is_day):
    """A random rule that keeps the anchor's day where a month has it."""
    parts = {"RSCALE": "GREGORIAN", "FREQ": rng.choice(["MONTHLY", "MONTHLY", "YEARLY"]), "SKIP": "BACKWARD"}
    if rng.random() < 0.8:
        parts["INTERVAL"] = rng.choice([1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 18])
    end = rng.random()
    if end < 0.2:
        parts["COUNT"] = rng.choice([1, 2, 3, 10, 50])
    elif end < 0.4:
        until = anchor + datetime.timedelta(days=rng.randint(-10, 2000))
        parts["UNTIL"] = until.strftime("%Y%m%d" if is_day else "%Y%m%dT%H%M00")
    names = list(parts)
    rng.shuffle(names)
    return ";".join(f"{name}={parts[name]}" for name in names)


def checksum(values):
    """The same as in ComparisonTests.swift."""
    result = 0
    for value in values:
        result = (result * 31 + value) % 2**64
    return f"{result:016x}"


def random_anchor(rng, zone):
    anchor = datetime.datetime(2000, 1, 1) + datetime.timedelta(minutes=6 * rng.randrange(19 * 365 * 240))
    if rng.random() < 0.3:
        # Rules of the night meet the changes of the clock.
        anchor = anchor.replace(hour=rng.choice([0, 1, 2, 3]))
    if zone == "Pacific/Apia" and rng.random() < 0.5:
        anchor = anchor.replace(year=2011, month=12, day=rng.randint(20, 29))
    if rng.random() < 0.15:
        anchor = anchor.replace(month=rng.choice([1, 3, 5, 12]), day=31)
    elif rng.random() < 0.1:
        anchor = anchor.replace(year=rng.choice([2004, 2008, 2012, 2016]), month=2, day=29)
    return anchor


def case(rng):
    zone = rng.choice(ZONES)
    is_day = rng.random() < 0.15
    anchor = random_anchor(rng, zone)
    if is_day:
        anchor = anchor.replace(hour=0, minute=0)
    kind = rng.random()
    if kind < 0.05:
        rule = rng.choice(["daily", "weekly", "monthly", "yearly"])
    elif kind < 0.1:
        rule = backward_rule(rng, anchor, is_day)
    else:
        rule = random_rule(rng, anchor, is_day)

    last_year = anchor.year + YEARS
    end = datetime.datetime(last_year, 12, 31, 23, 59)
    reference.limit_years(last_year)
    found = itertools.takewhile(
        lambda wall: wall <= end, reference.occurrences(rule, anchor, reference.zone(zone)))
    walls = list(itertools.islice(found, LIMIT))
    has_more = next(found, None) is not None
    positions = [reference.minutes(wall) for wall in walls]
    plain = list(itertools.islice(itertools.takewhile(
        lambda wall: wall <= end, reference.occurrences(rule, anchor, reference.zone(zone), plain=True)), LIMIT))
    result = {
        "rule": rule, "anchor": anchor.strftime("%Y-%m-%d" if is_day else "%Y-%m-%dT%H:%M"), "zone": zone,
        "first": [wall.strftime("%Y-%m-%dT%H:%M") for wall in walls[:2]],
        "count": len(walls), "hasMore": has_more, "checksum": checksum(positions),
    }
    if any(after - before < 5 for before, after in itertools.pairwise(positions)):
        result["tooFrequent"] = True
    elif not is_day and walls:
        instants = sorted({reference.instant(wall, reference.zone(zone)) for wall in walls})
        # A later occurrence that is not in the list can have an instant before the last ones.
        last = reference.minutes(walls[-1] if has_more else end) - LONGEST_SHIFT_MINUTES
        instants = [value for value in instants if value <= last]
        result["instants"] = len(instants)
        result["instantsChecksum"] = checksum(instants)
    return result, plain != walls


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=5545)
    parser.add_argument("--count", type=int, default=20000)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    empty = 0
    different = 0
    for _ in range(arguments.count):
        result, is_different = case(rng)
        empty += result["count"] == 0
        different += is_different
        print(json.dumps(result, separators=(",", ":")))
    print(
        f"seed {arguments.seed}: {arguments.count} rules, {empty} without occurrences within {YEARS} years; "
        f"{different} have others in dateutil, on purpose",
        file=sys.stderr)


if __name__ == "__main__":
    main()
