"""The events of a garden as they are received, and as journal.list has them."""

import json

from daemon import Connection, NoAnswer, pump

# An event that is announced comes within this time, on a busy machine, too.
EVENT_SECONDS = 60


class Journal:
    """The part of a World that follows all events."""

    def follow(self):
        self.follower = Connection(self.daemon.socket)
        self.follower.send(json.dumps(
            {"jsonrpc": "2.0", "id": 0, "method": "events.subscribe", "params": {"since": self.last}}).encode() + b"\n")
        pump([self.follower], lambda: self.follower.lines)
        answer = self.read(self.follower.lines.popleft(), "events.subscribe")
        if "result" not in answer:
            raise NoAnswer(f"events.subscribe since {self.last}: {answer}")

    def catch_up(self, seq):
        try:
            pump(self.connections(), lambda: self.take_events() >= seq, EVENT_SECONDS)
        except NoAnswer as problem:
            raise NoAnswer(f"event {self.last + 1} of {seq} does not come: {problem}") from None
        if self.last > seq:
            self.violations.add("events", self.method_name, f"event {self.last} came; daemon.hello says {seq}")

    def take_events(self):
        while self.follower.events:
            line = self.follower.events.popleft()
            message = self.read(line, self.method_name)
            if not isinstance(message, dict) or "id" in message or (
                    message.get("method"), message.get("jsonrpc")) != ("event", "2.0"):
                self.violations.add("events", self.method_name, "a line that is no event", line)
                continue
            event = message["params"]
            problem = self.document.results.problem(self.document.event, event)
            if problem:
                self.violations.add("events", self.method_name, f"the event{problem}", line)
                continue
            if event["seq"] != self.last + 1:
                self.violations.add("events", self.method_name, f"event {event['seq']} came after {self.last}", line)
            self.last = max(self.last, event["seq"])
            self.lines[event["seq"]] = line
            self.counts["events"] += 1
            self.types.add(event["type"])
            self.counts["event types"] = len(self.types)
            if event["type"] == "visit.purged":
                self.purged.add(event["data"]["id"])
            schema = self.document.events.get(event["type"])
            problem = " is not in the document" if schema is None else self.document.results.problem(schema, event["data"])
            if problem:
                self.violations.add("events", self.method_name, f"{event['type']}{problem}", line)
        return self.last

    def compare_journal(self, since):
        """journal.list says what was received."""
        while since < self.last:
            page = self.call("journal.list", since=since, limit=1000)
            self.compare_events(page, since, "journal.list")
            if not page:
                self.violations.add("journal", "journal.list", f"no events since {since} of {self.last}")
                return
            since = page[-1]["seq"]

    def compare_events(self, events, since, method):
        for event in events:
            if since is not None and event["seq"] != since + 1:
                self.violations.add("journal", method, f"event {event['seq']} is listed after {since}")
            since = event["seq"] if since is not None else None
            line = self.lines.get(event["seq"])
            received = json.loads(line)["params"] if line else None
            if self.is_purged(event):
                continue
            # The sentence is made when it is sent, and can change.
            if received is None or any(received[name] != event[name] for name in ("at", "type", "data")):
                self.violations.add("journal", method, f"event {event['seq']} is listed as {event}; received {received}")

    def is_purged(self, event):
        """Whether a purge has erased what an event said of a visit."""
        values = event["data"].get("values", [])
        ids = [value["id"] for value in values if value["kind"] == "visit"] if isinstance(values, list) else []
        return event["type"].startswith("visit.") and event["data"].get("id") in self.purged or not self.purged.isdisjoint(ids)

    def without_text(self, line):
        event = json.loads(line)["params"]
        return event["seq"], event.get("type"), None if self.is_purged(event) else (event["at"], event["data"])

    @staticmethod
    def is_wanted(line, topics):
        if not topics:
            return True
        kind = json.loads(line)["params"]["type"]
        return any(topic == kind or topic.endswith(".*") and kind.startswith(topic[:-1]) for topic in topics)
