#!/usr/bin/env bash
# Draws the pictures of the README with a garden of its own: a week of it is simulated, then the real programs show it.
# Needs python3-pil and fonts-dejavu-core; for the bar also sway, waybar and grim.
#
# usage: contrib/pictures/make.sh DIRECTORY   the directory with gardend and gardenctl
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "${1:?a directory with gardend and gardenctl is needed}" && pwd)
scene=$(mktemp -d "${TMPDIR:-/tmp}/garden-pictures.XXXXXX")
export HOME=$scene XDG_DATA_HOME=$scene/data XDG_CONFIG_HOME=$scene/config XDG_RUNTIME_DIR=$scene/run
export PATH=$programs:$PATH TZ=UTC TERM=xterm-256color COLUMNS=100
unset GARDEN_SOCKET NO_COLOR
mkdir -p -m 700 "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR"
started=()
finish() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    wait
    rm -rf "$scene"
}
trap finish EXIT

request() { printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' "$1" "$2"; }

# A person's sessions of a day: category and number, one after the other.
sessions() {
    local category count
    while [ $# -gt 0 ]; do
        category=$1 count=$2
        shift 2
        for _ in $(seq "$count"); do
            request timer.start "{\"category\":\"$category\",\"restart\":true}"
            echo '{"advance":1500}'
            request timer.stop '{}'
        done
    done
}

# The week before today, and the morning of today, up to now.
week() {
    local day now
    now=$(date +%s)
    request category.add '{"name":"Writing","color":"blue"}'
    request category.add '{"name":"Reading","color":"orange"}'
    request category.add '{"name":"Piano","color":"pink"}'
    for day in 7 6 5 4 3 2 1; do
        echo "{\"at\":\"$(date -u -d "@$((now - day * 86400 - 3600 * 5))" +%Y-%m-%dT%H:%M:%SZ)\"}"
        sessions Writing $((2 + day % 3)) Reading $((1 + day % 2)) Piano 1
    done
    echo "{\"at\":\"$(date -u -d "@$((now - 7500))" +%Y-%m-%dT%H:%M:%SZ)\"}"
    sessions Writing 3
    request points.adjust '{"amount":2000,"reason":"to begin with"}'
    request rate.add '{"amount":3200,"note":"groceries and lunch"}'
    request shop.add '{"name":"Coffee","price":500,"category":"Treats"}'
    request shop.buy '{"name":"Coffee"}'
    echo "{\"at\":\"$(date -u -d "@$((now - 367))" +%Y-%m-%dT%H:%M:%SZ)\"}"
}

serve() {
    gardend >"$scene/log" 2>&1 &
    started+=($!)
    for _ in $(seq 50); do
        if gardenctl status >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    cat "$scene/log" >&2
    return 1
}

# Runs a command as on a terminal, below its own line.
shown() {
    printf '\e[32m$\e[0m gardenctl%s\n' "${1:+ $1}"
    script -qec "stty cols $COLUMNS; gardenctl $1" /dev/null
    echo
}

week >"$scene/week.jsonl"
first=$(date -u -d "@$(($(date +%s) - 8 * 86400))" +%Y-%m-%dT%H:%M:%SZ)
gardend simulate --data "$XDG_DATA_HOME/garden" --start "$first" <"$scene/week.jsonl" >"$scene/simulated"
if grep '"error":' "$scene/simulated"; then exit 1; fi
serve
{
    gardenctl add 'Write the report today 23:30 #Writing +500 ~4 !1'
    gardenctl add 'Scales in C sharp minor tomorrow daily #Piano +30'
    gardenctl add 'Water the plants tomorrow 9:00 after 4d +50' || gardenctl task add Water the plants --due tomorrow 9:00 --repeat after 4d --points 50
    gardenctl add 'Next book of the pile #Reading +100'
    gardenctl start -t Write
} >"$scene/added"
sleep 2
{ shown "" && shown task && shown "why balance --limit 3"; } | /usr/bin/python3 "$here/terminal.py" "$here/status.png" 
