#!/usr/bin/env bash
# Compares gardend and gardenctl with redis, mpd and taskwarrior, and prints a table in Markdown. The article Speed
# explains the rows.
set -euo pipefail

readonly packages=(libsystemd-dev libsqlite3-dev libexpat1-dev zlib1g-dev nettle-dev pkg-config gcc libc6-dev python3 redis-server redis-tools taskwarrior mpd mpc)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/bench/run.sh [--quick] [--ext4] [--only WHAT]...

Builds the release, measures it beside redis, mpd and taskwarrior in private
folders, and prints a table. It takes some minutes and wants an idle machine.

  --quick      few and short rounds: to see that all works
  --ext4       data on an ext4 of its own, with a journal as desktops have it,
               in a file beside the build; wants root
  --only WHAT  processes, queries, changes, memory, lateness, startup, journal,
               tasks or things

For the sizes of a release whose binaries are at hand, a journal of a million
events, and two releases beside each other: contrib/bench/journal.py --help
END
}

build() {
    build_release >&2
    built=$(build_release --show-bin-path)
    gcc -O2 -Wall -Wextra -o "$work/load" "$root/contrib/bench/load.c"
    gcc -O2 -Wall -Wextra -o "$work/spawn" "$root/contrib/bench/spawn.c"
}

# On a file system without a journal, a sync costs less than on a desktop.
mount_ext4() {
    truncate -s 8G "$work/ext4"
    mkfs.ext4 -q "$work/ext4"
    mount -o loop "$work/ext4" "$work/data"
    mkdir "$work/data/run"
}

clean_up() {
    if mountpoint -q "$work/data"; then umount --lazy "$work/data"; fi
    rm -rf "$work"
}

main() {
    local argument own_file_system=false data
    local -a rest=()
    for argument in "$@"; do
        case $argument in
            -h | --help) usage && exit 0 ;;
            --ext4) own_file_system=true ;;
            *) rest+=("$argument") ;;
        esac
    done
    command -v swift >/dev/null || fail "Swift is missing; 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages "${packages[@]}" >&2
    # Next to the build, which is on a disk; /tmp may not be.
    mkdir -p "$root/.build"
    work=$(mktemp -d "$root/.build/bench.XXXXXX")
    trap clean_up EXIT
    mkdir "$work/data"
    data=$work/data
    if $own_file_system; then
        mount_ext4
        data+=/run
    fi
    build
    PYTHONDONTWRITEBYTECODE=1 python3 "$root/contrib/bench/bench.py" \
        --built "$built" --tools "$work" --data "$data" "${rest[@]}"
}

main "$@"
