"""Describes the machine of the measurements, without anything that identifies it."""

import glob
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
    output = subprocess.run(["df", "--output=fstype,source", path], capture_output=True, text=True, check=True)
    kind, source = output.stdout.split()[-2:]
    if kind != "ext4":
        return kind
    # jbd2 keeps a folder for each journal it writes.
    journal = glob.glob(f"/proc/fs/jbd2/{os.path.basename(source)}-*")
    place = " of its own" if source.startswith("/dev/loop") else ""
    return f"ext4{place}, with its journal" if journal else "ext4 without a journal"


def distribution():
    with open("/etc/os-release", encoding="utf-8") as release:
        return first_match(r'PRETTY_NAME="(.*)"', release.read())


def description(data, day):
    # The rest of the release identifies a build.
    kernel = ".".join(platform.release().split("-")[0].split(".")[:2])
    programs = [
        f"Swift {version('swift', '--version')}", f"redis {version('redis-server', '--version')}",
        f"mpd {version('mpd', '--version')}", f"taskwarrior {version('task', '--version')}"]
    return (
        f"{day}, {processor()}, {len(os.sched_getaffinity(0))} cores, {distribution()}, Linux {kernel},"
        f" data on {file_system(data)}; {', '.join(programs)}.\n")


def forget(path):
    """Removes a file from the page cache."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)
