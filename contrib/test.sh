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
        swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$modules" -I Sources/CFileKit \
            -I .build/checkouts/swift-system/Sources/CSystem/include -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite \
            contrib/fuzz/Claim.swift "contrib/fuzz/$target.swift"
    done
}

# A test that waits occupies one of its runner's threads, of which there are as many as cores. The suites that boot a system wait
# most of the time, and those that start programs wait often. So each of the two has a runner of its own beside the one of the
# others; their output comes after its, and then the closing lines of all.
run_tests() {
    local box='^EndToEndTests\.(Day|Desktop|Environment|GeoClue|HookUnit|Login|PhotoUnit|UserManager)Tests'
    local runner process outputs status=0 processes=()
    # Otherwise bash ignores the keys' signals in them, and nohup that of a closed terminal.
    runner=(env --default-signal=INT,QUIT,HUP
        "$(swift build --show-bin-path)/gardenPackageTests.xctest" --testing-library swift-testing)
    outputs=$(mktemp -d)
    "${runner[@]}" --filter "$box" >"$outputs/box" 2>&1 &
    processes+=($!)
    "${runner[@]}" --filter '^EndToEndTests\.' --skip "$box" >"$outputs/programs" 2>&1 &
    processes+=($!)
    swift test --skip-build --skip '^EndToEndTests\.' 2>&1 | tee "$outputs/others" || status=$?
    for process in "${processes[@]}"; do wait "$process" || status=$?; done
    cat "$outputs/programs" "$outputs/box"
    grep -ahE 'Test run with [1-9]' "$outputs"/{others,programs,box} >"$outputs/closing" || true
    cat "$outputs/closing"
    # A runner that found no test has failed, too.
    [ "$(wc -l <"$outputs/closing")" -eq 3 ] || status=1
    rm -r "$outputs"
    return "$status"
}

main() {
    [ $# -eq 0 ] || fail "contrib/test.sh has no options; it runs all tests"
    cd "$root"
    command -v swift >/dev/null || fail "Swift is not installed; version 6.3 or newer is needed: https://www.swift.org/install/linux/"
    install_packages "${packages[@]}"
    swift format lint --strict --recursive Package.swift Sources Tests contrib/fuzz
    swift build --build-tests
    check_fuzz_targets
    run_tests
}

main "$@"
