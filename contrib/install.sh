#!/usr/bin/env bash
# Builds Pocket Garden, installs it into the user's home, and starts the daemon: as a systemd service if a user manager
# runs, otherwise as a plain process. Another run upgrades the installation.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root swift_wanted=6.3
readonly packages=(libsystemd-dev libsqlite3-dev libexpat1-dev zlib1g-dev nettle-dev pkg-config)
readonly written_here="# Written by contrib/install.sh, and again at each upgrade. For changes of yours: systemctl --user edit gardend"

# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/install.sh [--from DIR]

Builds gardend and gardenctl, installs them into ~/.local/bin with their
man pages and completions, and starts the daemon, as a systemd user service
if possible. Run it again to upgrade; a running session is not interrupted.
contrib/uninstall.sh removes it.

  --from DIR   install gardend and gardenctl from this directory instead of
               building them

The build needs Debian or a derivative, Swift 6.3, and root or sudo if
packages are missing.
END
}

check_swift() {
    if ! command -v swift >/dev/null; then
        fail "Swift is not installed; version $swift_wanted or newer is needed." \
            "Install it with swiftly, https://www.swift.org/install/linux/:" \
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
}

build() {
    local log="$root/.build/install.log"
    begin=$SECONDS
    say "Building gardend and gardenctl: about $(expected_minutes) minutes the first time on this machine, less for an upgrade." \
        "The compiler's output is in $log."
    mkdir -p "$root/.build"
    : >"$log"
    build_release 2>&1 | show_progress "$log" \
        || fail "The programs could not be built. The end of $log:" "$(tail -n 20 "$log")"
    say "Built in $(elapsed)."
    built=$(build_release --show-bin-path)
}

# A build takes some 13 minutes of processor time, of which the modules that wait for one another take five.
expected_minutes() {
    local minutes=$((1 + 13 / $(nproc)))
    printf '%s' "$((minutes > 5 ? minutes : 5))"
}

# The time since the build began.
elapsed() { printf '%d:%02d' "$(((SECONDS - begin) / 60))" "$(((SECONDS - begin) % 60))"; }

# Copies the output of a build to its log, and shows its step, their number, and the time: in one line on a terminal, which goes on
# while nothing is written; elsewhere at each tenth of the steps.
show_progress() {
    local log=$1 line step='' total='' now='' tenth=-1 columns=80
    [ ! -t 1 ] || columns=$(tput cols 2>/dev/null || printf 80)
    while true; do
        if IFS= read -r -t 1 line; then
            printf '%s\n' "$line" >>"$log"
            # Before the build itself are steps of one or two, such as those of the packages' plugins.
            [[ $line =~ ^\[([0-9]+)/([0-9]{2,})\]\ (.*)$ ]] || continue
            step=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} now=${BASH_REMATCH[3]}
        elif [ $? -le 128 ]; then
            break
        fi
        if [ -t 1 ]; then
            printf '\r\033[K%.*s' "$((columns - 1))" "$(elapsed)  step ${step:-0} of ${total:-?}  $now"
        elif [ -n "$total" ] && [ $((step * 10 / total)) -gt "$tenth" ]; then
            tenth=$((step * 10 / total))
            say "$(elapsed)  step $step of $total"
        fi
    done
    [ ! -t 1 ] || printf '\r\033[K'
}

# Writes to a temporary name, then renames: a running program keeps the old file, and a partial file never appears.
install_file() {
    local mode=$1 source=$2 target=$3
    new="$target.new"
    mkdir -p "${target%/*}"
    install -m "$mode" "$source" "$new"
    mv -f "$new" "$target"
    new=
}

install_binaries() {
    local program
    for program in gardend gardenctl; do
        [ -x "$built/$program" ] || fail "$built/$program does not exist or is not executable."
    done
    for program in gardend gardenctl; do install_file 755 "$built/$program" "$bin/$program"; done
    say "Installed $("$bin/gardenctl" --version) into $bin"
    case ":$PATH:" in
        *":$bin:"*) ;;
        *)
            say "Note: $bin is not in your PATH. Run this, and add it to the profile of your shell:"
            say "  export PATH=\"$bin:\$PATH\""
            ;;
    esac
}

install_documents() {
    local program request place
    while IFS=$'\t' read -r program request place; do
        # shellcheck disable=SC2086 # the request is words
        "$bin/$program" $request | install_file 644 /dev/stdin "$place"
    done < <(documents)
    mkdir -p "${config%/*}"
    [ -d "$config" ] || mkdir -m 700 "$config"
    "$bin/gardend" example-config | install_file 644 /dev/stdin "$config/config.toml.example"
    case $is_first${SHELL:-} in
        yes*/zsh) say "For completions, add this before compinit in ~/.zshrc: fpath=(~/.local/share/zsh/site-functions \$fpath)" ;;
    esac
}

# MARK: As a service

# Quotes a text for a unit file, without specifiers.
unit_quoted() {
    local text=${1//\\/\\\\}
    text=${text//\"/\\\"}
    printf '"%s"' "${text//%/%%}"
}

# The same for a command line, which expands variables after "$".
command_quoted() { unit_quoted "${1//\$/\$\$}"; }

install_drop_in() { printf '%s\n' "$written_here" "${@:2}" | install_file 644 /dev/stdin "$1"; }

# The units must know unusual places of data, settings or socket: the manager does not read the shell's profile, and the
# sandbox only makes the named data folder writable.
install_places() {
    local service="$units/gardend.service.d/50-places.conf" socket="$units/gardend.socket.d/50-places.conf"
    rm -f "$service" "$socket"
    if [ -z "${GARDEN_SOCKET:-}" ] && [ "$data$config" = "$HOME/.local/share/garden$HOME/.config/garden" ] \
        && ! systemctl --user show-environment | grep -qE '^XDG_(DATA|CONFIG)_HOME='; then
        return 0
    fi
    local make="/bin/mkdir -p -m 700" folder='"-%t/garden"' listen=()
    if [ -n "${GARDEN_SOCKET:-}" ]; then
        folder=$(unit_quoted "-${GARDEN_SOCKET%/*}")
        listen=("ListenStream=" "ListenStream=${GARDEN_SOCKET//%/%%}")
    fi
    install_drop_in "$socket" "[Socket]" "${listen[@]}" \
        "ExecStartPre=" "ExecStartPre=$make $(command_quoted "$data") $(command_quoted "$config")"
    install_drop_in "$service" "# XDG_DATA_HOME=${data%/garden}" "# XDG_CONFIG_HOME=${config%/garden}" \
        "# GARDEN_SOCKET=${GARDEN_SOCKET:-}" "[Service]" \
        "Environment=$(unit_quoted "XDG_DATA_HOME=${data%/garden}") $(unit_quoted "XDG_CONFIG_HOME=${config%/garden}")" \
        "ReadWritePaths=" "ReadWritePaths=$(unit_quoted "$data") $folder"
}

# Whether this system lets its users build the unit's sandbox; tested with the unit's own lines.
has_sandbox() {
    local line properties=()
    while IFS= read -r line; do
        properties+=(-p "$line")
    done < <(sed -n '/^PrivateUsers=/,/^\[Install\]/{/^ReadWritePaths=/d; /^[A-Z]/p}' "$root/systemd/gardend.service")
    systemd-run --user --quiet --collect --wait "${properties[@]}" /bin/true 2>/dev/null
}

install_sandbox() {
    local drop_in="$units/gardend.service.d/60-no-user-namespaces.conf"
    rm -f "$drop_in"
    has_sandbox && return 0
    install_file 644 "$root/systemd/no-user-namespaces.conf" "$drop_in"
    say "Note: this system does not allow sandboxes of users (user namespaces are disabled), so the service runs" \
        "without most of its sandbox. See $drop_in."
}

start_service() {
    local unit since
    for unit in gardend.socket gardend.service; do install_file 644 "$root/systemd/$unit" "$units/$unit"; done
    install_places
    install_sandbox
    systemctl --user daemon-reload || fail "The systemd user manager cannot reload its units."
    systemctl --user reset-failed gardend.socket gardend.service 2>/dev/null || true
    systemctl --user --quiet enable gardend.socket gardend.service \
        || fail "The units in $units cannot be enabled."
    stop_daemon_by_hand
    since=$(date '+%Y-%m-%d %H:%M:%S')
    systemctl --user restart gardend.service || fail "The service does not start. Its log:" \
        "$(journalctl --user --unit gardend --since "$since" --quiet --no-pager --lines 5 --output cat 2>/dev/null)" \
        "More: systemctl --user status gardend"
    say "The daemon is running as gardend.service. Log: journalctl --user -u gardend"
    offer_lingering
}

offer_lingering() {
    [ "$(loginctl show-user "$(id -u)" --property Linger --value 2>/dev/null)" = no ] || return 0
    local answer=n
    if [ -t 0 ] && [ -t 1 ]; then
        read -rp "Start gardend at boot and keep it running after logout (loginctl enable-linger)? [y/N] " answer
    fi
    case $answer in
        [yY]*) loginctl enable-linger || say "That failed; try: sudo loginctl enable-linger $(id -un)" ;;
        *) say "gardend stops when you log out. To keep it running: loginctl enable-linger" ;;
    esac
}

# MARK: Without a service manager

start_by_itself() {
    local state="${XDG_STATE_HOME:-$HOME/.local/state}/garden" log started pid try
    stop_daemon_by_hand
    mkdir -p "$state"
    log="$state/gardend.log"
    (umask 077 && : >>"$log") && chmod 600 "$log"
    # Starts in the root folder, so that the daemon keeps no other folder busy.
    (cd / && exec setsid "$bin/gardend" </dev/null >>"$log" 2>&1) &
    started=$!
    for ((try = 0; try < 100; try++)); do
        if pid=$(timeout 10 "$bin/gardenctl" call daemon.hello 2>/dev/null | sed -nE 's/.*"pid":([0-9]+).*/\1/p') \
            && [ -n "$pid" ]; then
            say "The daemon is running (process $pid). Log: $log"
            say "There is no systemd user session, so start the daemon at each login: setsid -f gardend"
            return 0
        fi
        is_alive "$started" || break
        sleep 0.1
    done
    fail "The daemon does not answer. The end of $log:" "$(tail -n 5 "$log")"
}

main() {
    built='' new=''
    trap 'rm -f "$new"' EXIT
    case ${1:-} in
        "") ;;
        --from)
            built=${2:-}
            [ -n "$built" ] || fail "--from needs a directory that contains gardend and gardenctl."
            ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 64 ;;
    esac
    check_places
    bin=$HOME/.local/bin
    if has_user_manager; then
        units=$(units_folder)
        keep_places "$units"
    fi
    local is_first=yes
    [ ! -e "$data/garden.sqlite" ] || is_first=no
    if [ -z "$built" ]; then
        check_swift
        install_packages "${packages[@]}"
        build
    fi
    install_binaries
    install_documents
    if has_user_manager; then start_service; else start_by_itself; fi
    if [ "$is_first" = yes ]; then
        say "" "Your first focus session:"
        "$bin/gardenctl" start-focus
        say ""
    fi
    "$bin/gardenctl" status
    [ "$is_first" = no ] || say "" "All commands: gardenctl help"
}

main "$@"
