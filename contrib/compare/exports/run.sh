#!/usr/bin/env bash
# Exports tasks and sessions, and has Taskwarrior, Timewarrior, icalendar and Python's csv read them. gardend and gardenctl must have
# been built.
#
# Usage: contrib/compare/exports/run.sh [--programs FOLDER]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
readonly root
# shellcheck source=contrib/common.sh
source "$root/contrib/common.sh"

cd "$root"
install_packages python3 python3-icalendar python3-dateutil taskwarrior timewarrior
exec /usr/bin/python3 contrib/compare/exports/readers.py "$@"
