#!/usr/bin/env bash
# Installs the packages that the tests need, checks the formatting, then builds and runs the tests.
set -euo pipefail

readonly build_packages=(libsystemd-dev libsqlite3-dev libexpat1-dev zlib1g-dev nettle-dev pkg-config gcc tzdata)
readonly packages=(
    "${build_packages[@]}" dbus systemd util-linux systemd-container bash-completion zsh fish tmux mandoc cron alsa-utils
    python3-dbusmock geoclue-2.0 python3-gi python3-dbus python3-jsonschema
)

# The targets whose tests neither wait nor start programs, in two groups of about the same duration: one for each core.
readonly pure=('^(GardenCore|Tidy)Tests\.'
    '^(CommandGuide|DatePhrases|FileKit|GardenAPI|GardenEngine|GeoKit|PlantDrawing|Recurrence|TOMLReader|TextKit|TimeKit)Tests\.')
# The tests of these targets that take longest, comparisons with slow models and full gardens: --quick leaves them out.
readonly long=(
    '^RecurrenceTests\.(ClockChange|Comparison|HostileRule)Tests' '^DatePhrasesTests\.HostilePhraseTests'
    '^GardenCoreTests\.(LogicalDayModel|Limit|UndoRoundTrip|LateLife|SessionLife)Tests'
    '/(aSearchIsBounded|aBatchWithTooLongAnswersIsTruncated|anEndlessLineIsNotBuffered|eachLevelChangesThePlant)\('
    '/(lateIsAsInOrder|correctingTheDayAfterADeadClockUndoesNothingElse|doctorProposesACorrectionAfterADeadClock)\('
)
# Every method in large gardens; it takes as long as many of the others.
readonly growth='^GrowthTests\.'
# The suites that boot a system; they wait most of the time.
readonly boxes='^EndToEndTests\.(CalendarUnit|Day|Desktop|Environment|GeoClue|HookUnit|Login|PhotoUnit|UserManager)Tests'
# The suites that meet a limit of the product's own on the wall: gardenctl gives a completion 300 ms, and without optimisation it
# needs most of that for itself. They run by themselves, after the others.
readonly alone='^EndToEndTests\.Completion'
# The seconds after which a runner is ended: three times as long as the longest takes on two busy cores.
readonly longest=2400

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root logs=.build/tests
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<'END'
Usage: contrib/test.sh [--quick]

Installs the packages that the tests need, checks the formatting, builds, and
runs all tests. Those of the rules come first; if one of them fails, the others
are not started. Prints failures at once, and the slowest tests at the end. The
complete output is in .build/tests.

  --quick   only build and run the first tests: less than a minute after the
            build

To run one test: see contrib/HACKING.md
END
}

# Tests build the fuzz targets only for a run, so this check keeps them compiling.
check_fuzz_targets() {
    local target modules
    modules=$(swift build --show-bin-path)/Modules
    for target in framing request garden zone toml; do
        swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library -I "$modules" -I GardenAPI/Sources/CFileKit -I Sources/CNettle \
            -I .build/checkouts/swift-system/Sources/CSystem/include -I .build/checkouts/GRDB.swift/Sources/GRDBSQLite \
            contrib/fuzz/Claim.swift "contrib/fuzz/$target.swift"
    done
}

# Leaves out the lines of what starts, passes or is skipped. The arguments of a test case may have more than one line.
without_passed() {
    sed -u -E '/^◇ Test case/ { :a; /started\.$/d; N; ba }; /^(◇|✔|➜) (Test|Suite)/d'
}

# Starts a runner in the background: its name, and which tests it runs. What passes is only in the log. A runner that writes to a
# pipe uses colours, which would hide the beginnings of its lines.
start() {
    local name=$1
    shift
    names+=("$name")
    # Otherwise bash ignores the keys' signals in the runner, and nohup that of a closed terminal. What a runner started may
    # outlive it and keep the pipe open, so its reader has a limit, too.
    timeout --foreground --kill-after=10 "$longest" \
        env --default-signal=INT,QUIT,HUP "$runner" --testing-library swift-testing "$@" 2>&1 \
        | timeout --foreground $((longest + 30)) sed -u 's/\x1b\[[0-9;]*m//g' | tee "$logs/$name" | without_passed &
    processes+=($!)
}

# The same, one test after the other, so that each result appears when its test ends, and says how long that test took.
start_serially() { start "$@" --no-parallel; }

# Waits for all runners.
finish() {
    local process name failed=0
    for process in "${processes[@]}"; do wait "$process" || failed=1; done
    processes=()
    for name in "${names[@]}"; do
        # A runner that found no test has failed, too.
        grep -aqE 'Test run with [1-9]' "$logs/$name" && continue
        failed=1
        say "$name: no test was run, or the run ended early. Begun and not ended:" "$(unfinished "$name")"
    done
    return "$failed"
}

# The tests of a runner that began and did not end.
unfinished() {
    comm -23 <(sed -nE 's/^◇ Test (.*) started\.$/\1/p' "$logs/$1" | grep -vE '^(case .*|run)$' | sort) \
        <(sed -nE 's/^. Test (.*) (passed|failed) after .*/\1/p' "$logs/$1" | sed -E 's/ with [0-9]+ test cases?$//' | sort)
}

# Filters for a runner: --filter or --skip before each expression.
each() {
    local option=$1 expression
    shift
    arguments=()
    for expression in "$@"; do arguments+=("$option" "$expression"); done
}

start_pure_tests() {
    each --skip "${long[@]}"
    start_serially pure-1 --filter "${pure[0]}" "${arguments[@]}"
    start_serially pure-2 --filter "${pure[1]}" "${arguments[@]}"
}

# A test that waits occupies one of its runner's threads, of which there are as many as cores. The suites that boot a system wait most
# of the time, and those that start programs wait often, so each of the two has a runner of its own beside the one of the others.
# One after the other, the longest of them would take longer than all together: their durations include what they waited for.
start_other_tests() {
    start box --filter "$boxes"
    start programs --filter '^EndToEndTests\.' --skip "$boxes" --skip "$alone"
    each --filter "${long[@]}" "$growth"
    start long "${arguments[@]}"
    each --skip "${pure[@]}" "$growth"
    start others --skip '^EndToEndTests\.' "${arguments[@]}"
}

print_slowest_tests() {
    say '' "The slowest tests, in seconds (complete output: $logs):"
    (cd "$logs" && sed -nE 's/^. Test (.*) (passed|failed) after ([0-9.]+) seconds.*/\3  \1/p' "${names[@]}") \
        | grep -v ' run with ' | sort -rn | head -n 10 || true
}

print_closing_lines() {
    say ''
    (cd "$logs" && grep -ahE 'Test run with [0-9]' "${names[@]}") || true
}

run_tests() {
    local names=() processes=() arguments=() status=0 runner
    runner=$(swift build --show-bin-path)/gardenPackageTests.xctest
    rm -rf "$logs"
    mkdir -p "$logs"
    start_pure_tests
    finish || status=1
    if [ "$1" = all ] && [ "$status" -eq 0 ]; then
        start_other_tests
        finish || status=1
        start_serially alone --filter "$alone"
        finish || status=1
    elif [ "$1" = all ]; then
        say "The other tests were not started, because of the failures above."
    fi
    print_slowest_tests
    print_closing_lines
    return "$status"
}

main() {
    local wanted=all
    case ${1:-} in
        -h | --help) usage && return ;;
        --quick) wanted=quick && shift ;;
    esac
    [ $# -eq 0 ] || fail "unknown argument: $1" "Usage: contrib/test.sh [--quick]"
    cd "$root"
    command -v swift >/dev/null || fail "Swift is not installed; version 6.3 or newer is needed: https://www.swift.org/install/linux/"
    if [ "$wanted" = quick ]; then
        install_packages "${build_packages[@]}"
        swift build --build-tests
    else
        install_packages "${packages[@]}"
        swift format lint --strict --recursive Package.swift Sources Tests contrib/fuzz GardenAPI/Package.swift \
            GardenAPI/Sources GardenAPI/Example/Package.swift GardenAPI/Example/Sources
        swift build --build-tests
        check_fuzz_targets
    fi
    run_tests "$wanted"
}

main "$@"
