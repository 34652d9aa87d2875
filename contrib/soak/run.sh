#!/usr/bin/env bash
# Runs a gardend for days of its own time, with load, faults and kills (soak.py). As root, its data are on a small ext4
# of their own, which is full now and then.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/soak/run.sh [--gardend PROGRAM] [--hours N] [--seed N] [--plot FILE]

Three days by default, in some minutes. The plot needs matplotlib (Debian:
python3-matplotlib). Without a PROGRAM, a debug build is made.
END
}

clean_up() {
    if mountpoint -q "$work/data"; then umount --lazy "$work/data"; fi
    rm -rf "$work"
}

main() {
    local gardend="" argument
    local -a rest=()
    while [ $# -gt 0 ]; do
        argument=$1
        shift
        case $argument in
            -h | --help) usage && exit 0 ;;
            --gardend) gardend=$(realpath "$1") && shift ;;
            *) rest+=("$argument") ;;
        esac
    done
    if [ -z "$gardend" ]; then
        swift build --package-path "$root" --product gardend >&2
        gardend=$(swift build --package-path "$root" --show-bin-path)/gardend
    fi
    work=$(mktemp -d)
    trap clean_up EXIT
    mkdir -m 700 "$work/data"
    cc -O2 -shared -fPIC -o "$work/clocks.so" "$root/Tests/EndToEndTests/Clock/clockshim.c" -ldl -lpthread
    if [ "$(id -u)" -eq 0 ]; then
        truncate -s 64M "$work/ext4"
        mkfs.ext4 -q "$work/ext4"
        mount -o loop "$work/ext4" "$work/data" || say "no file system can be mounted here; its disk is never full"
        chmod 700 "$work/data"
    fi
    python3 "$root/contrib/soak/soak.py" --gardend "$gardend" --clocks "$work/clocks.so" --folder "$work/data" "${rest[@]}"
}

main "$@"
