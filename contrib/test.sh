#!/usr/bin/env bash
# Installs what the tests need, then builds and runs all of them, and checks the formatting.
set -euo pipefail

readonly packages=(
    libsystemd-dev libsqlite3-dev pkg-config gcc dbus tzdata systemd util-linux systemd-container
    bash-completion zsh fish mandoc cron
)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

main() {
    cd "$root"
    command -v swift >/dev/null || fail "Swift is missing; 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages "${packages[@]}"
    swift format lint --strict --recursive Package.swift Sources Tests contrib/fuzz
    swift build --build-tests
    swift test --skip-build
}

main "$@"
