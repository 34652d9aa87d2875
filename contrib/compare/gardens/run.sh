#!/usr/bin/env bash
# Gardens with a random past: exports each, imports it into an empty garden, exports that one, and compares. The tests, gardend and
# gardenctl must have been built.
#
# Usage: contrib/compare/gardens/run.sh [--programs FOLDER] [--first-seed N] [--seeds N] [--steps N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3
exec /usr/bin/python3 contrib/compare/gardens/gardens.py "$@"
