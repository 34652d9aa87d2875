#!/usr/bin/env bash
# Builds gardend for release and attacks it with a crowd of hostile clients, once with its data on a tmpfs and once on
# the disk, and with 250 clients that read nothing; prints tables of the results. Exits with 1 when a bound is missed.
#
# Usage: contrib/bench/hostile.sh [GARDEND]
set -euo pipefail

readonly seconds=10 events=100000 memory=/dev/shm disk=${TMPDIR:-/tmp}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

main() {
    local here gardend folder place failed=0
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    command -v cc >/dev/null || fail "a C compiler is missing"
    command -v python3 >/dev/null || fail "Python 3 is missing"
    if [ $# -gt 0 ]; then
        gardend=$(realpath "$1")
    else
        build_release
        gardend=$(build_release --show-bin-path)/gardend
    fi
    folder=$(mktemp -d)
    # shellcheck disable=SC2064 # expanded now, because the name is local
    trap "rm -rf '$folder' $memory/garden-hostile-$$ $disk/garden-hostile-$$" EXIT
    cc -O2 -Wall -Wextra -o "$folder/hostile" "$here/hostile.c"
    for place in "$memory" "$disk"; do
        mkdir -m 700 "$place/garden-hostile-$$"
        printf '\nData in %s (%s)\n\n' "$place" "$(stat -f -c %T "$place")"
        python3 "$here/hostile.py" "$gardend" "$folder/hostile" "$place/garden-hostile-$$" "$seconds" "$events" ||
            failed=1
    done
    mkdir -m 700 "$memory/garden-hostile-$$/deaf"
    printf '\n'
    python3 "$here/deaf.py" "$gardend" "$memory/garden-hostile-$$/deaf" || failed=1
    mkdir -m 700 "$memory/garden-hostile-$$/children"
    printf '\n'
    python3 "$here/children.py" "$gardend" "$memory/garden-hostile-$$/children" || failed=1
    return "$failed"
}

main "$@"
