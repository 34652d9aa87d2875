#!/usr/bin/env bash
# Measures gardend and gardenctl beside redis, mpd and taskwarrior, and prints a table in Markdown.
# The article Speed says what the rows mean.
set -euo pipefail

readonly packages=(libsystemd-dev libsqlite3-dev pkg-config gcc libc6-dev python3 redis-server redis-tools taskwarrior mpd mpc)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/bench/run.sh [--quick] [--only WHAT]...

Builds the release, measures it beside redis, mpd and taskwarrior in private
folders, and prints a table. It takes some minutes and wants an idle machine.

  --quick      few and short rounds: to see that all works
  --only WHAT  processes, queries, changes, memory, lateness or startup
END
}

# As contrib/install.sh builds them.
build() {
    local flags=(--package-path "$root" -c release --static-swift-stdlib -Xlinker -s) product
    flags+=(-Xlinker "-L$("$root/contrib/static-libraries.sh")")
    for product in gardend gardenctl; do
        swift build "${flags[@]}" --product "$product" >&2
    done
    built=$(swift build "${flags[@]}" --show-bin-path)
    gcc -O2 -Wall -Wextra -o "$work/load" "$root/contrib/bench/load.c"
    gcc -O2 -Wall -Wextra -o "$work/spawn" "$root/contrib/bench/spawn.c"
}

main() {
    local argument
    for argument in "$@"; do
        case $argument in
            -h | --help) usage && exit 0 ;;
        esac
    done
    command -v swift >/dev/null || fail "Swift is missing; 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages "${packages[@]}" >&2
    # Beside the build, for that is on a disk, which /tmp need not be.
    mkdir -p "$root/.build"
    work=$(mktemp -d "$root/.build/bench.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/data"
    build
    PYTHONDONTWRITEBYTECODE=1 python3 "$root/contrib/bench/bench.py" \
        --built "$built" --tools "$work" --data "$work/data" "$@"
}

main "$@"
