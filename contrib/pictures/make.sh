#!/usr/bin/env bash
# Draws the pictures of the README: a week of a garden is simulated, then the real programs show it on a fixed evening.
# Needs gcc, python3-pil, tmux, chromium, fonts-dejavu-core, fonts-noto-core, fonts-noto-color-emoji and fonts-urw-base35; for the bar
# also sway, waybar, grim and dbus, and a user who is not root.
#
# usage: contrib/pictures/make.sh DIRECTORY [OUTPUT]
#   DIRECTORY has gardend and gardenctl. The pictures are written to OUTPUT, by default beside this script.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "${1:?a directory with gardend and gardenctl is needed}" && pwd)
output=$(cd "${2:-$here}" && pwd)
scene=$(mktemp -d "${TMPDIR:-/tmp}/garden-pictures.XXXXXX")
export HOME=$scene XDG_DATA_HOME=$scene/data XDG_CONFIG_HOME=$scene/config XDG_RUNTIME_DIR=$scene/run
export PATH=$programs:$PATH TZ=UTC TERM=xterm-256color COLUMNS=96
unset GARDEN_SOCKET NO_COLOR DBUS_SESSION_BUS_ADDRESS
mkdir -p -m 700 "$XDG_DATA_HOME" "$XDG_CONFIG_HOME/garden" "$XDG_RUNTIME_DIR"
echo '[day]
timezone = "Etc/UTC"
[timer]
long_rest_every = 4
[stats]
daily_goal_minutes = 120' >"$XDG_CONFIG_HOME/garden/config.toml"
started=()
finish() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    wait
    rm -rf "$scene"
}
trap finish EXIT

# MARK: The evening of the pictures, by the tests' private clocks

evening=$(date -u -d "2026-11-21 18:15:40" +%s)
gcc -O2 -shared -fPIC -o "$scene/clockshim.so" "$here/../../Tests/EndToEndTests/Clock/clockshim.c" -ldl -lpthread
offset=$((evening - $(date +%s)))
# clocks REAL AWAKE: seconds that are added to the wall clock, and to the other two.
clocks() {
    # Programs have the file mapped: it must not become shorter for a moment.
    /usr/bin/python3 -c 'import os, struct, sys
real, awake = (int(word) * 10**9 for word in sys.argv[2:])
open(sys.argv[1], "r+b" if os.path.exists(sys.argv[1]) else "wb").write(struct.pack("<4q", real, awake, awake, 0))' \
        "$scene/clocks" "$@"
}
clocks "$offset" 0

# MARK: The week before

request() { printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' "$1" "$2"; }

at() { echo "{\"at\":\"$(date -u -d "@$1" +%Y-%m-%dT%H:%M:%SZ)\"}"; }

# A person's sessions: category and number, one after the other.
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

week() {
    local day
    request category.add '{"name":"Writing","color":"blue"}'
    request category.add '{"name":"Reading","color":"orange"}'
    request category.add '{"name":"Piano","color":"pink"}'
    for day in 7 6 5 4 3 2 1; do
        at $((evening - day * 86400 - 3600 * 5))
        sessions Writing $((2 + day % 3)) Reading $((1 + day % 2)) Piano 1
    done
    at $((evening - 3 * 3600))
    sessions Writing 2 Piano 1
    request points.adjust '{"amount":2000,"reason":"to begin with"}'
    request rate.add '{"amount":3200,"note":"groceries and lunch"}'
    request shop.add '{"name":"Coffee","price":500,"category":"Treats"}'
    request shop.buy '{"name":"Coffee"}'
    at $((evening - 60))
}

week >"$scene/week.jsonl"
first=$(date -u -d "@$((evening - 8 * 86400))" +%Y-%m-%dT%H:%M:%SZ)
gardend simulate --data "$XDG_DATA_HOME/garden" --start "$first" <"$scene/week.jsonl" >"$scene/simulated"
if grep '"error":' "$scene/simulated"; then exit 1; fi

CLOCKSHIM=$scene/clocks LD_PRELOAD=$scene/clockshim.so gardend >"$scene/log" 2>&1 &
started+=($!)
for _ in $(seq 50); do
    if gardenctl status >/dev/null 2>&1; then break; fi
    sleep 0.1
done
{
    gardenctl add 'Write the report today 22:00 #Writing +500 ~4 !1'
    gardenctl add 'Scales in C sharp minor tomorrow daily #Piano +30'
    gardenctl task add Water the plants --due tomorrow 9:00 --remind tomorrow 9:00 --repeat after 4d --points 50
    gardenctl add 'Next book of the pile #Reading +100'
    gardenctl start -t Write
} >"$scene/added"
# Six minutes of the session pass.
clocks $((offset + 367)) 367

# MARK: The pictures

# Runs a command as on a terminal, below its own line.
shown() {
    printf '\e[32m$\e[0m gardenctl%s\n' "${1:+ $1}"
    script -qec "stty cols $COLUMNS; gardenctl $1" /dev/null
    echo
}

{ shown "" && shown task && shown "why balance"; } | /usr/bin/python3 "$here/terminal.py" "$output/status.png"

# A full screen, as tmux sees it.
full_screen() {
    local tmux=(tmux -L "garden-pictures-$$" -f /dev/null)
    "${tmux[@]}" new-session -d -x 96 -y 25 "COLORTERM=truecolor exec gardenctl $1"
    for _ in $(seq 50); do
        if "${tmux[@]}" capture-pane -p | grep -q "$2"; then break; fi
        sleep 0.1
    done
    "${tmux[@]}" capture-pane -e -p
    "${tmux[@]}" kill-server
}
full_screen watch "q quit" | /usr/bin/python3 "$here/terminal.py" "$output/watch.png"
full_screen "drill play animals" "? keys" | /usr/bin/python3 "$here/terminal.py" "$output/drill.png"

# A year of another garden: from none to six sessions a day, more of them in autumn and winter, with days off.
year() {
    local day month random=7
    request category.add '{"name":"Writing","color":"blue"}'
    request category.add '{"name":"Reading","color":"orange"}'
    request task.add '{"title":"Stretch","standing":true,"category":"Writing","points":40}'
    request task.add '{"title":"Note a quotation","standing":true,"category":"Reading","points":60}'
    request task.add '{"title":"Try a recipe","standing":true,"category":"Cooking","points":150}'
    request points.adjust '{"amount":1500,"reason":"to begin with"}'
    request shop.add '{"name":"Coffee","price":100}'
    for ((day = 400; day > 0; day--)); do
        random=$(((random * 1103515245 + 12345) % 2147483648))
        month=$(date -u -d "@$((evening - day * 86400))" +%-m)
        at $((evening - day * 86400 - 3600 * 8))
        sessions Writing $((random / 65536 % 7 * (random / 1024 % 5 > 0) * (month > 8 || month < 6 || day % 3) / (1 + day % 2)))
        if ((day < 150 && day % 4 == 0)); then sessions Reading 1; fi
        if ((day > 230 && day % 2 == 0)); then sessions Cooking 1; fi
        if ((day < 60 && day % 6 == 0)); then sessions Piano 1; fi
        if ((day % 3 == 0)); then request task.done '{"title":"Stretch"}'; fi
        if ((day < 150 && day % 5 == 0)); then request task.done '{"title":"Note a quotation"}'; fi
        if ((day > 230 && day % 7 == 0)); then request task.done '{"title":"Try a recipe"}'; fi
        if ((day % 9 == 0)); then request shop.buy '{"name":"Coffee"}'; fi
        if ((random / 4096 % 11 == 0)); then request rate.add "{\"amount\":$((random / 8192 % 40 * 100 + 400))}"; fi
    done
    at $((evening - 60))
}

mkdir -p -m 700 "$scene/year"
year >"$scene/year.jsonl"
first=$(date -u -d "@$((evening - 401 * 86400))" +%Y-%m-%dT%H:%M:%SZ)
gardend simulate --data "$scene/year/garden" --start "$first" <"$scene/year.jsonl" >"$scene/simulated"
if grep '"error":' "$scene/simulated"; then exit 1; fi
(
    export XDG_DATA_HOME=$scene/year XDG_RUNTIME_DIR=$scene/year/run COLUMNS=112 COLORTERM=truecolor
    mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    CLOCKSHIM=$scene/clocks LD_PRELOAD=$scene/clockshim.so gardend >"$scene/log" 2>&1 &
    process=$!
    for _ in $(seq 50); do
        if gardenctl status >/dev/null 2>&1; then break; fi
        sleep 0.1
    done
    shown "stats heatmap" | /usr/bin/python3 "$here/terminal.py" "$output/heatmap.png"
    shown garden | /usr/bin/python3 "$here/terminal.py" "$output/garden.png"
    gardenctl report --html "$scene/report.html"
    kill "$process"
    wait "$process" || true
)

# The beginning of the page. Chromium has no sandbox of its own as root and in containers.
chromium --headless --no-sandbox --hide-scrollbars --window-size=900,1330 --screenshot="$output/report.png" \
    "file://$scene/report.html" 2>"$scene/chromium.log"

draw_bar() {
    cd "$scene"
    printf 'output HEADLESS-1 resolution 720x30\noutput * bg #2e3440 solid_color\n' >sway.conf
    cat >bar.json <<'EOF'
{ "layer": "top", "height": 30, "modules-left": ["custom/garden"], "modules-right": ["custom/time"],
  "custom/garden": { "exec": "gardenctl watch -f waybar --interval 1", "return-type": "json" },
  "custom/time": { "exec": "echo 'Sat 18:21'", "interval": "once" } }
EOF
    cat >bar.css <<'EOF'
* { font-family: "DejaVu Sans"; font-size: 14px; color: #eceff4; }
window { background: #2e3440; }
#custom-garden, #custom-time { padding: 0 14px; }
#custom-garden.focus { background: #3b6ea5; }
#custom-garden.rest { background: #5f8f5a; }
EOF
    WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c sway.conf >sway.log 2>&1 &
    started+=($!)
    for _ in $(seq 100); do
        if [ -S "$XDG_RUNTIME_DIR/wayland-1" ]; then break; fi
        sleep 0.05
    done
    WAYLAND_DISPLAY=wayland-1 dbus-run-session waybar -c bar.json -s bar.css >bar.log 2>&1 &
    started+=($!)
    sleep 3
    WAYLAND_DISPLAY=wayland-1 grim "$output/bar.png"
}

if [ "$(id -u)" -eq 0 ]; then
    echo "No picture of the bar: sway does not run as root."
else
    draw_bar
fi
