#!/usr/bin/env bash
# Builds the example of the package GardenAPI as a stranger would: as a package of its own outside the repository, and then the code
# of the package's README. Prints the folder of the example's program. The package may need swift-system and nothing else.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

work=$(mktemp -d)
cp -r "$root/GardenAPI/Example/." "$work"
export GARDEN_API=$root/GardenAPI
cd "$work"
swift build >&2
needed=$(sed -nE 's/^ *"identity" : "(.*)",$/\1/p' Package.resolved)
[ "$needed" = swift-system ] || fail "the example needs more than swift-system: $needed"

mkdir programs
cp "$(swift build --show-bin-path)/garden-follow" programs

rm Sources/garden-follow/*
# shellcheck disable=SC2016 # the backticks are Markdown's
sed -n '/^```swift$/,/^```$/p' "$GARDEN_API/README.md" | sed '/^```/d' >Sources/garden-follow/main.swift
swift build >&2
printf '%s\n' "$work/programs"
