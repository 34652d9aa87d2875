#!/usr/bin/env python3
"""Has hooks start many processes, and prints how long another client waits meanwhile, what gardend itself uses, and how many
processes are left. Without a service manager. Exits with 1 when a bound is missed.

Usage: children.py GARDEND FOLDER
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

CHILDREN = 1500
LIMIT_SECONDS = 5
WAIT_MILLISECONDS = 50

START = f"i=0; while [ $i -lt {CHILDREN} ]; do sleep 1000 & i=$((i+1)); done"
HOOKS = {"reaches its limit": (f"{START}; wait", 0), "ends at once": (f"{START}; exit 0", CHILDREN)}


class Client:
    """A connection that asks one request after the other."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")

    def ask(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        return json.loads(self.lines.readline())["result"]


class Prober(threading.Thread):
    """Asks again and again, and keeps the longest wait."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.client = Client(path)
        self.longest = 0.0
        self.ends = threading.Event()

    def run(self):
        while not self.ends.wait(0.001):
            begin = time.monotonic()
            self.client.ask("timer.get")
            self.longest = max(self.longest, time.monotonic() - begin)


def left(path):
    """How many processes that a hook has started are left."""
    count = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                is_hooks = f"GARDEN_SOCKET={path}".encode() in file.read().split(b"\0")
            with open(f"/proc/{name}/comm") as file:
                count += is_hooks and file.read() == "sleep\n"
        except OSError:
            continue
    return count


def seconds_used(process):
    with open(f"/proc/{process}/stat") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure(program, folder, name, script, expected):
    os.makedirs(f"{folder}/config/garden/hooks", mode=0o700)
    hook = f"{folder}/config/garden/hooks/timer.started"
    with open(hook, "w") as file:
        file.write(f"#!/bin/sh\n{script}\n")
    os.chmod(hook, 0o700)
    with open(f"{folder}/config/garden/config.toml", "w") as file:
        file.write(f"[hooks]\ntimeout_seconds = {LIMIT_SECONDS}\n")
    environment = {
        "HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_DATA_HOME": f"{folder}/data",
        "XDG_CONFIG_HOME": f"{folder}/config", "PATH": os.environ["PATH"]}
    daemon = subprocess.Popen(
        [program], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = f"{folder}/garden/garden.sock"
    while not os.path.exists(path):
        time.sleep(0.05)
    client, prober = Client(path), Prober(path)
    prober.start()
    before = seconds_used(daemon.pid)
    client.ask("timer.start")
    time.sleep(LIMIT_SECONDS + 5)
    remaining = left(path)
    check = next(check for check in client.ask("daemon.doctor") if check["name"] == "hooks")
    prober.ends.set()
    prober.join()
    used = seconds_used(daemon.pid) - before
    daemon.send_signal(signal.SIGTERM)
    daemon.wait()
    afterwards = left(path)
    longest = prober.longest * 1000
    print(f"| {name} | {longest:.1f} ms | {used:.2f} s | {remaining} | {afterwards} |", flush=True)
    print(f"  doctor: {check['detail']}", file=sys.stderr)
    return longest <= WAIT_MILLISECONDS and remaining == expected and afterwards == 0


def main():
    program, folder = sys.argv[1:]
    print(f"A hook starts {CHILDREN} processes, while another client asks for the timer each millisecond.\n")
    print("| The hook | The client waits at most | gardend uses | Left then | Left after a stop |")
    print("| --- | --- | --- | --- | --- |")
    outcomes = [
        measure(program, f"{folder}/{number}", name, script, expected)
        for number, (name, (script, expected)) in enumerate(HOOKS.items())]
    sys.exit(0 if all(outcomes) else 1)


main()
