#!/usr/bin/env bash
# Builds the programs and runs a daemon in a temporary home beside your own: see the usage below.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/dev.sh [--keep DIR] [--log-level LEVEL] [--desktop] [COMMAND [ARGUMENT]...]

Builds gardend and gardenctl (debug), starts a daemon in a temporary home, and
opens a shell, or runs the command, in which gardend and gardenctl are those
of this checkout and use that home. At the end it stops the daemon and removes
the home. Your own garden, its configuration and its daemon are not touched.

  --keep DIR         use DIR as the home, and keep it
  --log-level LEVEL  of the daemon: trace, debug, info, notice (the default) …
  --desktop          let the daemon use your session bus and the system bus:
                     notifications, do not disturb, lock, sleep, location
END
}

build() {
    swift build --package-path "$root" --product gardend >&2
    swift build --package-path "$root" --product gardenctl >&2
    programs=$(swift build --package-path "$root" --show-bin-path)
}

# The socket is never in the home that is kept: the path of a socket has at most 107 bytes.
make_home() {
    temporary=$(mktemp -d "${TMPDIR:-/tmp}/garden-dev.XXXXXX")
    trap clean_up EXIT
    if [ -n "$keep" ]; then
        (umask 077 && mkdir -p "$keep")
        home=$(cd "$keep" && pwd)
    else
        home=$temporary/home
    fi
    (umask 077 && mkdir -p "$temporary/run" "$home/data" "$home/config/garden")
}

# Nothing of these variables may lead to the user's own daemon, its service manager, or the session.
set_environment() {
    unset "${!GARDEN_@}" NOTIFY_SOCKET LISTEN_FDS LISTEN_PID LISTEN_FDNAMES WATCHDOG_USEC WATCHDOG_PID
    if [ -z "$desktop" ]; then
        unset DBUS_SESSION_BUS_ADDRESS
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$temporary/run/no-system-bus
    elif [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ] && [ -n "${XDG_RUNTIME_DIR:-}" ]; then
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
    fi
    export HOME=$home XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_STATE_HOME=$home/state
    export XDG_CACHE_HOME=$home/cache XDG_RUNTIME_DIR=$temporary/run
    export GARDEN_SOCKET=$temporary/run/garden.sock PATH=$programs:$PATH
}

# In a process group of its own, so that ctrl-c in the shell does not reach it.
start_daemon() {
    local try
    setsid gardend --log-level "$level" >>"$home/log" 2>&1 &
    daemon=$!
    for ((try = 0; try < 200; try++)); do
        ! gardenctl status >/dev/null 2>&1 || return 0
        is_alive "$daemon" || break
        sleep 0.1
    done
    fail "The daemon does not start. Its log ends with:" "$(tail -n 5 "$home/log")"
}

clean_up() {
    local status=$?
    if [ -n "$daemon" ] && is_alive "$daemon"; then
        kill -TERM "$daemon"
        wait "$daemon" || true
    fi
    rm -rf "$temporary"
    [ -z "$keep" ] || say "The home is kept: $keep"
    exit "$status"
}

main() {
    keep='' level=notice desktop='' daemon=''
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help) usage && return ;;
            --keep) keep=${2:?--keep needs a directory} && shift 2 ;;
            --log-level) level=${2:?--log-level needs a level} && shift 2 ;;
            --desktop) desktop=yes && shift ;;
            --) shift && break ;;
            -*) fail "unknown option: $1" "For the options: contrib/dev.sh --help" ;;
            *) break ;;
        esac
    done
    build
    make_home
    set_environment
    start_daemon
    if [ $# -gt 0 ]; then
        "$@"
    else
        say "log     $home/log" "socket  $GARDEN_SOCKET" "data    $XDG_DATA_HOME/garden" \
            "config  $XDG_CONFIG_HOME/garden/config.toml" "daemon  process $daemon; exit ends it"
        PS1='dev \W \$ ' bash --norc -i
    fi
}

main "$@"
