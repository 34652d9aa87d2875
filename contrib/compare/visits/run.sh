#!/usr/bin/env bash
# Compares the distances of visits with geopy's, and searches by place with a look at every visit. gardend must have been built.
#
# Usage: contrib/compare/visits/run.sh [--gardend PATH] [--pairs N] [--visits N] [--searches N] [--seed N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root work=.build/visits
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3 python3-venv
mkdir -p "$work"
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --requirement contrib/compare/visits/requirements.txt
"$work/venv/bin/python" contrib/compare/visits/compare.py "$@"
