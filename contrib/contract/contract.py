#!/usr/bin/env python3
"""Tests a gardend against the contract that it serves itself: the document of rpc.discover, and the rules of the protocol
for lines, events, keys, batches and kills. All requests are made from the document, so a new method is tested as it is.

Usage: contract.py GARDEND [--requests N] [--seed S] [--method NAME] [--progress]

Of each method, N requests are sent (100), valid, invalid and hostile ones. A violation is printed with what replays it; NAME
can also be `kills`. --progress prints a line after each method. Ends with 1 if there are violations, or if one that is known
(exceptions.py) no longer occurs. It needs python3-jsonschema. The daemon has a temporary home; no other one is touched.
"""

import argparse
import collections
import json
import os
import random
import shutil
import sys
import tempfile
import time

# Beside the modules, nothing is left in the sources.
sys.dont_write_bytecode = True

from daemon import Daemon, NoAnswer
from exceptions import KNOWN, Violations
from kills import Kills
from world import World

# A world is begun again after so many requests of a method.
WORLD_REQUESTS = 200
GROUP = 20
# With more events, a garden is left for a new one: everything that was received is compared with the journal then.
MOST_EVENTS = 1500


class Run:
    """One run of the test."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.violations = Violations(arguments.seed)
        self.counts = collections.Counter()
        self.daemons = 0
        self.world = World(self.violations, self.counts)

    def rng(self, name):
        return random.Random(f"{self.arguments.seed} {name}")

    def begin_life(self):
        """Leaves the garden, after a last look at it, for a new one."""
        self.end_life()
        self.daemons += 1
        self.world.live(Daemon(self.arguments.gardend, f"{self.folder}/{self.daemons}"))

    def end_life(self):
        if self.world.daemon is not None:
            self.world.close()
            self.world.daemon.remove()

    def run(self):
        self.begin_life()
        wanted = self.arguments.method
        names = list(self.world.document.methods)
        if wanted and wanted != "kills" and wanted not in names:
            sys.exit(f"contract.py: no method {wanted}")
        for name in names:
            if wanted in (None, name):
                self.test(self.world.document.methods[name])
                if self.arguments.progress:
                    print(f"{name} is tested", flush=True)
        if wanted in (None, "kills"):
            self.test_kills(max(3, self.arguments.requests // 20))
        if wanted is None:
            self.show_known()
        self.end_life()

    def show_known(self):
        """Sends what shows each violation that is known and was not met."""
        world = self.world
        for known in KNOWN:
            if known.count or not known.witnesses:
                continue
            world.begin_again(None)
            requests = [world.request(world.document.methods[name], params, "known") for name, params in known.witnesses]
            if requests[-1].method.feature == "events":
                world.subscribe(requests[-1])
                continue
            keys = set()
            for request in requests:
                request.key = request.params.get("key")
                if request.key in keys:
                    request.codes, request.reason = ("refused",), "key_reused"
                keys |= {request.key} - {None}
            world.exchange(requests)
            world.repeat([request for request in requests if request.key])

    # --- One method ---

    def test(self, method):
        world, left = self.world, self.arguments.requests
        if world.last > MOST_EVENTS or method.feature == "events":
            self.begin_life()
        world.use(self.rng(method.name))
        while left > 0:
            part = min(left, WORLD_REQUESTS)
            world.begin_again(method)
            self.send(method, part)
            left -= part
        if not method.is_change and method.feature != "events":
            self.compare_batches(method)

    def send(self, method, count):
        world, rng, make = self.world, self.world.rng, self.world.generator
        while count > 0:
            size = 1 if method.name in world.late or method.feature == "events" else min(count, rng.randint(1, GROUP))
            group = []
            for _ in range(size):
                kind = rng.random()
                if kind < 0.5:
                    group.append(make.valid(method, with_key=rng.random() < 0.4))
                elif kind < 0.8:
                    group.append(make.violation(method))
                else:
                    group.append(make.hostile_request(method))
                if rng.random() < 0.2 and size > 1:
                    group.append(world.companion(method))
            count -= size
            if method.feature == "events":
                world.subscribe(group[0])
                continue
            if rng.random() < 0.2:
                # Lines that are no JSON, or longer or deeper than others, are sent alone.
                apart = [request for request in group if request.kind == "hostile" and not request.is_silent]
                world.exchange([request for request in group if request not in apart], True)
                world.exchange(apart)
            else:
                world.exchange(group)
            world.repeat([request for request in group if request.key and request.made is not None and world.succeeded(request)])

    def compare_batches(self, method):
        """The answers to a batch are those to its requests one by one."""
        world = self.world
        for _ in range(3 if method.name not in world.late else 1):
            params = world.generator.params(method)
            rounds = []
            for count in (1, 2, 1):
                group = [world.request(method, params, "batch") for _ in range(count)]
                world.exchange(group, count > 1)
                rounds.append([world.content(request) for request in group])
            if rounds[0] == rounds[2] and any(answer != rounds[0][0] for answer in rounds[1]):
                if "in_batch" not in json.dumps(rounds[1]):
                    self.violations.add("batch", method.name, "a batch has another answer than the request alone", params)

    def test_kills(self, count):
        self.begin_life()
        self.world.use(self.rng("kills"))
        self.world.begin_again(None)
        kills = Kills(self.world)
        for _ in range(count):
            kills.kill_once()
            if self.world.last > MOST_EVENTS:
                self.begin_life()


def table(run, seconds):
    grouped = collections.defaultdict(list)
    for key, count in run.counts.items():
        if isinstance(key, tuple):
            grouped[key[0]].append((count, key[1]))
    lines = [("seed", run.arguments.seed), ("seconds", f"{seconds:.1f}")]
    for group, title in [("class", "requests"), ("answer", "answers"), ("reason", "refused")]:
        lines.append((title, sum(count for count, _ in grouped[group])))
        lines += [(f"  {word}", count) for count, word in sorted(grouped[group], reverse=True)]
    slowest, what = run.world.slowest
    lines += [(word, run.counts[word]) for word in ("events", "event types", "kills", "gardens")]
    lines += [("slowest answer", f"{slowest * 1000:.0f} ms, {what}"), ("known violations", sum(known.count for known in KNOWN)),
              ("violations", run.violations.count)]
    for name, value in lines:
        print(f"{name:24} {value}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("gardend", type=os.path.abspath)
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--method")
    parser.add_argument("--progress", action="store_true")
    arguments = parser.parse_args()
    # A sync costs nothing in memory.
    memory = "/dev/shm" if "TMPDIR" not in os.environ and os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="garden-contract.", dir=memory)
    run = Run(arguments, folder)
    begin = time.monotonic()
    try:
        run.run()
    except NoAnswer as problem:
        run.violations.add("end", run.world.method_name, f"{problem}", run.world.last_sent())
        run.world.look_for_crashes()
    finally:
        if run.world.daemon is not None:
            run.world.daemon.remove()
        shutil.rmtree(folder, ignore_errors=True)
    table(run, time.monotonic() - begin)
    failed = run.violations.count > 0
    if arguments.method is None and not failed:
        for known in KNOWN:
            if not known.count and known.witnesses:
                print(f"no longer needed in exceptions.py: {known.check} of {known.method}: {known.why}")
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
