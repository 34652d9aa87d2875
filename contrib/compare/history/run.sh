#!/usr/bin/env bash
# Imports ten years of tasks and tracked time, and compares gardens, days, streaks and hooks with sums in Python; then once more,
# undo and redo. gardend and gardenctl must have been built.
#
# Usage: contrib/compare/history/run.sh [--programs FOLDER] [--tasks N] [--seed N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3
exec /usr/bin/python3 contrib/compare/history/history.py "$@"
