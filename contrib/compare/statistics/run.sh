#!/usr/bin/env bash
# Compares the statistics of simulated years, with late changes and corrections, with sums in Python.
# gardend must have been built (swift build).
#
# Usage: contrib/compare/statistics/run.sh [--gardend PATH] [--seed N] [--days N]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
python3 -B contrib/compare/statistics/compare.py "$@"
