# shellcheck shell=bash
# Functions that the scripts of this folder share by sourcing this file. $0 names the running script.

say() { printf '%s\n' "$@"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

# swift build of gardend and gardenctl as they are shipped: with static libraries, and without symbols, for which no debug
# information is made. One run builds both, so that a core that one program leaves idle works for the other, and nothing of the
# tests. The caller knows the root; more options may follow.
build_release() {
    # gardenctl is linked without shared libraries if libc has a static one here (Package.swift).
    if [ -f "$(clang -print-file-name=libc.a 2>/dev/null)" ]; then export GARDEN_STATIC_CLIENT=1; fi
    # shellcheck disable=SC2154 # the root is the calling script's
    GARDEN_PROGRAMS_ONLY=1 swift build --package-path "$root" -c release --static-swift-stdlib -debug-info-format none \
        -Xlinker -s -Xlinker "-L$("$root/contrib/build/static-libraries.sh")" "$@"
}

# Prints which of the Debian packages are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
    done
}

# Installs the missing packages, after asking a user who is not root.
install_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    local install=(apt-get install -y --no-install-recommends "${missing[@]}")
    if ! command -v apt-get >/dev/null; then
        fail "These packages are missing and apt-get is not available; install them first: ${missing[*]}"
    elif [ "$(id -u)" -eq 0 ]; then
        say "Installing ${missing[*]} …"
    elif sudo -n true 2>/dev/null; then
        as_root=(sudo)
        say "Installing ${missing[*]} …"
    elif command -v sudo >/dev/null && [ -t 0 ]; then
        local answer
        read -rp "These packages are missing: ${missing[*]}. Install them with sudo? [Y/n] " answer
        case $answer in [nN]*) fail "These packages are needed. Install them with: sudo ${install[*]}" ;; esac
        as_root=(sudo)
    else
        fail "These packages are missing: ${missing[*]}" "Install them as root: ${install[*]}"
    fi
    "${as_root[@]}" apt-get update -qq || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null \
        || fail "The packages could not be installed. Install them as root: ${install[*]}"
}

# Finds the user's runtime folder if the environment does not name it: su, cron and containers leave the variable out,
# or keep another user's. Without a runtime folder the daemon keeps its socket in the data folder.
find_runtime_folder() {
    local folder=${XDG_RUNTIME_DIR:-}
    if [[ $folder == /* && -d $folder && -O $folder ]]; then return 0; fi
    unset XDG_RUNTIME_DIR
    folder=/run/user/$(id -u)
    if [ -d "$folder" ] && [ -O "$folder" ] && [ "$(stat -c %a "$folder")" = 700 ]; then
        export XDG_RUNTIME_DIR=$folder
    fi
}

# Whether a systemd user manager runs.
has_user_manager() { command -v systemctl >/dev/null && systemctl --user show-environment >/dev/null 2>&1; }

# The folder for units of a user's packages: the first that the manager searches. ~/.config/systemd/user has precedence
# and is left to the user if another folder exists.
units_folder() {
    local listed folder
    listed=" $(systemctl --user show --property UnitPath --value) "
    for folder in "${XDG_DATA_HOME:-$HOME/.local/share}" "$HOME/.local/share" "$HOME/.config"; do
        if [[ $listed == *" $folder/systemd/user "* ]]; then
            printf '%s/systemd/user\n' "$folder"
            return 0
        fi
    done
    fail "The user manager looks for units in these directories, and none of them is yours:" "$listed"
}

# Refuses a home or a place where an installation would do harm. A relative path counts as unset, as the XDG
# specification requires.
check_places() {
    local variable
    for variable in HOME XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_RUNTIME_DIR GARDEN_SOCKET; do
        if [[ ${!variable:-} == *[[:cntrl:]]* ]]; then fail "$variable contains a control character."; fi
    done
    [[ ${HOME:-} == /* && -d ${HOME:-} ]] || fail "HOME is ${HOME:-not set}; set it to your home directory."
    [ -O "$HOME" ] || fail "$HOME belongs to another user. Run this as your own user, without sudo."
    for variable in XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME; do
        [[ ${!variable:-/} == /* ]] || unset "$variable"
    done
    if [ -n "${GARDEN_SOCKET:-}" ]; then
        [[ $GARDEN_SOCKET == /*/* ]] || fail "GARDEN_SOCKET is $GARDEN_SOCKET; set it to an absolute path in a directory of its own."
        [ "$(printf %s "$GARDEN_SOCKET" | wc -c)" -le 107 ] || fail "GARDEN_SOCKET is too long; at most 107 bytes are possible."
        [ "$(readlink -m "${GARDEN_SOCKET%/*}")" != "$(readlink -m "$HOME")" ] \
            || fail "GARDEN_SOCKET must be in a directory of its own, not in your home directory itself."
    fi
    find_runtime_folder
    data=${XDG_DATA_HOME:-$HOME/.local/share}/garden
    # shellcheck disable=SC2034 # for the sourcing script
    config=${XDG_CONFIG_HOME:-$HOME/.config}/garden
}

# Restores the places of an earlier installation if this shell names none: an upgrade from another terminal must not
# begin another garden. The drop-in keeps them as the user named them.
keep_places() {
    local places="$1/gardend.service.d/50-places.conf" variable value
    [ -z "${XDG_DATA_HOME:-}${XDG_CONFIG_HOME:-}${GARDEN_SOCKET:-}" ] && [ -e "$places" ] || return 0
    for variable in XDG_DATA_HOME XDG_CONFIG_HOME GARDEN_SOCKET; do
        value=$(sed -n "s/^# $variable=//p" "$places")
        [ -z "$value" ] || export "$variable=$value"
    done
    check_places
    say "Keeping the directories of the previous installation; the data is in $data." \
        "To use another directory: XDG_DATA_HOME=DIR contrib/install.sh"
}

# The files that shells and man(1) look for: the program that writes each, its argument, and the file's place. bash and
# fish follow $XDG_DATA_HOME; man and the line for ~/.zshrc do not.
documents() {
    local program data=${XDG_DATA_HOME:-$HOME/.local/share} share=$HOME/.local/share
    for program in gardenctl gardend; do
        printf '%s\t%s\t%s\n' \
            "$program" "--generate-completion-script bash" "$data/bash-completion/completions/$program" \
            "$program" "--generate-completion-script zsh" "$share/zsh/site-functions/_$program" \
            "$program" "--generate-completion-script fish" "$data/fish/vendor_completions.d/$program.fish" \
            "$program" "--generate-manual $program.1" "$share/man/man1/$program.1"
    done
    printf '%s\t%s\t%s\n' \
        gardend "--generate-manual garden-config.5" "$share/man/man5/garden-config.5" \
        gardenctl "--generate-manual garden-concepts.7" "$share/man/man7/garden-concepts.7"
}

# Without a process that reaps it, an ended process remains in the process list as a zombie.
is_alive() { grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status"; }

# Prints the process that holds the data, or nothing: a daemon locks the file `lock` for its whole life. The first line
# of the file is the process, the second is its socket.
data_holder() {
    [ -e "$data/lock" ] || return 0
    flock --nonblock "$data/lock" true 2>/dev/null || head -n 1 "$data/lock"
}

# Ends a daemon that the user, or install.sh without a user manager, started by hand.
stop_daemon_by_hand() {
    local pid try
    pid=$(data_holder)
    [ -n "$pid" ] || return 0
    if has_user_manager && [ "$(systemctl --user show --property MainPID --value gardend.service)" = "$pid" ]; then return 0; fi
    say "Stopping the running daemon (process $pid) …"
    kill -TERM "$pid" 2>/dev/null || true
    for ((try = 0; try < 100; try++)); do
        [ "$(data_holder)" = "$pid" ] || return 0
        sleep 0.1
    done
    fail "The daemon (process $pid) does not stop. Kill it (kill -KILL $pid), then run this again."
}

# Writes what the sanitizer does not count as a leak: only allocations of C and C++ are left. Swift hides pointers in the spare bits
# of others, where the sanitizer does not see them; tests with weak references check the release of objects.
write_suppressions() {
    cat >"$1" <<'END'
# Swift's objects and everything they hold.
leak:swift_slowAlloc
# Foundation's buffer for a file of unknown length, which only tests read.
leak:readBytesFromFile
END
}
