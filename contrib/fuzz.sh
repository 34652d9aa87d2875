#!/usr/bin/env bash
# Fuzzes the code that reads bytes from outside, with libFuzzer and AddressSanitizer. The corpus is kept in .build/fuzz
# for the next run; a finding ends the run.
set -euo pipefail

readonly targets=(framing request garden zone toml imports)
# The product's modules that the targets link.
readonly modules=(
    GardenAPI GardenCore GardenEngine DatePhrases Recurrence TimeKit FileKit SystemPackage CSystem HashTreeCollections
    InternalCollectionsUtilities GeoKit TextKit WorkKit NettleKit GardenStore GRDB TestSupport TOMLReader
    ImportFormats
)
# The longest input of each target, in bytes: framing feeds its input byte by byte, more than once.
declare -rA longest=([framing]=512 [request]=4096 [garden]=4096 [zone]=4096 [toml]=4096 [imports]=4096)
readonly work=.build/fuzz scripts=Tests/GoldenTests/Scripts
seconds=600

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

usage() {
    cat <<END
Usage: contrib/fuzz.sh [--seconds N] [TARGET…]

Runs each target for N seconds (default: $seconds). The targets are
${targets[*]} (default: all).
END
}

# The whole product is instrumented and optimized, but keeps its assertions and the standard library's.
build_product() {
    local target
    for target in GardenEngine GardenStore TestSupport TOMLReader ImportFormats; do
        swift build --configuration release --scratch-path "$work/product" --target "$target" --sanitize address \
            -Xswiftc -sanitize=fuzzer -Xswiftc -assert-config -Xswiftc Debug
    done
}

build_target() {
    local objects=() module
    for module in "${modules[@]}"; do
        mapfile -t -O "${#objects[@]}" objects < <(find "$work/product/release/$module.build" -name '*.o')
    done
    swiftc -O -assert-config Debug -g -swift-version 6 -warnings-as-errors -parse-as-library \
        -sanitize=fuzzer,address -use-ld=lld -module-name "Fuzz_$1" -I "$work/product/release/Modules" \
        -I GardenAPI/Sources/CFileKit -I Sources/CNettle -I Sources/CExpat -I Sources/CZlib -I "$work/product/checkouts/GRDB.swift/Sources/GRDBSQLite" \
        -Xcc "-fmodule-map-file=$work/product/checkouts/swift-system/Sources/CSystem/include/module.modulemap" \
        contrib/fuzz/Claim.swift "contrib/fuzz/$1.swift" "${objects[@]}" -lstdc++ -lsqlite3 -lhogweed -lnettle -lgmp -lexpat -lz -o "$work/$1"
}

# Every quoted word of the protocol, and the punctuation around them.
write_dictionary() {
    {
        cat contrib/fuzz/json.dict
        grep -ohE '"[A-Za-z][A-Za-z.]*"' "$scripts/"*.jsonl | sort -u | sed -E 's/"(.*)"/"\\"\1\\""/'
    } >"$work/dictionary"
}

# Seeds from the golden scripts: each request, and for framing and garden each script. framing expects the limit and the
# piece sizes first; the zones are the system's, and the documents of TOML the public cases.
write_seeds() {
    local script line zone number=0 seeds="$work/seeds" most=$((longest[framing] - 8))
    rm -rf "$seeds"
    mkdir -p "${targets[@]/#/$seeds/}"
    for script in "$scripts/"*.jsonl; do
        { printf '\077\001\102\203\020\177\077\300' && head -c "$most" "$script"; } >"$seeds/framing/$number.lf"
        { printf '\007\001\102\203\020\177\077\300' && head -c "$most" "$script" | sed 's/$/\r/'; } \
            >"$seeds/framing/$number.crlf"
        [[ $script == *.expected.jsonl ]] || head -c "${longest[garden]}" "$script" >"$seeds/garden/$number"
        while IFS= read -r line; do
            number=$((number + 1))
            printf '%s' "$line" >"$seeds/request/$number"
        done < <(grep -v '^#' "$script" | awk -v most="${longest[request]}" 'length($0) <= most')
    done
    while IFS= read -r zone; do
        number=$((number + 1))
        cp "$zone" "$seeds/zone/$number"
        tail -n 1 "$zone" >"$seeds/zone/$number.posix"
    done < <(find /usr/share/zoneinfo/{Europe,America,Africa,Asia,Antarctica} -type f -size -4k)
    # The texts of the tests of each format; the first byte chooses the reader.
    python3 - Tests/ImportFormatsTests "$seeds/imports" <<'END'
import pathlib, re, sys
texts = [text for file in pathlib.Path(sys.argv[1]).glob("*.swift")
         for text in re.findall(r'"""\n(.*?)\n *"""|"([^"\n]{20,})"', file.read_text(encoding="utf-8"), re.S)]
texts.append(("\n".join([
    '{"export":{"format":1,"version":"0","gardenId":null,"seq":1,"at":"2026-11-21T09:02:00.000+09:00","day":"2026-11-21","timezone":"UTC"}}',
    '{"points":{"balance":1,"multiplier":2,"earnedToday":0,"spentToday":0}}',
    '{"category":{"id":2,"uid":"a1b2c3d4-2","name":"Reading","color":"blue","position":1}}',
    '{"counter":{"id":1,"uid":"a1b2c3d4-4","name":"Tickets","icon":null,"count":3}}',
    '{"logLine":{"id":1,"uid":"a1b2c3d4-5","at":"2026-11-21T09:02:00.000+09:00","kind":"note","text":"a","categoryId":null,'
    '"categoryUid":null,"enteredAt":null,"day":"2026-11-21"}}',
    '{"end":{"lines":5}}']),))
for number, parts in enumerate(texts):
    for reader in range(11):
        text = max(parts, key=len).replace("\\(Self.head)", "<gpx>").replace('\\"', '"')
        pathlib.Path(f"{sys.argv[2]}/{number}.{reader}").write_bytes(bytes([reader]) + text.encode())
END
    python3 - Tests/TOMLReaderTests/Cases/cases.jsonl "$seeds/toml" <<'END'
import json, sys
for number, line in enumerate(open(sys.argv[1], encoding="utf-8")):
    with open(f"{sys.argv[2]}/{number}", "w", encoding="utf-8", newline="") as seed:
        seed.write(json.loads(line).get("toml", ""))
END
}

run_target() {
    local corpus="$work/corpus/$1" findings="$work/findings/$1-"
    mkdir -p "$corpus" "$work/findings"
    printf '\n%s: %s seconds\n' "$1" "$seconds"
    # Swift's own backtrace would only delay libFuzzer's, which prints the input.
    if ! SWIFT_BACKTRACE=enable=no LSAN_OPTIONS="suppressions=$work/leaks:print_suppressions=0" nice "$work/$1" -max_total_time="$seconds" -max_len="${longest[$1]}" -timeout=5 \
        -rss_limit_mb=2048 -dict="$work/dictionary" -artifact_prefix="$findings" -print_final_stats=1 \
        "$corpus" "$work/seeds/$1" >"$work/$1.log" 2>&1; then
        grep -hE 'Fatal error|^SUMMARY|Test unit written' "$work/$1.log" >&2
        fail "$1 found an error; the full log is $work/$1.log"
    fi
    grep -E '\bDONE\b|^readings: |^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' "$work/$1.log"
    printf 'corpus: %s inputs\n' "$(find "$corpus" -type f | wc -l)"
}

main() {
    cd "$root"
    local chosen=() target
    while [ $# -gt 0 ]; do
        case $1 in
            --help | -h) usage && return ;;
            --seconds) seconds=${2:?"--seconds wants a number"} && shift 2 ;;
            *) chosen+=("$1") && shift ;;
        esac
    done
    [ ${#chosen[@]} -gt 0 ] || chosen=("${targets[@]}")
    for target in "${chosen[@]}"; do [ -f "contrib/fuzz/$target.swift" ] || fail "unknown target $target"; done
    build_product
    write_dictionary
    write_seeds
    write_suppressions "$work/leaks"
    for target in "${chosen[@]}"; do build_target "$target"; done
    for target in "${chosen[@]}"; do run_target "$target"; done
}

main "$@"
