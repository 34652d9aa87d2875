#!/usr/bin/env bash
# Removes Pocket Garden, and keeps the user's data.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/uninstall.sh

Stops the daemon and removes what contrib/install.sh installed. Your garden,
its backups and your configuration are kept.
END
}

remove_service() {
    # Stops the service first: stopping the socket alone would stop the daemon as if it had failed.
    systemctl --user --quiet disable --now garden-calendar.service gardend.service gardend.socket 2>/dev/null || true
    remove_units "$(units_folder)"
    systemctl --user daemon-reload
    systemctl --user reset-failed gardend.socket gardend.service garden-calendar.service 2>/dev/null || true
}

remove_units() {
    local unit
    for unit in gardend.service gardend.socket garden-calendar.service; do
        rm -f "$1/$unit" "$1/$unit.d/50-places.conf" "$1/$unit.d/60-no-user-namespaces.conf" \
            "$HOME/.config/systemd/user/"{default,sockets}.target.wants/"$unit"
        if [ -d "$1/$unit.d" ]; then rmdir --ignore-fail-on-non-empty "$1/$unit.d"; fi
    done
}

remove_documents() {
    local place
    while IFS=$'\t' read -r _ _ place; do rm -f "$place"; done < <(documents)
    rm -f "$config/config.toml.example"
}

main() {
    case ${1:-} in
        "") ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 64 ;;
    esac
    check_places
    local bin=$HOME/.local/bin folder
    if has_user_manager; then
        keep_places "$(units_folder)" >/dev/null
        remove_service
    else
        # A manager that this shell cannot see is not involved, so the daemon is ended like one started by hand.
        for folder in "${XDG_DATA_HOME:-$HOME/.local/share}" "$HOME/.local/share"; do remove_units "$folder/systemd/user"; done
    fi
    stop_daemon_by_hand
    rm -f "$bin/gardend" "$bin/gardenctl"
    remove_documents
    say "Pocket Garden is removed. Your garden is kept in $data," \
        "your configuration in $config; reinstalling picks them up again."
}

main "$@"
