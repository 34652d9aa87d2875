"""What the measurements were made on, in words; nothing that tells one machine from its like."""

import os
import platform
import re
import subprocess


def first_match(pattern, text):
    match = re.search(pattern, text)
    return match.group(1).strip() if match else "unknown"


def version(*command):
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    return first_match(r"(\d+\.\d+[\d.]*)", output.stdout + output.stderr)


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as cpuinfo:
        text = cpuinfo.read()
    kind = ", virtual" if " hypervisor " in text else ""
    return first_match(r"model name\s*: (.*)", text) + kind


def file_system(path):
    output = subprocess.run(["df", "--output=fstype", path], capture_output=True, text=True, check=True)
    return output.stdout.split()[-1]


def distribution():
    with open("/etc/os-release", encoding="utf-8") as release:
        return first_match(r'PRETTY_NAME="(.*)"', release.read())


def description(data, day):
    # The rest of the release names a build.
    kernel = ".".join(platform.release().split("-")[0].split(".")[:2])
    programs = [
        f"Swift {version('swift', '--version')}", f"redis {version('redis-server', '--version')}",
        f"mpd {version('mpd', '--version')}", f"taskwarrior {version('task', '--version')}"]
    return (
        f"{day}, {processor()}, {len(os.sched_getaffinity(0))} cores, {distribution()}, Linux {kernel},"
        f" data on {file_system(data)}; {', '.join(programs)}.\n")
