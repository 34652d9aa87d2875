#!/usr/bin/env bash
# Checks the pages of `gardenctl report` in Chromium: light and dark, on a phone and on a desktop. The programs must have
# been built (swift build).
#
# Usage: contrib/compare/report/run.sh [--built DIRECTORY] [--pictures DIRECTORY]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root work=.build/report
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages chromium fonts-noto-core fonts-noto-color-emoji fonts-urw-base35 python3 python3-venv
mkdir -p "$work"
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement contrib/compare/report/requirements.txt
"$work/venv/bin/python" contrib/compare/report/check.py "$@"
