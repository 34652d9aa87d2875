#!/usr/bin/env bash
# Runs the tests under ThreadSanitizer and AddressSanitizer; under the latter, whole programs, too. Each builds everything in
# its own folder below .build. This is for developers and not a part of every run.
set -euo pipefail

# The tests that run under each sanitizer: those of the modules that have threads, and of those that call C or use unsafe
# memory. The others are plain Swift values, and would only take hours. Of the end-to-end tests, which run whole programs, two
# suites are enough.
# shellcheck disable=SC2034 # run() finds the two by their names
readonly thread_tests='^(SystemdKit|GardenStore|GardenDaemon|Gardenctl|FileKit)Tests[.]'
# shellcheck disable=SC2034
readonly address_tests='^(SystemdKit|GardenStore|GardenDaemon|Gardenctl|FileKit|GardenAPI|TimeKit|EndToEndTests[.](Flow|Wire))Tests[./]'

# The tests that a sanitizer makes meaningless, with the reason.
readonly left_out=(
    "aClientThatNeverReadsIsThrottled: it measures memory, and a sanitizer uses much more"
    "filesThatAreReadLeaveNoMemory: it measures memory, and a sanitizer keeps what is freed"
    "theCodeLeavesTheMemoryAndIsUsedAgain: it measures the memory of the code, which a sanitizer arranges"
    "aHeavyBatchIsDecidedInSlices: it measures how long a client waits, and a sanitizer makes everything ten times slower"
)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/sanitize.sh [thread|address] [ARGUMENT…]

Builds and runs the tests under one sanitizer (default: both): those that call C
or have threads. Arguments are passed to swift test instead of this choice, for
example --filter GardenCoreTests
END
}

run() {
    local sanitizer=$1 scratch=.build/$1 tests=$1_tests options=() entry
    shift
    [ $# -gt 0 ] || options=(--filter "${!tests}")
    for entry in "${left_out[@]}"; do
        printf '%s: skipped: %s.\n' "$sanitizer" "$entry"
        options+=(--skip "${entry%%:*}")
    done
    swift build --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"
    write_suppressions "$scratch/leaks"
    # The tests pass the same options to the programs they start (Program.swift). Some have no PATH and cannot find a
    # symbolizer, and without one no suppression matches.
    local common="external_symbolizer_path=$symbolizer"
    ASAN_OPTIONS="$common:detect_stack_use_after_return=1" \
        LSAN_OPTIONS="suppressions=$PWD/$scratch/leaks:print_suppressions=0" \
        TSAN_OPTIONS="$common:halt_on_error=0:second_deadlock_stack=1" \
        swift test --skip-build --sanitize "$sanitizer" --scratch-path "$scratch" "${options[@]}" "$@"
}

main() {
    cd "$root"
    local sanitizers=(thread address) sanitizer
    case ${1:-} in
        --help | -h) usage && return ;;
        thread | address) sanitizers=("$1") && shift ;;
    esac
    symbolizer=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-symbolizer
    [ -x "$symbolizer" ] || fail "$symbolizer does not exist; without it, reports cannot be read"
    for sanitizer in "${sanitizers[@]}"; do run "$sanitizer" "$@"; done
}

main "$@"
