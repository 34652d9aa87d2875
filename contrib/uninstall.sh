#!/usr/bin/env bash
# Takes Pocket Garden away again, and leaves what grew in it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/uninstall.sh

Stops the daemon and removes what contrib/install.sh installed. The garden
itself, its backups and your settings stay where they are.
END
}

remove_service() {
    local units unit
    units=$(units_folder)
    # The service first: were the socket to go alone, it would take the daemon along as if it had failed.
    systemctl --user --quiet disable --now gardend.service gardend.socket 2>/dev/null || true
    for unit in gardend.service gardend.socket; do
        rm -f "$units/$unit" "$units/$unit.d/50-places.conf" "$units/$unit.d/60-no-user-namespaces.conf"
        if [ -d "$units/$unit.d" ]; then rmdir --ignore-fail-on-non-empty "$units/$unit.d"; fi
    done
    systemctl --user daemon-reload
    systemctl --user reset-failed gardend.socket gardend.service 2>/dev/null || true
}

remove_documents() {
    local place
    while IFS=$'\t' read -r _ _ place; do rm -f "$place"; done < <(documents)
    rm -f "${XDG_CONFIG_HOME:-$HOME/.config}/garden/config.toml.example"
}

main() {
    case ${1:-} in
        "") ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && exit 64 ;;
    esac
    bin=$HOME/.local/bin
    if has_user_manager; then remove_service; fi
    if [ -x "$bin/gardenctl" ]; then stop_daemon_by_hand; fi
    rm -f "$bin/gardend" "$bin/gardenctl"
    remove_documents
    say "Pocket Garden is removed. Your garden is kept in ${XDG_DATA_HOME:-$HOME/.local/share}/garden," \
        "your settings in ${XDG_CONFIG_HOME:-$HOME/.config}/garden; contrib/install.sh brings them back to life."
}

main "$@"
