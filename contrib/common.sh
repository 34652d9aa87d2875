# shellcheck shell=bash
# What the scripts of this folder share; they source it. $0 names the one that runs.

say() { printf '%s\n' "$@"; }

fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    shift
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

# Those of the Debian packages that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
    done
}

# Installs what is missing of the packages, asking a person who is not root first.
install_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    local install=(apt-get install -y --no-install-recommends "${missing[@]}")
    if ! command -v apt-get >/dev/null; then
        fail "These packages are missing, and there is no apt-get to install them: ${missing[*]}"
    elif [ "$(id -u)" -eq 0 ]; then
        say "Installing ${missing[*]} …"
    elif sudo -n true 2>/dev/null; then
        as_root=(sudo)
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

# Whether a systemd looks after this user's services.
has_user_manager() { command -v systemctl >/dev/null && systemctl --user show-environment >/dev/null 2>&1; }

# A variable as the user manager knows it, and by that its services; nothing where it is not set.
manager_variable() { systemctl --user show-environment | sed -n "s/^$1=//p"; }

# Where a user's packages put their units. ~/.config/systemd/user, which has precedence, is left to the user.
units_folder() {
    local data
    data=$(manager_variable XDG_DATA_HOME)
    printf '%s/systemd/user\n' "${data:-$HOME/.local/share}"
}

# Where the shells and man(1) look for what comes with the programs: the program that writes it, what it is asked for, and
# its place. bash and fish follow $XDG_DATA_HOME; man and the line for ~/.zshrc do not.
documents() {
    local program data=${XDG_DATA_HOME:-$HOME/.local/share} share=$HOME/.local/share
    for program in gardenctl gardend; do
        printf '%s\t%s\t%s\n' \
            "$program" "--generate-completion-script bash" "$data/bash-completion/completions/$program" \
            "$program" "--generate-completion-script zsh" "$share/zsh/site-functions/_$program" \
            "$program" "--generate-completion-script fish" "$data/fish/vendor_completions.d/$program.fish" \
            "$program" "--generate-manual $program.1" "$share/man/man1/$program.1"
    done
    printf '%s\t%s\t%s\n' gardend "--generate-manual garden-config.5" "$share/man/man5/garden-config.5"
}

# Where nobody reaps, a process that has ended stays in the list as a zombie.
is_alive() { grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status"; }

# The process of the daemon that answers, or nothing. Where the socket is systemd's, the question alone starts one.
daemon_pid() {
    "$HOME/.local/bin/gardenctl" call daemon.hello 2>/dev/null | sed -nE 's/.*"pid":([0-9]+).*/\1/p'
}

# Ends the daemon that a person or an older install.sh started by hand.
stop_daemon_by_hand() {
    local pid try
    pid=$(daemon_pid || true)
    [ -n "$pid" ] || return 0
    say "Stopping the daemon that runs (process $pid) …"
    kill -TERM "$pid" 2>/dev/null || return 0
    for ((try = 0; try < 100; try++)); do
        is_alive "$pid" || return 0
        sleep 0.1
    done
    fail "The daemon (process $pid) does not stop. Stop it and run this again."
}
