"""The programs that are measured, each a private process with its own socket and data."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import time

WAIT_SECONDS = 60
TRY_SECONDS = 0.002


class Server:
    """A process that serves a Unix socket until the end of its `with` block."""

    def __init__(self, command, socket_path, cpu=None, environment=None):
        self.socket = socket_path
        self.command = [str(part) for part in command]
        self.cpu = cpu
        self.environment = {**os.environ, **(environment or {})}
        self.process = None

    def __enter__(self):
        self.spawn()
        try:
            self.await_socket()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def spawn(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.socket)
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        if self.cpu is not None:
            os.sched_setaffinity(self.process.pid, {self.cpu})

    def await_socket(self):
        end = time.monotonic() + WAIT_SECONDS
        while True:
            with socket.socket(socket.AF_UNIX) as probe:
                try:
                    return probe.connect(self.socket)
                except OSError:
                    if time.monotonic() > end or self.process.poll() is not None:
                        raise RuntimeError(f"{self.command[0]} does not serve") from None
            time.sleep(TRY_SECONDS)

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait()

    def memory(self):
        """Resident and anonymous memory, in MiB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="utf-8") as rollup:
            kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in rollup if line.endswith("kB\n")}
        return kilobytes["Rss"] / 1024, kilobytes["Anonymous"] / 1024


class Programs:
    """Starts servers, with sockets and small files in one folder."""

    def __init__(self, built, folder, cpu=None):
        self.built = built
        self.folder = folder
        self.cpu = cpu
        self.count = 0

    def new_path(self, name):
        self.count += 1
        return f"{self.folder}/{name}-{self.count}"

    def garden(self, data, environment=None):
        # The socket has its own folder, because the daemon writes its last words next to it.
        home = self.new_path("garden")
        os.mkdir(home, 0o700)
        config = f"{home}/config.toml"
        open(config, "w").close()
        command = [f"{self.built}/gardend", "--socket", f"{home}/s", "--data", data, "--config", config]
        return Server(command, f"{home}/s", self.cpu, environment)

    def redis(self, data, durable):
        path = self.new_path("redis")
        keeping = ["--appendonly", "yes", "--appendfsync", "always"] if durable else ["--appendonly", "no"]
        command = ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--dir", data, *keeping]
        return Server(command, path, self.cpu)

    def mpd(self):
        home = self.new_path("mpd")
        os.makedirs(f"{home}/music")
        with open(f"{home}/conf", "w", encoding="utf-8") as conf:
            conf.write(
                f'music_directory "{home}/music"\ndb_file "{home}/db"\nbind_to_address "{home}/s"\n'
                'zeroconf_enabled "no"\naudio_output {\n  type "null"\n  name "none"\n}\n')
        return Server(["mpd", "--no-daemon", f"{home}/conf"], f"{home}/s", self.cpu)


class Client:
    """One connection to a gardend."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("r", encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def call(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        answer = json.loads(self.file.readline())
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]
