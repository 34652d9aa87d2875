#!/usr/bin/env bash
# Draws waybar, i3blocks (in swaybar), polybar and tmux in every state of the timer, with the lines of the README, and restarts each of
# them twenty times: one watcher each, and none is left. Run it as a user who is not root. Needs sway, waybar, i3blocks, polybar, grim,
# dbus, xvfb, imagemagick, tmux, python3-pil and fonts-dejavu-core.
#
# usage: contrib/pictures/bars.sh DIRECTORY OUTPUT
#   DIRECTORY has gardend and gardenctl. The pictures are written to OUTPUT.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "${1:?a directory with gardend and gardenctl is needed}" && pwd)
output=$(cd "${2:?a directory for the pictures is needed}" && pwd)
readme=$here/../../README.md
scene=$(mktemp -d "${TMPDIR:-/tmp}/garden-bars.XXXXXX")
restarts=20
export HOME=$scene XDG_DATA_HOME=$scene/data XDG_CONFIG_HOME=$scene/config XDG_RUNTIME_DIR=$scene/run
export PATH=$programs:$PATH TERM=xterm-256color LC_ALL=C.UTF-8
unset GARDEN_SOCKET NO_COLOR DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY DISPLAY
mkdir -p "$XDG_DATA_HOME" "$XDG_CONFIG_HOME/garden" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
printf '[timer]\nstart_rest = "always"\n' >"$XDG_CONFIG_HOME/garden/config.toml"
cd "$scene"
finish() {
    tmux -S "$scene/tmux" kill-server 2>/dev/null || true
    local process
    for process in $(jobs -p); do kill "$process" 2>/dev/null || true; done
    wait
    rm -rf "$scene"
}
trap finish EXIT

fail() {
    echo "bars: $1" >&2
    exit 1
}

# until WHAT COMMAND…: waits until a command succeeds, ten seconds at most.
await() {
    local what=$1 attempt
    shift
    for attempt in $(seq 200); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.05
    done
    fail "$what: not after $attempt attempts"
}

# The block of the README that has some words.
block() { awk -v words="$1" '/^```/ { if (inside && index(text, words)) { printf "%s", text; exit } inside = !inside; text = ""; next }
    inside { text = text $0 "\n" }' "$readme"; }

watchers() { pgrep -cf "^gardenctl watch" || true; }
has_watchers() { [ "$(watchers)" -eq "$1" ]; }

start_daemon() {
    gardend >"$scene/log" 2>&1 &
    daemon=$!
    await gardend gardenctl status
}

# MARK: The bars

block custom/garden >module
{ printf '{ "layer": "top", "position": "top", "height": 28, "modules-left": ["custom/garden"],\n' && cat module && echo '}'; } >bar.json
printf '* { font-family: "DejaVu Sans"; font-size: 14px; color: #eceff4; } window { background: #2e3440; }\n' >bar.css
block 'interval=persist' >i3blocks.conf
cat >sway.conf <<'CONF'
output HEADLESS-1 resolution 420x60
output * bg #2e3440 solid_color
bar {
    position bottom
    height 28
    font DejaVu Sans 11
    tray_output none
    workspace_buttons no
    status_command i3blocks -c i3blocks.conf
}
CONF
{ printf '[bar/top]\nwidth = 100%%\nheight = 28\noverride-redirect = true\nbackground = #2e3440\nforeground = #eceff4\nfont-0 = DejaVu Sans:size=11\nmodules-left = garden\n' && block module/garden; } >polybar.ini
block status-right >tmux.conf
printf 'set -g status-left ""\nset -g status-right-length 60\nsetw -g window-status-format ""\nsetw -g window-status-current-format ""\n' >>tmux.conf

start_sway() {
    WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c sway.conf >sway.log 2>&1 &
    sway=$!
    await sway test -S "$XDG_RUNTIME_DIR/wayland-1"
}
start_waybar() {
    WAYLAND_DISPLAY=wayland-1 dbus-run-session waybar -c bar.json -s bar.css >waybar.log 2>&1 &
    waybar=$!
}
start_polybar() {
    DISPLAY=:97 polybar -c polybar.ini top >polybar.log 2>&1 &
    polybar=$!
}
start_tmux() {
    # A client needs a terminal.
    script -qfc "stty cols 60 rows 4; exec tmux -u -S $scene/tmux -f tmux.conf new-session 'sleep 1000'" /dev/null </dev/null >tmux.out 2>&1 &
    tmux=$!
}

Xvfb :97 -screen 0 420x28x24 -nolisten tcp >xvfb.log 2>&1 &
start_sway
start_waybar
start_polybar
start_tmux

# MARK: Each state

picture() {
    # Longer than the pauses between the attempts of a watch to connect.
    sleep 6
    WAYLAND_DISPLAY=wayland-1 grim "$scene/wayland.png"
    DISPLAY=:97 import -window root "$scene/x.png"
    # The line of the status as tmux draws it last.
    tail -c 4000 tmux.out | tr -d '\0' | grep -aoE '(●|○|☕|‖|away)[^"]{0,40}[0-9][0-9]:[0-9][0-9]' | tail -1 >"$scene/line" || true
    { printf '%58s\n' "$(cat "$scene/line")"; } | /usr/bin/python3 "$here/terminal.py" "$scene/tmux.png"
    convert "$scene/wayland.png" "$scene/x.png" "$scene/tmux.png" -append "$output/bars-$1.png"
    echo "$1: tmux says $(cat "$scene/line")"
}

picture away
start_daemon
picture stopped
gardenctl start Maths >/dev/null
picture focus
gardenctl pause >/dev/null
picture paused
gardenctl stop >/dev/null
gardenctl start-rest >/dev/null
picture rest

# MARK: Restarts

# waybar, i3blocks, polybar and one client of tmux.
await "four watchers" has_watchers 4
for _ in $(seq "$restarts"); do
    pkill -f '^waybar -c bar.json' || true
    kill "$polybar" "$sway"
    wait "$waybar" "$polybar" "$sway" 2>/dev/null || true
    tmux -S "$scene/tmux" kill-server
    wait "$tmux" 2>/dev/null || true
    await "no watcher is left" has_watchers 0
    rm -f "$XDG_RUNTIME_DIR"/wayland-1*
    start_sway
    start_waybar
    start_polybar
    start_tmux
    await "four watchers" has_watchers 4
done
echo "$restarts restarts: 4 watchers each, none left"
kill "$daemon"
wait "$daemon" 2>/dev/null || true
