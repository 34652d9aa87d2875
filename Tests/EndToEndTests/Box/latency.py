#!/usr/bin/env python3
"""Asks a daemon for its status for some seconds, and prints the 99th percentile of the answers in microseconds.

Every hundredth request asks for a sample notification, so that something waits for the notification server.
"""
import json
import socket
import sys
import time

path, seconds = sys.argv[1], float(sys.argv[2])
client = socket.socket(socket.AF_UNIX)
client.connect(path)
reader = client.makefile("rb")
times = []
end = time.monotonic() + seconds
count = 0
while time.monotonic() < end:
    count += 1
    method = "notification.test" if count % 100 == 0 else "daemon.status"
    line = json.dumps({"jsonrpc": "2.0", "id": count, "method": method}) + "\n"
    begin = time.monotonic_ns()
    client.sendall(line.encode())
    answer = json.loads(reader.readline())
    times.append((time.monotonic_ns() - begin) // 1000)
    assert answer["id"] == count and "result" in answer, answer
    time.sleep(0.01)
times.sort()
print(times[len(times) * 99 // 100], times[-1], len(times))
