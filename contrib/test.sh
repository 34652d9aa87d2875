#!/usr/bin/env bash
# Installs what the tests need, then builds and runs all of them, and checks the formatting.
set -euo pipefail

readonly packages=(libsystemd-dev libsqlite3-dev pkg-config gcc dbus tzdata systemd util-linux)

fail() {
    printf 'test.sh: %s\n' "$1" >&2
    exit 1
}

install_packages() {
    local missing=() package as_root=()
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "these packages are missing: ${missing[*]}"
        as_root=(sudo)
    fi
    printf 'Installing %s …\n' "${missing[*]}"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

main() {
    cd "$(dirname "${BASH_SOURCE[0]}")/.."
    command -v swift >/dev/null || fail "Swift is missing; 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages
    swift format lint --strict --recursive Package.swift Sources Tests
    swift build --build-tests
    swift test --skip-build
}

main "$@"
