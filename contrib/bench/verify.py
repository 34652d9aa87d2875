#!/usr/bin/env python3
"""Measures how long others wait while the visits of a garden are verified (RULES V4).

    contrib/bench/verify.py --gardend .build/release/gardend [--visits 50000] [--manual]

`gardend simulate` fills a garden with visits that it located and signed. A daemon then verifies them for one client, while another
one asks for the status and adds notes again and again.
"""
import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.count = 0

    def ask(self, method, **params):
        """The result of a request, and the seconds until it was read."""
        self.count += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        start = time.perf_counter()
        self.socket.sendall((line + "\n").encode())
        answer = json.loads(self.file.readline())
        if "error" in answer:
            sys.exit(f"{line}: {answer}")
        return answer["result"], time.perf_counter() - start


def fill(gardend, data, visits, is_manual):
    lines = []
    for number in range(visits):
        place = {"latitude": round(35 + number % 1000 / 1e4, 6), "longitude": round(139 + number / 1e6, 6)}
        if is_manual:
            lines.append({"jsonrpc": "2.0", "id": number, "method": "visit.add", "params": place})
        else:
            lines.append({"place": place | {"source": "geoclue", "accuracy": 8.5}})
            lines.append({"jsonrpc": "2.0", "id": number, "method": "visit.here"})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    subprocess.run(
        [gardend, "simulate", "--data", data], input=text.encode(), stdout=subprocess.DEVNULL, check=True)


def waits(client, is_over):
    """The seconds that each request took, in order, until a condition holds."""
    times = {"daemon.status": [], "log.note": []}
    while not is_over():
        times["daemon.status"].append(client.ask("daemon.status")[1])
        times["log.note"].append(client.ask("log.note", text="note")[1])
        time.sleep(0.001)
    return times


def report(what, times):
    for method, values in times.items():
        values.sort()
        figures = [values[len(values) // 2], values[len(values) * 99 // 100], values[-1]]
        print(f"{what}: {method} {len(values)} times, "
              + ", ".join(f"{name} {value * 1000:.2f} ms" for name, value in zip(["median", "p99", "most"], figures)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gardend", default="gardend")
    parser.add_argument("--visits", type=int, default=50_000)
    parser.add_argument("--manual", action="store_true", help="visits without signatures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, path = f"{folder}/data", f"{folder}/garden.sock"
        fill(options.gardend, data, options.visits, options.manual)
        environment = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder}
        daemon = subprocess.Popen([options.gardend, "run", "--data", data, "--socket", path], env=environment)
        try:
            while not pathlib.Path(path).exists():
                time.sleep(0.01)
            other, verifier = Client(path), Client(path)
            end = time.monotonic() + 3
            report("before", waits(other, lambda: time.monotonic() > end))
            found = {}
            thread = threading.Thread(target=lambda: found.update(zip(["check", "seconds"], verifier.ask("visit.verify"))))
            thread.start()
            report("meanwhile", waits(other, lambda: not thread.is_alive()))
            check = found["check"]
            print(f"verified {check['visits']} visits, {check['signed']} signed, in {found['seconds']:.1f} s: ok {check['ok']}")
        finally:
            daemon.terminate()
            daemon.wait()


main()
