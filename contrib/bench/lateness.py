"""Measures how late gardend reports the end of a phase, and the limit of a drill, while it is under load."""

import datetime
import json
import statistics
import subprocess
import time
from contextlib import ExitStack

from servers import Client

STATUS = '{"jsonrpc":"2.0","id":1,"method":"daemon.status"}'
PHASE_SECONDS = 60
SPACING_SECONDS = 0.6
# How long before the end the load begins, and how long after it the load lasts.
LEAD_SECONDS, TRAIL_SECONDS = 0.35, 0.05
LOAD_WARM_UP_SECONDS = 0.2


class Phase:
    """A daemon with something that ends after one minute, and a subscriber."""

    def __init__(self, server, topic, method, params):
        self.server = server
        self.listener = Client(server.socket)
        self.listener.call("events.subscribe", topics=[topic])
        with Client(server.socket) as client:
            client.call(method, **params)
        self.ends_at = time.time() + PHASE_SECONDS

    def milliseconds_late(self):
        """Waits for the end of the phase, and compares its date with the time of its arrival."""
        with self.listener:
            line = self.listener.file.readline()
            heard_at = time.time()
        due = datetime.datetime.fromisoformat(json.loads(line)["params"]["at"])
        return (heard_at - due.timestamp()) * 1000


KINDS = {
    "a phase's end": ("focus.completed", "timer.start", {"minutes": 1}),
    "a drill's limit": ("drill.finished", "drill.start", {"deck": "flags", "level": "basic"}),
}


def measure(run):
    for what, kind in KINDS.items():
        measure_one(run, what, kind)


def measure_one(run, what, kind):
    count = 8 if run.quick else 60
    with ExitStack() as stack:
        servers = [stack.enter_context(run.programs.garden(run.new_data())) for _ in range(count)]
        phases = []
        begun = time.time()
        for index, server in enumerate(servers):
            time.sleep(max(0, begun + index * SPACING_SECONDS - time.time()))
            phases.append(Phase(server, *kind))
        late = [under_load(run, phase) for phase in phases]
    late.sort()
    run.row(
        f"Lateness of {what} under 50 busy connections, {count} ends",
        f"median {statistics.median(late):.1f} ms, 99% {late[int((count - 1) * 0.99)]:.1f} ms, worst {late[-1]:.1f} ms")


def under_load(run, phase):
    time.sleep(max(0, phase.ends_at - LEAD_SECONDS - time.time()))
    seconds = LEAD_SECONDS + TRAIL_SECONDS - LOAD_WARM_UP_SECONDS
    command = [f"{run.tools}/load", "line", phase.server.socket, "50", str(seconds), "1", STATUS]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as load:
        late = phase.milliseconds_late()
        if load.wait() != 0:
            raise RuntimeError("the load failed")
    return late
