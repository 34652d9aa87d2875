#!/usr/bin/env bash
# Writes contrib/build/gardenctl.order: the functions of the libraries that `gardenctl status` calls, as callgrind counts them. The linker
# puts them next to each other, so that a start maps fewer pages. To run again after an update of Swift; names that are no longer
# there do no harm.
#
# Usage: contrib/build/gardenctl-order.sh
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root order=$root/contrib/build/gardenctl.order
# The project's own modules are compiled as a whole: their functions are in one piece.
readonly ours='10gardenctl|9GardenAPI|7TimeKit|7GeoKit|7FileKit|12PlantDrawing|12CommandGuide|14ArgumentParser|13SystemPackage'
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

# Prints the folder of a product that was built with its symbols.
build() {
    local flags=(--package-path "$root" -c release --static-swift-stdlib -Xlinker "-L$("$root/contrib/build/static-libraries.sh")")
    swift build "${flags[@]}" --product gardenctl >&2
    swift build "${flags[@]}" --product gardend >&2
    swift build "${flags[@]}" --show-bin-path
}

main() {
    local built folder daemon
    install_packages valgrind binutils >&2
    prefer_static_client
    built=$(build)
    folder=$(mktemp -d)
    mkdir "$folder/socket" "$folder/data"
    chmod 700 "$folder/socket"
    : >"$folder/config.toml"
    # valgrind reads no debugging information of that size.
    objcopy --strip-debug "$built/gardenctl" "$folder/gardenctl"
    "$built/gardend" --socket "$folder/socket/s" --data "$folder/data" --config "$folder/config.toml" 2>"$folder/log" &
    daemon=$!
    # shellcheck disable=SC2064 # expanded now, because the names are local
    trap "kill $daemon; wait $daemon; rm -rf '$folder'" EXIT
    for ((try = 0; try < 100; try++)); do
        if "$built/gardenctl" --socket "$folder/socket/s" status >/dev/null 2>&1; then break; fi
        sleep 0.1
    done
    GARDEN_SOCKET=$folder/socket/s valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$folder/calls" \
        "$folder/gardenctl" status >/dev/null
    {
        echo "# Written by contrib/build/gardenctl-order.sh: the functions of the libraries that \`gardenctl status\` calls."
        comm -12 <(sed -nE "s/^c?fn=\([0-9]+\) ([^']+).*/\1/p" "$folder/calls" | LC_ALL=C sort -u) \
            <(nm "$folder/gardenctl" | awk '{ print $3 }' | LC_ALL=C sort -u) | grep -vE "$ours"
    } >"$order.new"
    mv "$order.new" "$order"
    say "$(grep -vc '^#' "$order") functions"
}

main "$@"
