"""Kills of the daemon in streams of changes, and what is there afterwards."""

import json
import re
import time

from daemon import NoAnswer, pump

STREAM = 30
TOKEN = re.compile(r"[a-z]+ \d+")


class Kills:
    """Kills the daemon of a world: each change that was answered is there, and each is there once when all are sent again."""

    def __init__(self, world):
        self.world = world
        # The numbers of events between the requests of the stream, as far as they are known; None if answers had no order.
        self.seqs = None

    def kill_once(self):
        """Kills the daemon in a stream of changes with keys, and sends them all again."""
        world, rng = self.world, self.world.rng
        ordered = [method for method in world.document.changes if method.name not in world.late]
        if world.late and rng.random() < 0.2:
            late = [method for method in world.document.changes if method.name in world.late]
            stream = [world.generator.valid(rng.choice(late), "kill", True)] if late else []
        else:
            stream = [world.generator.valid(rng.choice(ordered), "kill", True) for _ in range(STREAM)]
        if not stream:
            return
        known = set(self.tokens(stream)) - self.present_tokens()
        before = world.last
        ended = self.kill_during(stream)
        world.counts["kills"] += 1
        if ended is not None:
            world.violations.add("kills", "kills", f"the daemon had ended by itself with {ended}")
        world.revive()
        world.compare_journal(before)
        unresolved, tail = self.unresolved(stream)
        for turn in range(2):
            for request in stream:
                had_answer, had_succeeded = request.answer is not None, world.succeeded(request)
                again = world.again(request)
                # What was refused can succeed later; what succeeded is done.
                again.same = world.content(request) if had_succeeded else None
                world.exchange([again])
                request.answer = again.answer
                if again.made:
                    request.made, request.is_noop = again.made, False
                elif turn == 0 and had_answer and not had_succeeded:
                    request.is_noop = True
                elif turn == 0 and request in unresolved:
                    # Either it was there, or it changes nothing.
                    request.made = None
        owners = [request for request in unresolved if world.succeeded(request) and not request.made]
        if tail and not owners:
            world.violations.add("kills", "kills", f"{len(tail)} events were written, and all their requests applied again",
                                unresolved[0].text if unresolved else "")
        for request in unresolved:
            doubled = request.made and [token for token in self.tokens([request]) if token in known and any(
                json.dumps(token).encode() in line for line in tail)]
            if doubled:
                world.violations.add("kills", request.method.name, "applied before the kill and by its repeat", request.text)

    def kill_during(self, stream):
        """Sends changes and kills the daemon at a random moment; returns how it had ended before, or None."""
        lines, expected = self.world.lines_of(stream)
        self.world.main.send(b"".join(line + b"\n" for line in lines))
        enough = self.world.rng.randint(0, len(expected))
        moment = time.monotonic() + self.world.rng.choice([0.001, 0.003, 0.01, 0.03, 1])
        pump([self.world.main, self.world.follower], lambda: len(self.world.main.lines) >= enough or time.monotonic() > moment)
        ended = self.world.daemon.kill()
        for connection in (self.world.main, self.world.follower):
            try:
                pump([connection], lambda: False)
            except NoAnswer:
                pass
        self.world.take_events()
        self.seqs = self.world.assign(stream, expected)
        return ended

    def unresolved(self, stream):
        """The requests of a stream after its last known number of an event, and the events that only they can have made."""
        for request in stream:
            request.made = None
        if self.seqs is None:
            return stream, []
        known = [index for index, seq in enumerate(self.seqs) if seq is not None]
        first = known[-1] if known else 0
        start = self.seqs[first] if known else None
        for index, request in enumerate(stream):
            if index + 1 < len(self.seqs) and None not in (self.seqs[index], self.seqs[index + 1]):
                request.made = self.seqs[index + 1] - self.seqs[index]
                request.is_noop = request.made == 0
        tail = []
        if start is not None:
            for seq in range(start + 1, self.world.last + 1):
                if b'"type":"daemon.started"' in self.world.lines[seq]:
                    break
                tail.append(self.world.lines[seq])
        return stream[first:], tail

    def tokens(self, requests):
        """The words of requests that no other request has."""
        return [value for request in requests for value in request.params.values()
                if isinstance(value, str) and TOKEN.fullmatch(value)]

    def present_tokens(self):
        return {value for values in self.world.generator.pool.values.values() for value in values if isinstance(value, str)}
