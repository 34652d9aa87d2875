#!/usr/bin/env bash
# Compares the reader of TOML with Python's tomllib, on the public cases with random changes. The tests must have been built
# (swift build --build-tests).
#
# Usage: contrib/compare/toml/run.sh [--seed N] [--count N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root work=.build/toml
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3
mkdir -p "$work"
python3 contrib/compare/toml/generate.py Tests/TOMLReaderTests/Cases/cases.jsonl "$@" >"$work/cases.jsonl"
TOML_CASES="$work/cases.jsonl" swift test --skip-build --filter TOMLReaderTests.PublicCaseTests
