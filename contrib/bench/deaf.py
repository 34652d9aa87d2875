#!/usr/bin/env python3
"""Has 250 clients at once ask for much and read nothing, one kind of request after the other, and prints the anonymous memory of
gardend and how long another client waits. Exits with 1 when a bound is missed.

Usage: deaf.py GARDEND FOLDER
"""

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time

CLIENTS = 250
SECONDS = 6
PATIENCE_SECONDS = 30
PEAK_MIB = 128
AFTER_MIB = 16


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def batch(line):
    return f"[{','.join([line] * 100)}]\n".encode()


DISCOVER = request("rpc.discover")
EVENTS = request("journal.list", limit=1000)
KINDS = {
    "batches of `rpc.discover`": batch(DISCOVER),
    "single `rpc.discover`": (DISCOVER + "\n").encode() * 40,
    "one `rpc.discover`": (DISCOVER + "\n").encode(),
    "lists": (EVENTS + "\n").encode() * 8,
    "batches of lists": batch(EVENTS),
    "batches of status": batch(request("daemon.status")) * 20,
    "batches of long requests": batch(request("nothing", text="x" * 9000)),
    "batches of many values": batch(request("nothing", list=[1] * 150)) * 20,
    "subscribers from the beginning": (request("events.subscribe", since=0) + "\n").encode(),
    "lines without an end": b"[" + b" " * 900_000,
}


class Daemon:
    """A private gardend with some megabytes of history."""

    def __init__(self, program, folder):
        os.makedirs(folder, mode=0o700)
        environment = {
            "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_DATA_HOME": f"{folder}/data",
            "XDG_CONFIG_HOME": f"{folder}/config"}
        self.process = subprocess.Popen(
            [program], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = f"{folder}/garden/garden.sock"
        while not os.path.exists(self.socket):
            time.sleep(0.05)
        client = self.connect()
        note = request("log.note", text="n" * 900)
        reader = client.makefile("rb")
        for _ in range(20):
            client.sendall(f"[{','.join([note] * 100)}]\n".encode())
            reader.readline()
        client.close()

    def connect(self):
        client = socket.socket(socket.AF_UNIX)
        client.connect(self.socket)
        return client

    def anonymous_mib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("RssAnon"))

    def stop(self):
        self.process.terminate()
        self.process.wait()


def attack(daemon, line):
    """The most and the last anonymous memory, and the waits of another client, in ms."""
    honest = daemon.connect()
    reader = honest.makefile("rb")
    status = (request("daemon.status") + "\n").encode()
    # A bar has asked before. A client that asks for the first time comes after all others that do.
    honest.sendall(status)
    reader.readline()
    clients = []
    for _ in range(CLIENTS):
        client = daemon.connect()
        client.setblocking(False)
        clients.append([client, line])
    waits, peak, end = [], 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        _, writable, _ = select.select([], [c for c, rest in clients if rest], [], 0)
        ready = set(writable)
        for pair in clients:
            if pair[0] in ready:
                try:
                    pair[1] = pair[1][pair[0].send(pair[1]):]
                except OSError:
                    pair[1] = b""
        begin = time.monotonic()
        honest.sendall(status)
        if not reader.readline():
            sys.exit("deaf.py: the honest client was disconnected")
        waits.append((time.monotonic() - begin) * 1000)
        peak = max(peak, daemon.anonymous_mib())
        time.sleep(0.002)
    for client, _ in clients:
        client.close()
    # What they sent is decided all the same: a script may send a change and leave.
    end = time.monotonic() + PATIENCE_SECONDS
    while (after := daemon.anonymous_mib()) > AFTER_MIB and time.monotonic() < end:
        time.sleep(0.5)
    return peak, after, sorted(waits)


def main():
    program, folder = sys.argv[1:]
    missed = []
    print("| 250 clients that read nothing | Most | Afterwards | Others wait: median, 99%, slowest |", "| --- | --- | --- | --- |", sep="\n")
    for number, (kind, line) in enumerate(KINDS.items()):
        daemon = Daemon(os.path.abspath(program), f"{folder}/{number}")
        try:
            peak, after, waits = attack(daemon, line)
        finally:
            daemon.stop()
        times = ", ".join(f"{wait:.1f}" for wait in (waits[len(waits) // 2], waits[len(waits) * 99 // 100], waits[-1]))
        print(f"| {kind} | {peak:.0f} MB | {after:.0f} MB | {times} ms |", flush=True)
        if peak > PEAK_MIB or after > AFTER_MIB:
            missed.append(kind)
        shutil.rmtree(f"{folder}/{number}")
    if missed:
        sys.exit(f"deaf.py: out of bounds: {'; '.join(missed)}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
