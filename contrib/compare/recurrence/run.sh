#!/usr/bin/env bash
# Compares the occurrences of random rules with those of python-dateutil: on the wall clock, and as instants of zones
# whose clocks change. The tests must have been built (swift build --build-tests).
#
# Usage: contrib/compare/recurrence/run.sh [--seed N] [--count N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root work=.build/recurrence
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3 python3-venv tzdata
mkdir -p "$work"
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement contrib/compare/recurrence/requirements.txt
"$work/venv/bin/python" contrib/compare/recurrence/generate.py "$@" >"$work/cases.jsonl"
RECURRENCE_CASES="$work/cases.jsonl" swift test --skip-build --filter RecurrenceTests.ComparisonTests
