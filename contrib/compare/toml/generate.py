#!/usr/bin/env python3
"""Changes the public cases of TOML at random, and writes them with the values that Python's tomllib reads, one JSON object a line.

Usage: generate.py CASES [--seed N] [--count N] > cases.jsonl
"""

import argparse
import datetime
import json
import random
import re
import sys
import tomllib

# What Python's types cannot hold, or read in another way: leap seconds, the year 0, and parts of a microsecond.
UNCOMPARED = re.compile(r":60|\b0000-|\.\d{7,}")
MARKS = "[]{}=.,#\"'\\\n\r\t \x00\x7fabuUxXoeE_+-0123456789:TZäπ"


def tagged(value):
    """A value in toml-test's notation."""
    match value:
        case dict():
            return {name: tagged(inner) for name, inner in value.items()}
        case list():
            return [tagged(inner) for inner in value]
        case bool():
            return {"type": "bool", "value": str(value).lower()}
        case int():
            if not -(2**63) <= value < 2**63:
                raise ValueError("more than 64 bits")
            return {"type": "integer", "value": str(value)}
        case float():
            return {"type": "float", "value": repr(value)}
        case str():
            return {"type": "string", "value": value}
        case datetime.datetime():
            return {"type": "datetime" if value.tzinfo else "datetime-local", "value": value.isoformat()}
        case datetime.date():
            return {"type": "date-local", "value": value.isoformat()}
        case datetime.time():
            return {"type": "time-local", "value": value.isoformat()}
    raise TypeError(value)


def change(rng, text, others):
    """A text with some characters removed, added or replaced, or with a line of another one."""
    for _ in range(rng.randint(1, 3)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice([0, 0, 1, 1, 2, 5]))
        added = "".join(rng.choice(MARKS) for _ in range(rng.choice([0, 1, 1, 2, 3])))
        if rng.random() < 0.3:
            added = "\n" + rng.choice(rng.choice(others).split("\n")) + "\n"
        text = text[:start] + added + text[end:]
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20_000)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    with open(arguments.cases, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    # A change of a long text seldom changes what it means.
    texts = [row["toml"] for row in rows if "toml" in row and len(row["toml"]) < 5_000]
    written = 0
    while written < arguments.count:
        text = change(rng, rng.choice(texts), texts)
        if UNCOMPARED.search(text):
            continue
        row = {"name": f"{arguments.seed}-{written}", "toml": text}
        try:
            row["expected"] = tagged(tomllib.loads(text.removeprefix("\ufeff")))
        except (tomllib.TOMLDecodeError, ValueError):
            pass
        print(json.dumps(row))
        written += 1


if __name__ == "__main__":
    sys.exit(main())
