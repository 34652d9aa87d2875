#!/usr/bin/env bash
# Builds Pocket Garden, installs it into ~/.local/bin and starts the daemon. Run again, it upgrades what is there.
set -euo pipefail

readonly swift_wanted=6.3
readonly packages=(libsystemd-dev libsqlite3-dev pkg-config)
readonly start_tries=100 stop_tries=100 try_seconds=0.1

say() { printf '%s\n' "$@"; }

fail() {
    printf 'install.sh: %s\n' "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

usage() {
    cat <<'END'
Usage: contrib/install.sh

Builds gardend and gardenctl, installs them into ~/.local/bin and starts the
daemon. Run it again to upgrade: a focus that runs goes on.

It needs Debian or a relative of it, Swift 6.3, and root or sudo where
packages are missing.
END
}

check_machine() {
    [ -n "${HOME:-}" ] || fail "HOME is not set, so there is no home to install into."
    if ! command -v swift >/dev/null; then
        fail "Swift is missing; version $swift_wanted or newer is needed." \
            "Get it with swiftly, https://www.swift.org/install/linux/:" \
            "  curl -O https://download.swift.org/swiftly/linux/swiftly-$(uname -m).tar.gz" \
            "  tar zxf swiftly-$(uname -m).tar.gz && ./swiftly init" \
            "Then open a new shell and run contrib/install.sh again."
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
    if [ "$(printf '%s\n' "$swift_wanted" "${version:-0}" | sort -V | head -n 1)" != "$swift_wanted" ]; then
        fail "Swift ${version:-of an unknown version} is installed; $swift_wanted or newer is needed." \
            "With swiftly: swiftly install $swift_wanted && swiftly use $swift_wanted"
    fi
    if [ -z "${GARDEN_SOCKET:-}" ] && [ ! -d "${XDG_RUNTIME_DIR:-}" ]; then
        fail "There is no place for the daemon's socket: XDG_RUNTIME_DIR is not set, or is no folder." \
            "A login session sets it; after su or sudo try: export XDG_RUNTIME_DIR=/run/user/\$(id -u)" \
            "Or name a socket yourself, in a folder that is yours alone, here and in your shell's profile:" \
            "  mkdir -pm 700 ~/.garden && export GARDEN_SOCKET=~/.garden/garden.sock"
    fi
}

install_packages() {
    local missing=() package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as_root=() install=(apt-get install -y --no-install-recommends "${missing[@]}")
    if ! command -v apt-get >/dev/null; then
        fail "These packages are missing, and there is no apt-get to install them: ${missing[*]}"
    elif [ "$(id -u)" -eq 0 ]; then
        say "Installing ${missing[*]} …"
    elif command -v sudo >/dev/null && [ -t 0 ]; then
        local answer
        read -rp "These packages are missing: ${missing[*]}. Install them with sudo? [Y/n] " answer
        case $answer in [nN]*) fail "Not without them. By hand: sudo ${install[*]}" ;; esac
        as_root=(sudo)
    else
        fail "These packages are missing: ${missing[*]}" "As root: ${install[*]}"
    fi
    "${as_root[@]}" apt-get update -qq || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null \
        || fail "The packages could not be installed. By hand, as root: ${install[*]}"
}

build() {
    local product log="$root/.build/install.log"
    say "Building; the first time that takes some minutes …"
    mkdir -p "$root/.build"
    for product in gardend gardenctl; do
        # -s leaves the symbols out of the binary.
        swift build --package-path "$root" -c release --static-swift-stdlib --product "$product" -Xlinker -s \
            >"$log" 2>&1 || fail "$product could not be built. The end of $log:" "$(tail -n 20 "$log")"
    done
    built=$(swift build --package-path "$root" -c release --static-swift-stdlib --show-bin-path)
}

# A name of its own first, then a rename: whoever runs the old one keeps it, and nobody ever finds half a file.
install_binary() {
    local new="$bin/.$1.new.$$"
    install -m 755 "$built/$1" "$new"
    mv -f "$new" "$bin/$1"
}

install_binaries() {
    mkdir -p "$bin"
    local program
    for program in gardend gardenctl; do install_binary "$program"; done
    say "Installed $("$bin/gardenctl" --version) into $bin"
    case ":$PATH:" in
        *":$bin:"*) ;;
        *)
            say "Note: $bin is not in your PATH. For this shell, and for good in your shell's profile:"
            say "  export PATH=\"$bin:\$PATH\""
            ;;
    esac
}

# The daemon's process, or nothing where none answers.
daemon_pid() {
    "$bin/gardenctl" call daemon.hello 2>/dev/null | sed -nE 's/.*"pid":([0-9]+).*/\1/p'
}

# Where nobody reaps, a process that has ended stays in the list as a zombie.
is_alive() { grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status"; }

stop_daemon() {
    local pid try
    pid=$(daemon_pid || true)
    [ -n "$pid" ] || return 0
    say "Stopping the daemon that runs (process $pid) …"
    kill -TERM "$pid" 2>/dev/null || return 0
    for ((try = 0; try < stop_tries; try++)); do
        is_alive "$pid" || return 0
        sleep "$try_seconds"
    done
    fail "The daemon (process $pid) does not stop. The new binaries are in place; stop it and run this again."
}

start_daemon() {
    local state="${XDG_STATE_HOME:-$HOME/.local/state}/garden" started pid try
    mkdir -p "$state"
    log="$state/gardend.log"
    # From the root, so that it keeps no folder busy that may go.
    (cd / && exec setsid "$bin/gardend" </dev/null >>"$log" 2>&1) &
    started=$!
    for ((try = 0; try < start_tries; try++)); do
        pid=$(daemon_pid || true)
        if [ -n "$pid" ]; then
            say "The daemon runs (process $pid); it logs to $log"
            return 0
        fi
        is_alive "$started" || break
        sleep "$try_seconds"
    done
    fail "The daemon does not answer. The end of $log:" "$(tail -n 5 "$log")"
}

main() {
    case ${1:-} in
        "") ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 64 ;;
    esac
    root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    check_machine
    bin=$HOME/.local/bin
    local is_first=yes
    [ ! -e "${XDG_DATA_HOME:-$HOME/.local/share}/garden/garden.sqlite" ] || is_first=no
    install_packages
    build
    install_binaries
    stop_daemon
    start_daemon
    if [ "$is_first" = yes ]; then
        say "" "Your first focus:"
        "$bin/gardenctl" start-focus
        say ""
    fi
    "$bin/gardenctl" status
    [ "$is_first" = no ] || say "" "What else there is: gardenctl help"
}

main "$@"
