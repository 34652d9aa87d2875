#!/usr/bin/env bash
# Installs the packages that the tests need, then builds and runs all tests, and checks the formatting.
set -euo pipefail

readonly packages=(
    libsystemd-dev libsqlite3-dev pkg-config gcc dbus tzdata systemd util-linux systemd-container
    bash-completion zsh fish mandoc cron python3-dbusmock geoclue-2.0 python3-gi python3-dbus
)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

# Tests build the fuzz targets only for a run, so this check keeps them compiling.
check_fuzz_targets() {
    local target modules
    modules=$(swift build --show-bin-path)/Modules
    for target in framing request garden zone; do
        swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$modules" \
            -I .build/checkouts/swift-system/Sources/CSystem/include -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite \
            contrib/fuzz/Claim.swift "contrib/fuzz/$target.swift"
    done
}

# The suites that boot a system wait most of the time, and a test that waits occupies one of its runner's threads, of which there
# are as many as cores. So they have a runner of their own beside the one of the others; its output comes after theirs, and then the
# closing lines of both.
run_tests() {
    local box='^EndToEndTests\.(Day|Desktop|Environment|GeoClue|HookUnit|Login|PhotoUnit|UserManager)Tests' status=0 outputs
    outputs=$(mktemp -d)
    "$(swift build --show-bin-path)/gardenPackageTests.xctest" --testing-library swift-testing --filter "$box" \
        >"$outputs/box" 2>&1 &
    swift test --skip-build --skip "$box" 2>&1 | tee "$outputs/others" || status=$?
    wait $! || status=$?
    cat "$outputs/box"
    grep -ah 'Test run with' "$outputs/others" "$outputs/box" || status=1
    rm -r "$outputs"
    return "$status"
}

main() {
    cd "$root"
    command -v swift >/dev/null || fail "Swift is not installed; version 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages "${packages[@]}"
    swift format lint --strict --recursive Package.swift Sources Tests contrib/fuzz
    swift build --build-tests
    check_fuzz_targets
    run_tests
}

main "$@"
