"""Violations, and those that are known."""

import collections
import re

SHOWN = 3
TEXT = 400


class Known:
    """A violation that is let pass until it is decided: the check, the method and the reason as they are printed, why it is let
    pass, and requests that show it. A run of every method fails if they no longer do. One without requests can be rare."""

    def __init__(self, check, method, reason, why, *witnesses):
        self.check, self.method, self.reason, self.why, self.witnesses = check, method, reason, why, witnesses
        self.count = 0

    def includes(self, check, method, reason):
        return check == self.check and re.fullmatch(self.method, method) and re.search(self.reason, reason, re.S)


KNOWN = [
    Known("laxer", ".*", r'is not allowed|no visible characters|must be a (line|text) of .* not "(\\u\w{4}|\\.|\s)+"',
          "no schema says which characters a text must not have, and that it is trimmed", ("category.add", {"name": "a\u200bb"})),
    Known("laxer", r"(task|category|shop)\.move|rate\.force|events\.subscribe|drill\.answer",
          "must be (an integer )?from 0 to|must be omitted|1 or 2, not 0", "the bound depends on the garden", ("rate.force", {"tier": 99})),
    Known("laxer", r"task\.(add|edit|occurrences|quickAdd)", "", "a repetition and a sentence have a grammar",
          ("task.add", {"title": "a", "repeat": "sometimes"})),
    Known("errors", r"import\.apply", r"contains no visible characters|U\+\w+ .*is not allowed",
          "no schema says which characters a text must not have"),
    Known("laxer", r"import\.apply", r"task\.task\.repeat", "a repetition has a grammar"),
    Known("errors", ".*", r"^the param is 'key', .*key U\+0000 is not allowed", "no schema says it, and a key is read first"),
    Known("laxer", r"(task|import)\..*", r'must be a tag: .* not ".*[^ -~].*"|must be a tag: .* not ".*\\u.*"',
          "no schema says which characters beyond ASCII are letters", ("task.completions", {"tag": "\u2066a"})),
    Known("laxer", r"visit\..*", "must be a decimal number", "the schema has a number or any string",
          ("visit.near", {"latitude": 1, "longitude": 1, "radius": "x"})),
    Known("laxer", r"hook\.test", "file must be a path", "no schema says that a path has no U+0000",
          ("hook.test", {"event": "timer.started", "file": "a\0b"})),
    Known("laxer", r"notification\.act", "one that the notification has", "the actions are those of the notification"),
    Known("laxer", r"hook\.test", "no event has the type", "the types are in x-events", ("hook.test", {"event": "nothing"})),
    Known("keys", ".*", r"after visit\.verify that (may have )?changed nothing: ", "a check is made each time"),
    Known("stricter", ".*", r'^invalid by the schema, and (accepted|read): .*"[^"]*\\u[dD]83[cC]\\u',
          "the schema counts code points, and the daemon characters: a flag is one of two"),
    Known("keys", ".*", r"after task\.quickAdd that (may have )?changed nothing: ", "a dry run leaves its key free"),
]


class Violations:
    """All violations of a run. The first ones of each kind are printed."""

    def __init__(self, seed):
        self.seed = seed
        # The method under test, which replays what follows.
        self.block = "kills"
        self.counts = collections.Counter()

    def add(self, check, method, reason, request=""):
        """Records a violation: which check, of which method, why, and the request as it was sent."""
        for known in KNOWN:
            if known.includes(check, method, reason):
                known.count += 1
                return
        shape = check, method, re.sub(r'"[^"]*"|\d+', "…", reason)[:60]
        self.counts[shape] += 1
        if self.counts[shape] <= SHOWN:
            text = request.decode("utf-8", "replace") if isinstance(request, bytes) else str(request)
            print(f"violation: --seed {self.seed} --method {self.block}\n    {check} of {method}: {shown(reason)}\n    {shown(text)}",
                  flush=True)

    @property
    def count(self):
        return sum(self.counts.values())


def shown(text):
    """A text as a terminal shows it, cut."""
    return re.sub(r"[^\x20-\x7e]", lambda match: ascii(match[0])[1:-1], text[:TEXT])
