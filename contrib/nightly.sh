#!/usr/bin/env bash
# What is slow and rarely red: the sanitizers, the fuzzers, and what a change costs in bytes. contrib/test.sh comes first.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root

cd "$root"
contrib/test.sh
contrib/sanitize.sh
contrib/fuzz.sh --seconds "${FUZZ_SECONDS:-120}"
contrib/bench/run.sh --quick --only journal
