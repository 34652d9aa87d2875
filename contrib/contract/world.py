"""A garden under test: the connections to its daemon, what was received, and the checks of each answer and event."""

import collections
import json
import re
import time

from checks import Checks, identity
from daemon import Connection, NoAnswer, pump
from document import Document
from generator import Generator, Request
from journal import Journal

CONTROLS = re.compile(rb"[\0-\x1f]")
ADDING = re.compile(r".*\.(add|quickAdd|start|note|adjust)")
FIXTURE = 30
GROUP_KEPT = 50


class Twice(ValueError):
    """Two members of an object have the same name."""


def unique(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise Twice(f"a member occurs twice: {next(name for name in names if names.count(name) > 1)}")
    return members


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def read(line):
    """One line of the daemon, as strictly as JSON is meant."""
    if not line.endswith(b"\n") or CONTROLS.search(line, 0, len(line) - 1):
        raise ValueError("the line has control characters")
    return json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=refuse)


class World(Journal, Checks):
    """A daemon in its garden, with one connection that asks and one that follows all events."""

    def __init__(self, violations, counts):
        self.violations, self.counts = violations, counts
        self.daemon = self.main = self.follower = self.document = None
        self.rng = self.generator = None
        self.late = set()
        self.number = 0
        self.slowest = (0, "")
        self.method_name = "kills"
        self.sent = collections.deque(maxlen=GROUP_KEPT)
        self.types = set()

    # --- Lives ---

    def live(self, daemon):
        self.daemon = daemon
        # The received lines and the last number of an event; its number after the last request.
        self.lines, self.last, self.settled = {}, 0, None
        # The visits that were purged, and the request of each event.
        self.purged, self.makers = set(), {}
        self.accepted = {}
        self.main = daemon.start()
        self.counts["gardens"] += 1
        if self.document is None:
            self.document = Document(self.call("rpc.discover"))
            if not self.document.reasons:
                self.violations.add("document", "rpc.discover", "lists no reasons of refused (x-reasons)")
        self.follow()
        if self.generator is not None:
            self.use(self.rng)

    def use(self, rng):
        self.rng = rng
        self.generator = Generator(self.document, rng)

    def close(self):
        """Compares the journal with what was received, has it verified, and stops the daemon."""
        self.method_name = "journal.list"
        self.catch_up(self.call("daemon.hello")["seq"])
        self.compare_journal(0)
        verified = self.call("journal.verify")
        if verified.get("ok") is not True or verified.get("events") != self.last:
            bad = self.makers.get(verified.get("firstBad"), b"")
            self.violations.add("journal", "journal.verify", f"after {self.last} events: {verified}", bad)
        status = self.daemon.stop()
        if status != 0:
            self.violations.add("end", "kills", f"gardend ended with {status}: {self.daemon.last_words()}")
        self.look_for_crashes()

    def look_for_crashes(self):
        crash = self.daemon.crash()
        if crash:
            self.violations.add("end", self.method_name, f"the log says: {crash}", self.last_sent())

    def revive(self):
        self.main = self.daemon.start()
        self.follow()
        self.catch_up(self.call("daemon.hello")["seq"])
        self.settled = self.last

    # --- Lines ---

    def call(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.main.send(json.dumps(request).encode() + b"\n")
        while True:
            pump(self.connections(), lambda: self.main.lines)
            answer = self.read(self.main.lines.popleft(), method)
            if answer and answer.get("id") == self.number:
                if "result" not in answer:
                    raise NoAnswer(f"{method}: {answer}")
                return answer["result"]

    def read(self, line, method):
        """Reads a line; None for what is no JSON. Both are violations."""
        try:
            return read(line)
        except Twice as problem:
            self.violations.add("answers", method, f"{problem}", line)
            return json.loads(line)
        except ValueError as problem:
            self.violations.add("answers", method, f"{problem}", line)
            return None

    def connections(self):
        return [connection for connection in (self.main, self.follower) if connection is not None and connection.is_open]

    def next_id(self):
        self.number += 1
        return [self.number, -self.number, f"r{self.number}", f"é\u202e{self.number}", 2**53 + self.number][self.number % 5]

    def lines_of(self, requests):
        """The lines of requests, each between two of daemon.hello, and the identities of the answers in order."""
        lines, expected = [], []
        for request in requests:
            self.hello(lines, expected)
            self.count(request)
            lines.append(request.write(self.next_id()))
            if not request.is_silent:
                expected.append(request)
        self.hello(lines, expected)
        return lines, expected

    def hello(self, lines, expected):
        self.number += 1
        lines.append(b'{"jsonrpc":"2.0","id":"h%d","method":"daemon.hello"}' % self.number)
        expected.append(f"h{self.number}")

    def count(self, request):
        self.counts["class", request.kind] += 1
        self.sent.append(request)

    def last_sent(self):
        """The request that is to blame if the daemon does not answer."""
        unanswered = [request for request in self.sent if request.answer is None and not request.is_silent]
        return ([*unanswered, *self.sent] or [Request(None, {}, "")])[0].text or b""

    def exchange(self, requests, in_batch=False):
        """Sends requests and checks what they did. Those whose answers come later are sent alone from then on."""
        if not requests:
            return
        if not in_batch and len(requests) > 1 and any(request.method.name in self.late for request in requests):
            for request in requests:
                self.exchange([request])
            return
        begin = time.monotonic()
        lines, expected = self.lines_of(requests)
        seqs = self.send_batch(requests, lines, expected) if in_batch else self.send_lines(requests, lines, expected)
        seconds = time.monotonic() - begin
        if seconds > self.slowest[0]:
            self.slowest = (seconds, f"{len(requests)} of {requests[0].method.name}")
        self.catch_up(self.call("daemon.hello")["seq"] if seqs is None else seqs[-1])
        if seqs is not None and self.settled is not None and seqs[0] != self.settled:
            names = self.type_names(range(self.settled + 1, seqs[0] + 1))
            self.violations.add("changes", self.method_name, f"no request made {names}")
        self.settled = self.last
        for index, request in enumerate(requests):
            if seqs is None:
                request.made = None
                self.check(request, None)
            else:
                request.made = seqs[index + 1] - seqs[index]
                self.makers |= dict.fromkeys(range(seqs[index] + 1, seqs[index + 1] + 1), request.text)
                self.check(request, range(seqs[index] + 1, seqs[index + 1] + 1))

    def send_lines(self, requests, lines, expected):
        if len(requests) == 1 and not requests[0].is_silent:
            # The second number is asked for after the answer.
            self.main.send(lines[0] + b"\n" + lines[1] + b"\n")
            self.await_answers(2)
            self.main.send(lines[2] + b"\n")
        else:
            self.main.send(b"".join(line + b"\n" for line in lines))
        self.await_answers(len(expected))
        seqs = self.assign(requests, expected)
        if seqs is not None and None in seqs:
            raise NoAnswer("daemon.hello is not answered")
        return seqs

    def await_answers(self, count):
        pump(self.connections(), lambda: len(self.main.lines) >= count or not self.main.is_open)
        if len(self.main.lines) < count:
            raise NoAnswer("the daemon has closed the connection")

    def assign(self, requests, expected):
        """Gives each request its answer. Returns the numbers of daemon.hello; None if an answer came after a later one."""
        places = {identity(entry if isinstance(entry, str) else entry.id): index for index, entry in enumerate(expected)}
        seqs, answered, in_order = [None] * (len(requests) + 1), set(), True
        hellos = [index for index, entry in enumerate(expected) if isinstance(entry, str)]
        while self.main.lines:
            line = self.main.lines.popleft()
            answer = self.read(line, self.method_name)
            if not isinstance(answer, dict) or "id" not in answer:
                self.violations.add("answers", self.method_name, "a line that is no answer", line)
                continue
            place = places.get(identity(answer["id"]))
            if answer["id"] is None:
                place = next((index for index, entry in enumerate(expected) if index not in answered
                              and isinstance(entry, Request) and entry.has_null_id), None)
            if place is None or place in answered:
                self.violations.add("answers", self.method_name, "an answer with a wrong id", line)
                continue
            answered.add(place)
            earlier = [index for index in range(place) if index not in answered]
            for index in earlier:
                if isinstance(expected[index], Request):
                    self.late.add(expected[index].method.name)
                in_order = False
            if isinstance(expected[place], Request):
                expected[place].answer = answer
            else:
                seqs[hellos.index(place)] = answer["result"]["seq"]
        for entry in expected:
            if isinstance(entry, Request) and entry.answer is None and self.main.is_open:
                self.violations.add("answers", entry.method.name, "no answer", entry.text)
        return seqs if in_order else None

    def send_batch(self, requests, lines, expected):
        self.counts["batches"] += 1
        self.main.send(b"[" + b",".join(lines) + b"]\n")
        self.await_answers(1)
        answers = self.read(self.main.lines.popleft(), self.method_name)
        if not isinstance(answers, list) or len(answers) != len(expected):
            count = len(answers) if isinstance(answers, list) else answers
            self.violations.add("batch", self.method_name, f"{count} answers to a batch of {len(expected)}", b",".join(lines))
            return None
        seqs = []
        for entry, answer in zip(expected, answers):
            if isinstance(entry, Request):
                entry.answer = answer
            elif answer.get("id") != entry:
                self.violations.add("batch", self.method_name, "the answers to a batch are not in order", b",".join(lines))
                return None
            else:
                seqs.append(answer["result"]["seq"])
        return seqs

    # --- Requests beside those of the method ---

    def request(self, method, params, kind):
        return Request(method, dict(params), kind).judge()

    def begin_again(self, method):
        """A garden without history, with something of everything in it."""
        self.violations.block = self.method_name = method.name if method else "kills"
        document, make = self.document, self.generator
        self.exchange([self.request(document.methods["garden.reset"], {"all": True}, "fixture")])
        self.daemon.drop_backups()
        self.accepted = {}
        for name in self.daemon.put_uploads():
            make.pool.add("visit", "upload", name)
        lists = [query for query in document.queries if not query.required and isinstance(query.result, dict)
                 and query.result.get("type") == "array" and query.name not in self.late]
        self.exchange([self.request(query, {}, "fixture") for query in lists])
        adding = [change for change in document.changes if ADDING.fullmatch(change.name)]
        self.exchange([make.valid(adding[index % len(adding)], "fixture") for index in range(FIXTURE)])
        own = [change for change in document.changes if method and change.feature == method.feature] or adding
        self.exchange([make.valid(self.rng.choice(own), "fixture") for _ in range(FIXTURE // 2)])

    def companion(self, method):
        self.daemon.put_uploads()
        changes = [change for change in self.document.changes if change.name not in self.late]
        own = [change for change in changes if change.feature == method.feature]
        return self.generator.valid(self.rng.choice(own if own and self.rng.random() < 0.6 else changes), "companion")

    def again(self, request):
        """The same request, with its members in another order."""
        members = list(request.params.items())
        self.rng.shuffle(members)
        again = Request(request.method, dict(members), "keys", request.key)
        again.expected, again.offenders = request.expected, request.offenders
        again.earlier = self.earlier(request)
        return again

    @staticmethod
    def given(params):
        """The params without the key; null is the same as none."""
        return {name: value for name, value in params.items() if name != "key" and value is not None}

    @staticmethod
    def earlier(request):
        if request.is_noop:
            return f"after {request.method.name} that changed nothing: "
        return f"after {request.method.name} that may have changed nothing: " if request.made is None else ""

    def repeat(self, requests):
        """Sends successful changes with keys again, and then other requests with their keys."""
        again = []
        for request in requests:
            again.append(self.again(request))
            again[-1].same = self.content(request)
        if again:
            self.exchange(again)
        others = []
        for request in requests:
            kept = [(name, params) for name, accepted in self.accepted.items() for params in accepted
                    if name != request.method.name or self.given(params) != self.given(request.params)]
            if kept:
                name, params = self.rng.choice(kept)
                other = Request(self.document.methods[name], {**params, "key": request.key}, "keys", request.key)
                other.codes, other.reason, other.earlier = ("refused",), "key_reused", self.earlier(request)
                others.append(other)
        if others:
            self.exchange(others)

    # --- Subscriptions ---

    def subscribe(self, request):
        """Sends a request about events on a connection of its own, and checks the events that come on it."""
        asking, self.main = self.main, Connection(self.daemon.socket)
        try:
            self.exchange([request])
            side = self.main
        finally:
            self.main = asking
        if self.succeeded(request) and isinstance(request.answer["result"], dict) and "seq" in request.answer["result"]:
            self.check_subscription(side, request)
        side.close()

    def check_subscription(self, side, request):
        start = request.answer["result"]["seq"]
        self.exchange([self.companion(request.method) for _ in range(2)])
        topics, since = request.params.get("topics"), request.params.get("since")
        since = since if since is None else int(since)
        wanted = [self.lines[seq] for seq in range((start if since is None else since) + 1, self.last + 1)
                  if self.is_wanted(self.lines[seq], topics)]
        try:
            pump([side], lambda: len(side.events) >= len(wanted), 30)
            # What comes before this answer is all that comes.
            side.send(b'{"jsonrpc":"2.0","id":"end","method":"daemon.hello"}\n')
            pump([side], lambda: side.lines, 30)
        except NoAnswer:
            pass
        received = list(side.events)
        # The sentence of an event can change.
        if [self.without_text(line) for line in received] != [self.without_text(line) for line in wanted]:
            self.violations.add("events", request.method.name, f"{len(received)} events instead of {len(wanted)}", request.text)
